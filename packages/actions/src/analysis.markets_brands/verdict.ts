import { type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { draw, normalOf, type Shares, sharesSaid } from '../verdicts/draws.ts';
import { heldShare, storesDeviation } from '../verdicts/held.ts';
import { CLEAR_SHARE, OUTCOME_KEYS } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

/** Times the stores, and the floor area, of its largest rival: it leads from the one on, and trails up to the other. */
const TIMES = { leads: 1.1, trails: 0.9 } as const;
/** What the sizes of brands are uncertain of. */
const CAUSES = ['stores', 'sizes'] as const;
/** Deviation of the logarithm of a floor area that is the sector's median. */
const SIZE_DEVIATION = 0.5;

interface Size {
  readonly stores: number;
  readonly area: number;
}

/** Whether the first brand leads or trails its largest rival, by stores and by floor area, in nearly all draws of both. */
export function verdictOf({ parts, brands, supplyData }: Output): Verdict | null {
  const brand = brands.find((one) => one.available);
  const whole = wholeOf(parts)?.id ?? '';
  const figures = brand?.available ? brand.figures[whole] : undefined;
  if (figures === undefined || !brand?.available) return null;
  const own: Size = { stores: figures.stores, area: figures.floorAreaSquareMeters };
  const rivals = brand.competitors.flatMap(({ brand: name, stores, floorAreaSquareMeters }) =>
    name === null || !stores[whole] ? [] : [{ name, stores: stores[whole] ?? 0, area: floorAreaSquareMeters }],
  );
  const leads = isAhead(own, largest(rivals), TIMES.leads);
  const trails = rivals.length > 0 && isBehind(own, largest(rivals), TIMES.trails);
  // Answers that were given before supply was described are judged by their figures alone.
  const drawn = supplyData === undefined ? null : drawnOf(own, rivals, supplyData, brand.sector.code);
  const isClear = drawn === null || (leads ? drawn.yes : drawn.no) >= CLEAR_SHARE;
  const outcome = leads && isClear ? 'yes' : trails && isClear ? 'no' : 'not_clear';
  const rival = rivals.toSorted((a, b) => b.stores - a.stores || b.area - a.area)[0];
  const named = { brand: brand.name, sector: { sector: brand.sector.code, name: brand.sector.name } };
  const sizes = ({ stores, area }: Size): Readonly<Record<string, Said>> => ({
    stores: { figure: stores, unit: 'stores' },
    size: { figure: area, unit: 'square_meters' },
  });
  return {
    outcome,
    headline: { text: `verdict.brand.${OUTCOME_KEYS[outcome]}`, with: named },
    because: [
      { text: 'verdict.brand.own', count: own.stores, with: { ...named, ...sizes(own) } },
      rival === undefined
        ? { text: 'verdict.brand.noRival' }
        : { text: 'verdict.brand.rival', count: rival.stores, with: { name: rival.name, ...sizes(rival) } },
    ],
    sure: drawn === null || rival === undefined ? { text: 'verdict.brand.sure' } : sureOf(drawn, brand.name),
  };
}

const largest = (rivals: readonly Size[]): Size => ({
  stores: Math.max(0, ...rivals.map((one) => one.stores)),
  area: Math.max(0, ...rivals.map((one) => one.area)),
});

/** Whether one has so many times the stores and the floor area of the largest rival, each its own. */
const isAhead = (own: Size, { stores, area }: Size, times: number): boolean =>
  own.stores > 0 && own.stores >= times * stores && own.area >= times * area;

const isBehind = (own: Size, { stores, area }: Size, times: number): boolean =>
  own.stores <= times * stores && own.area <= times * area;

/** Draws how many stores of each brand there really are, and floor areas that are not known. */
function drawnOf(
  own: Size,
  rivals: readonly Size[],
  supply: Output['supplyData'],
  sector: string,
): Shares<(typeof CAUSES)[number]> {
  const stores = storesDeviation(heldShare(supply, sector));
  const areas = Object.values(supply.floorAreas).reduce((sum, count) => sum + count, 0);
  const assumed = areas === 0 ? 0 : (supply.floorAreas.sector_median ?? 0) / areas;
  return draw(
    CAUSES,
    (one, settled) => {
      const sized = (size: Size, i: number): Size => {
        const more = settled === 'stores' ? 1 : Math.exp(stores * normalOf(one.stores[i]!));
        const scatter = (assumed * SIZE_DEVIATION) / Math.sqrt(Math.max(1, size.stores));
        const larger = settled === 'sizes' ? 1 : Math.exp(scatter * normalOf(one.sizes[i]!));
        return { stores: size.stores * more, area: size.area * more * larger };
      };
      const drawn = sized(own, 0);
      const most = largest(rivals.map((rival, i) => sized(rival, i + 1)));
      return isAhead(drawn, most, 1) ? true : isBehind(drawn, most, 1) ? false : null;
    },
    { numbers: rivals.length + 1 },
  );
}

const sureOf = ({ decides, ...shares }: ReturnType<typeof drawnOf>, brand: string): Said => ({
  words: [
    sharesSaid(shares, { some: 'verdict.brand.draws', none: 'verdict.brand.drawsNone' }, { brand }),
    ...(decides === null ? [] : [{ text: `verdict.decides.${decides}` } as const]),
    { text: 'verdict.brand.sure' },
  ],
});
