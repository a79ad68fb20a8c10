import {
  type Bar,
  bars,
  missing,
  type Part,
  partNames,
  type Said,
  type Section,
  type TextKey,
  type Unit,
  type Verdict,
  wholeOf,
  wholesOf,
} from '@hinterland/answers/words';
import type { BrandResults } from './brandFields.ts';
import { modelledSaid, roomVerdict } from './roomVerdict.ts';
import type { SectorResults } from './sectorFields.ts';

type Sector = Extract<SectorResults['sectors'][number], { available: true }>;
type Brand = Extract<BrandResults['brands'][number], { available: true }>;
type SectorMember =
  Extract<TextKey, `market.${string}`> extends `market.${infer Member}`
    ? Member & keyof Sector['figures'][string]
    : never;

/** Figures of a sector from top to bottom; `demand` stands for the unit in which the sector counts demand. */
const FIGURES: readonly (readonly [SectorMember, string])[] = [
  ['stores', 'stores'],
  ['storesPer10000', 'stores_per_10000'],
  ['floorAreaSquareMeters', 'square_meters'],
  ['demand', 'demand'],
  ['supply', 'demand'],
  ['opportunity', 'demand'],
  ['capturedShare', 'share'],
  ['leakage', 'demand'],
  ['salesPotentialPerSquareMeter', 'currency_per_square_meter'],
  ['demandPerStoreWithOneMore', 'demand'],
];

/** Opportunity of the sectors beside each other, then where the demand for each goes. */
export function tellSectors(
  { parts, sectors }: Pick<SectorResults, 'parts' | 'sectors'>,
  currency: string | null,
  pointer: string,
): readonly Section[] {
  const whole = wholeOf(parts);
  if (whole === undefined) return [];
  const known = sectors.filter((one) => one.available);
  const unit: Unit = { unit: known[0]?.demandUnit ?? '', currency };
  const opportunities = known.map(
    ({ code, name, figures }): Bar => ({
      id: code,
      name: { sector: code, name },
      value: figures[whole.id]?.opportunity ?? null,
    }),
  );
  const largest = Math.max(...opportunities.map(({ value }) => Math.abs(value ?? 0)), 1);
  const beside = opportunities.map((one) => ({ ...one, size: (one.value ?? 0) / largest }));
  const title = { text: 'market.opportunities' } as const;
  return [
    ...(known.length > 1 ? [{ title, unit, parts: [bars('differences', unit, beside)] }] : []),
    ...sectors.map(
      (sector, i): Section =>
        sector.available
          ? {
              title: nameOf(sector),
              parts: [
                ...(known.length > 1 ? headline(roomVerdict({ parts }, sector, currency)) : []),
                ...sectorParts(sector, parts, currency, `${pointer}/sectors/${i}`),
              ],
            }
          : missing(nameOf(sector), sector),
    ),
  ];
}

const headline = (verdict: Verdict | null): readonly Part[] =>
  verdict === null ? [] : [{ kind: 'text', text: verdict.headline }];

/** Its name in the language of the reader. */
const nameOf = ({ code, name }: { readonly code: string; readonly name: string }): Said => ({ sector: code, name });

function sectorParts(
  sector: Sector,
  parts: SectorResults['parts'],
  currency: string | null,
  pointer: string,
): readonly Part[] {
  const whole = sector.figures[wholeOf(parts)?.id ?? ''];
  if (whole === undefined) return [];
  const demand: Unit = { unit: sector.demandUnit, currency };
  const columns = wholesOf(parts).filter(({ id }) => id in sector.figures);
  const names = partNames({ parts });
  const portions = (['captured', 'leakageToStores', 'leakageElsewhere'] as const).map(
    (member): Bar => ({ id: member, name: { text: `market.${member}` }, value: whole[member] }),
  );
  return [
    { kind: 'text', text: { text: 'chart.spent', with: { unit: demand } } },
    bars('split', demand, portions),
    // Behind the bars: the sentence before them is the title of their chart.
    ...modelledSaid(sector.demandErrorShare).map((text): Part => ({ kind: 'text', text })),
    {
      kind: 'table',
      columns: columns.map(({ id }) => names.get(id) ?? id),
      rows: FIGURES.map(([member, kind]) => {
        const unit = kind === 'demand' ? sector.demandUnit : kind;
        return {
          id: member,
          title: { text: `market.${member}` } as const,
          unit: { unit, currency },
          cells: columns.map(({ id }) => ({
            value: sector.figures[id]?.[member] ?? null,
            pointer: `${pointer}/figures/${id}/${member}`,
            unit,
          })),
        };
      }),
    },
  ];
}

/** Stores of each brand asked about beside those of its competitors. */
export function tellBrands(
  { parts, brands }: Pick<BrandResults, 'parts' | 'brands'>,
  pointer: string,
): readonly Section[] {
  const whole = wholeOf(parts);
  if (whole === undefined) return [];
  return brands.map((brand, i) =>
    brand.available
      ? {
          title: { all: [brand.name, nameOf(brand.sector)] },
          parts: brandParts(brand, whole.id, `${pointer}/brands/${i}`),
        }
      : missing(brand.name, brand),
  );
}

/** Stores, their share and their floor area, the brand asked about first. */
function brandParts(brand: Brand, whole: string, pointer: string): readonly Part[] {
  const own = brand.figures[whole];
  if (own === undefined) return [];
  const rows = [
    { id: 'own', name: brand.name, ...own, stores: own.stores, at: `${pointer}/figures/${whole}`, storesAt: 'stores' },
    ...brand.competitors.map((one, i) => ({
      id: `competitor ${i}`,
      name: one.brand ?? ({ text: 'brand.none' } as const),
      ...one,
      stores: one.stores[whole] ?? 0,
      at: `${pointer}/competitors/${i}`,
      storesAt: `stores/${whole}`,
    })),
  ];
  return [
    bars(
      'bars',
      { unit: 'stores' },
      rows.map(({ id, name, stores }) => ({ id, name, value: stores, isQuiet: id !== 'own' })),
    ),
    {
      kind: 'table',
      columns: [{ text: 'market.stores' }, { text: 'brand.share' }, { text: 'brand.area' }],
      rows: rows.map(({ id, name, stores, shareOfStores, floorAreaSquareMeters, at, storesAt }) => ({
        id,
        title: name,
        cells: [
          { value: stores, pointer: `${at}/${storesAt}`, unit: 'stores' },
          { value: shareOfStores, pointer: `${at}/shareOfStores`, unit: 'share' },
          { value: floorAreaSquareMeters, pointer: `${at}/floorAreaSquareMeters`, unit: 'square_meters' },
        ],
      })),
    },
  ];
}
