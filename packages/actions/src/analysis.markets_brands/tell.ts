import { type Telling, wholeName, wholeOf } from '@hinterland/answers/words';
import { grainSection } from '../catchments/tellGrain.ts';
import { tellBrands } from '../markets/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

/** The share of the first brand in the stores of its sector, and its competitors. */
export function tell(result: Output): Telling {
  const { parts, brands } = result;
  const at = brands.findIndex(({ available }) => available);
  const brand = brands[at];
  const whole = wholeOf(parts);
  const figures = brand?.available && whole !== undefined ? brand.figures[whole.id] : undefined;
  const share = figures?.shareOfStores ?? null;
  const verdict = verdictOf(result);
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence:
      figures === undefined || !brand?.available || share === null
        ? null
        : {
            figure: { figure: share, unit: 'share' },
            at: { pointer: `/brands/${at}/figures/${whole?.id}/shareOfStores`, value: share },
            rest: {
              text: 'sentence.brands',
              with: {
                part: wholeName(parts),
                brand: brand.name,
                sector: { sector: brand.sector.code, name: brand.sector.name },
                stores: { figure: figures.stores, unit: 'stores' },
                all: { figure: figures.stores + figures.competitors, unit: 'stores' },
              },
            },
          },
    sections: [...grainSection(parts), ...tellBrands(result, '')],
  };
}
