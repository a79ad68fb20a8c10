import { type Telling, wholeName, wholeOf } from '@hinterland/answers/words';
import { grainSection } from '../catchments/tellGrain.ts';
import { tellSectors } from '../markets/tell.ts';
import { forecastSections } from '../sales/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** What the residents spend on the first sector, and where it goes. */
export function tell(result: Output): Telling {
  const { parts, sectors, territory } = result;
  const at = sectors.findIndex(({ available }) => available);
  const sector = sectors[at];
  const whole = wholeOf(parts);
  const figures = sector?.available && whole !== undefined ? sector.figures[whole.id] : undefined;
  const verdict = verdictOf(result);
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence:
      figures === undefined || !sector?.available
        ? null
        : {
            figure: { figure: figures.demand, unit: sector.demandUnit, currency: territory.currency },
            at: { pointer: `/sectors/${at}/figures/${whole?.id}/demand`, value: figures.demand },
            rest: {
              text: 'sentence.market',
              count: figures.stores,
              with: {
                sector: { sector: sector.code, name: sector.name },
                stores: { figure: figures.stores, unit: 'stores' },
                part: wholeName(parts),
              },
            },
          },
    sections: [
      ...grainSection(result.parts),
      ...tellSectors(result, territory.currency, ''),
      ...forecastSections(result),
    ],
  };
}
