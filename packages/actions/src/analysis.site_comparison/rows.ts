import type { Mode, Sector, TopicCode } from '@hinterland/catalogue';
import type { Catchment } from '@hinterland/engine/catchment';
import {
  capacityPerStore,
  floorAreaOf,
  leakageSurplusFactor,
  perTenThousand,
  placeOfStore,
  placesInBands,
  sectorDemand,
  snapOfStore,
  storesBySector,
} from '@hinterland/engine/market';
import { type AvailableTopic, type Part, topicTables } from '@hinterland/engine/tables';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { StoreId } from '../input/stores.ts';
import type { Output } from './schema.ts';

type Row = Output['tables'][number]['rows'][number];
type Value = number | null;

/** Lines of tables for candidates whose ids are given; the best of each are marked. */
export class RowMaker {
  readonly #ids: readonly StoreId[];
  constructor(ids: readonly StoreId[]) {
    this.#ids = ids;
  }

  row(id: string, label: string, unit: string, better: Row['better'], values: readonly Value[]): Row {
    const shown = values.map((value) => (value === null ? null : rounded(value)));
    const known = shown.filter((value) => value !== null);
    const top =
      better === null || known.length < 2 ? null : better === 'higher' ? Math.max(...known) : Math.min(...known);
    const isTold = top !== null && known.some((value) => value !== top);
    const best = isTold ? this.#ids.filter((_, i) => shown[i] === top) : [];
    return { id, label, unit, better, values: shown, best };
  }
}

/** "within 10 minutes", "within 500 m". */
function reachText({ query }: Catchment, limit: number): string {
  if (query.measure !== 'time') return `within ${limit.toLocaleString('en')} m`;
  return limit % 60 === 0 ? `within ${limit / 60} minutes` : `within ${limit} seconds`;
}

const lastOf = (catchment: Catchment) => catchment.bands.at(-1)!;

/** A field of a census topic as a row. */
interface FieldRow {
  readonly topic: TopicCode;
  readonly field: string;
  readonly unit: string;
  readonly label: string;
  readonly better: Row['better'];
  /** Percent of the field's base instead of the count. */
  readonly asShare?: boolean;
}

const PEOPLE: readonly FieldRow[] = [
  { topic: 'residents', field: 'density', unit: 'persons_per_square_km', label: 'residents per km²', better: 'higher' },
  { topic: 'families', field: 'families', unit: 'families', label: 'families', better: 'higher' },
  {
    topic: 'families',
    field: 'average_household_size',
    unit: 'persons_per_household',
    label: 'persons per household',
    better: null,
  },
  {
    topic: 'age_classes',
    field: 'aged_0_14',
    unit: 'percent',
    label: 'share aged 0 to 14',
    better: null,
    asShare: true,
  },
  {
    topic: 'age_classes',
    field: 'aged_65_plus',
    unit: 'percent',
    label: 'share aged 65 and over',
    better: null,
    asShare: true,
  },
  { topic: 'age_classes', field: 'median_age', unit: 'years', label: 'median age', better: null },
];

const ECONOMY: readonly FieldRow[] = [
  {
    topic: 'income',
    field: 'median_household',
    unit: 'currency_per_year',
    label: 'median household income',
    better: 'higher',
  },
  { topic: 'employment', field: 'unemployment_rate', unit: 'percent', label: 'unemployment rate', better: 'lower' },
  {
    topic: 'consumption',
    field: 'total',
    unit: 'currency_per_year',
    label: 'yearly spend of residents',
    better: 'higher',
  },
  {
    topic: 'consumption',
    field: 'total_per_resident',
    unit: 'currency_per_year_and_person',
    label: 'yearly spend per resident',
    better: 'higher',
  },
];

