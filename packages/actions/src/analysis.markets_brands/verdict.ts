import { type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { OUTCOME_KEYS } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Times the stores, and the floor area, of its largest rival: it leads from the one on, and trails up to the other. */
const TIMES = { leads: 1.1, trails: 0.9 } as const;

/** Whether the first brand leads or trails its largest rival, by stores and by floor area. */
export function verdictOf({ parts, brands }: Output): Verdict | null {
  const brand = brands.find((one) => one.available);
  const whole = wholeOf(parts)?.id ?? '';
  const own = brand?.available ? brand.figures[whole] : undefined;
  if (own === undefined || !brand?.available) return null;
  const rivals = brand.competitors.flatMap(({ brand: name, stores, floorAreaSquareMeters }) =>
    name === null || !stores[whole] ? [] : [{ name, stores: stores[whole] ?? 0, area: floorAreaSquareMeters }],
  );
  const most = (read: (one: (typeof rivals)[number]) => number) => Math.max(0, ...rivals.map(read));
  const [stores, area] = [most((one) => one.stores), most((one) => one.area)];
  const leads = own.stores > 0 && own.stores >= TIMES.leads * stores && own.floorAreaSquareMeters >= TIMES.leads * area;
  const trails =
    rivals.length > 0 && own.stores <= TIMES.trails * stores && own.floorAreaSquareMeters <= TIMES.trails * area;
  const outcome = leads ? 'yes' : trails ? 'no' : 'not_clear';
  const rival = rivals.toSorted((a, b) => b.stores - a.stores || b.area - a.area)[0];
  const named = { brand: brand.name, sector: { sector: brand.sector.code, name: brand.sector.name } };
  const sizes = (stores: number, squareMeters: number): Readonly<Record<string, Said>> => ({
    stores: { figure: stores, unit: 'stores' },
    size: { figure: squareMeters, unit: 'square_meters' },
  });
  return {
    outcome,
    headline: { text: `verdict.brand.${OUTCOME_KEYS[outcome]}`, with: named },
    because: [
      {
        text: 'verdict.brand.own',
        count: own.stores,
        with: { ...named, ...sizes(own.stores, own.floorAreaSquareMeters) },
      },
      rival === undefined
        ? { text: 'verdict.brand.noRival' }
        : {
            text: 'verdict.brand.rival',
            count: rival.stores,
            with: { name: rival.name, ...sizes(rival.stores, rival.area) },
          },
    ],
    sure: { text: 'verdict.brand.sure' },
  };
}
