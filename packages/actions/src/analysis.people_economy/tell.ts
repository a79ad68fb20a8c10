import { peopleLiving, residentsByLimit, type Telling, wholeOf } from '@hinterland/answers/words';
import { edgeSection } from '../catchments/tellEdge.ts';
import { grainSection } from '../catchments/tellGrain.ts';
import { tellTables } from '../people/tell.ts';
import type { Output } from './schema.ts';

/** How many people live there, by limit, by age and by topic. */
export function tell(result: Output): Telling {
  const { parts, method } = result;
  const whole = wholeOf(parts);
  return {
    sentence:
      whole === undefined ? null : peopleLiving(whole, method?.mode, `/parts/${parts.indexOf(whole)}/residents`),
    sections: [
      ...(result.ownData === undefined ? [] : [{ parts: [{ kind: 'picture', picture: 'own', pointer: '' } as const] }]),
      {
        title: { text: 'chart.residents' },
        parts: [residentsByLimit(parts.filter(({ kind }) => kind === 'cumulative'))],
      },
      ...edgeSection(result.origins),
      ...grainSection(parts),
      ...tellTables(result, result.territory.currency, ''),
    ],
  };
}