/** Residents of every band, and what the census says of the people within the last one. */
export function censusTables(
  territory: Territory,
  catchments: readonly Catchment[],
  make: RowMaker,
): { people: Row[]; economy: Row[] } {
  const first = catchments[0]!;
  const people = first.bands.map(({ limit }, band) =>
    make.row(
      `residents_${band + 1}`,
      `residents ${reachText(first, limit)}`,
      'persons',
      'higher',
      catchments.map(({ bands }) => bands[band]!.cumulative.residents),
    ),
  );
  const codes = [...new Set([...PEOPLE, ...ECONOMY].map(({ topic }) => topic))];
  const parts: Part[] = catchments.map((of) => ({
    unitShares: lastOf(of).cumulative.unitShares,
    areaSquareKm: null,
  }));
  const topics = new Map(
    topicTables(territory, codes, parts, []).flatMap((topic): [string, AvailableTopic][] =>
      topic.available ? [[topic.code, topic]] : [],
    ),
  );
  const rowsOf = (fields: readonly FieldRow[]) =>
    fields.flatMap(({ topic, field, unit, label, better, asShare }) => {
      const table = topics.get(topic);
      if (table === undefined || table.fields[field]?.available !== true) return [];
      const values = table.parts.map((figures) => (asShare ? figures.shares : figures.values)[field] ?? null);
      return [make.row(field, label, unit, better, values)];
    });
  return { people: [...people, ...rowsOf(PEOPLE)], economy: rowsOf(ECONOMY) };
}

/** Spend, stores and the balance of both within the last band. */
export function marketRows(
  territory: Territory,
  catchments: readonly Catchment[],
  sector: Sector,
  mode: Mode,
  isOwn: (row: number) => boolean,
  make: RowMaker,
): Row[] {
  const { perUnit, unit } = sectorDemand(territory, sector)!;
  const within = reachText(catchments[0]!, lastOf(catchments[0]!).limit);
  const money = unit === 'currency_per_year' ? 'currency_per_year' : 'residents';
  const demand = catchments.map((of) => {
    const { units, shares } = lastOf(of).cumulative.unitShares;
    return shares.reduce((sum, share, i) => sum + share * perUnit[units[i]!]!, 0);
  });
  const rows = [...(storesBySector(territory).get(sector.code) ?? [])];
  const places = rows.map((row) => ({
    place: placeOfStore(territory, row),
    snap: snapOfStore(territory, mode, row),
  }));
  const inside = catchments.map((of) => {
    const reach = placesInBands(of, places);
    return rows.filter((_, i) => reach[i]!.band >= 0);
  });
  const area = inside.map((stores) =>
    stores.reduce((sum, row) => sum + floorAreaOf(territory, row, sector).squareMeters, 0),
  );
  const capacity = capacityPerStore(territory, sector);
  const supply = inside.map((stores) =>
    capacity === null
      ? null
      : stores.reduce((sum, row) => sum + capacity(floorAreaOf(territory, row, sector).squareMeters), 0),
  );
  const name = sector.names.en.toLowerCase();
  return [
    make.row('demand', `yearly spend on ${name} ${within}`, money, 'higher', demand),
    make.row(
      'competitors',
      `competing stores ${within}`,
      'stores',
      'lower',
      inside.map((stores) => stores.filter((row) => !isOwn(row)).length),
    ),
    make.row(
      'stores_per_10000',
      'stores per 10,000 residents',
      'stores_per_10000',
      'lower',
      inside.map((stores, i) => perTenThousand(stores.length, lastOf(catchments[i]!).cumulative.residents)),
    ),
    ...(unit === 'residents'
      ? []
      : [
          make.row(
            'sales_potential',
            'spend per m² of floor area there is',
            'currency_per_square_meter',
            'higher',
            demand.map((spend, i) => (area[i]! > 0 ? spend / area[i]! : null)),
          ),
          make.row(
            'opportunity',
            'opportunity: spend − what the stores there can take',
            money,
            'higher',
            demand.map((spend, i) => (supply[i] === null ? null : spend - supply[i]!)),
          ),
          make.row(
            'leakage_surplus_factor',
            'leakage/surplus factor',
            'index',
            'higher',
            demand.map((spend, i) => (supply[i] === null ? null : leakageSurplusFactor(spend, supply[i]!))),
          ),
        ]),
  ];
}
