import { type SectorName, type Sentence, said } from '@hinterland/answers/said';
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

  /** `base`: what a share or a rate is a part of. */
  row(id: string, label: Sentence, unit: string, better: Row['better'], values: readonly Value[], base?: string): Row {
    const shown = values.map((value) => (value === null ? null : rounded(value)));
    const known = shown.filter((value) => value !== null);
    const top =
      better === null || known.length < 2 ? null : better === 'higher' ? Math.max(...known) : Math.min(...known);
    const isTold = top !== null && known.some((value) => value !== top);
    const best = isTold ? this.#ids.filter((_, i) => shown[i] === top) : [];
    const heading = { id, label: lowerFirst(label.text), said: { label: label.statement }, unit };
    return { ...heading, ...(base === undefined ? {} : { base }), better, values: shown, best };
  }
}

/** Tables begin with a small letter, sentences of reasons with a capital. */
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "Residents within 10 minutes", "Residents within 500 m". */
function residentsWithin({ query }: Catchment, limit: number): Sentence {
  if (query.measure !== 'time') return said('row_residents_meters', { meters: { number: limit } });
  return limit % 60 === 0
    ? said('row_residents_minutes', { minutes: limit / 60 })
    : said('row_residents_seconds', { seconds: limit });
}

function competitorsWithin({ query }: Catchment, limit: number): Sentence {
  if (query.measure !== 'time') return said('row_competitors_meters', { meters: { number: limit } });
  return limit % 60 === 0
    ? said('row_competitors_minutes', { minutes: limit / 60 })
    : said('row_competitors_seconds', { seconds: limit });
}

function spendWithin({ query }: Catchment, limit: number, sector: SectorName): Sentence {
  if (query.measure !== 'time') return said('row_sector_spend_meters', { sector, meters: { number: limit } });
  return limit % 60 === 0
    ? said('row_sector_spend_minutes', { sector, minutes: limit / 60 })
    : said('row_sector_spend_seconds', { sector, seconds: limit });
}

const lastOf = (catchment: Catchment) => catchment.bands.at(-1)!;

/** A field of a census topic as a row. */
interface FieldRow {
  readonly topic: TopicCode;
  readonly field: string;
  readonly unit: string;
  readonly label: Sentence;
  readonly better: Row['better'];
  /** Percent of the field's base instead of the count. */
  readonly asShare?: boolean;
}

const PEOPLE: readonly FieldRow[] = [
  { topic: 'residents', field: 'density', unit: 'persons_per_square_km', label: said('row_density'), better: 'higher' },
  { topic: 'families', field: 'families', unit: 'families', label: said('row_families'), better: 'higher' },
  {
    topic: 'families',
    field: 'average_household_size',
    unit: 'persons_per_household',
    label: said('row_household'),
    better: null,
  },
  {
    topic: 'age_classes',
    field: 'aged_0_14',
    unit: 'percent',
    label: said('row_young'),
    better: null,
    asShare: true,
  },
  {
    topic: 'age_classes',
    field: 'aged_65_plus',
    unit: 'percent',
    label: said('row_old'),
    better: null,
    asShare: true,
  },
  { topic: 'age_classes', field: 'median_age', unit: 'years', label: said('row_median_age'), better: null },
];

const ECONOMY: readonly FieldRow[] = [
  {
    topic: 'income',
    field: 'median_household',
    unit: 'currency_per_year',
    label: said('row_income'),
    better: 'higher',
  },
  {
    topic: 'employment',
    field: 'unemployment_rate',
    unit: 'percent',
    label: said('row_unemployment'),
    better: 'lower',
  },
  {
    topic: 'consumption',
    field: 'total',
    unit: 'currency_per_year',
    label: said('row_spend'),
    better: 'higher',
  },
  {
    topic: 'consumption',
    field: 'total_per_resident',
    unit: 'currency_per_year_and_person',
    label: said('row_spend_each'),
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
      residentsWithin(first, limit),
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
      const whole = unit === 'percent' ? table.fields[table.fields[field].base ?? '']?.meaning : undefined;
      return [make.row(field, label, unit, better, values, whole)];
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
  const [first] = catchments as [Catchment];
  const { limit } = lastOf(first);
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
  const name = { sector: sector.code, name: sector.names.en.toLowerCase() };
  return [
    make.row('demand', spendWithin(first, limit, name), money, 'higher', demand),
    make.row(
      'competitors',
      competitorsWithin(first, limit),
      'stores',
      'lower',
      inside.map((stores) => stores.filter((row) => !isOwn(row)).length),
    ),
    make.row(
      'stores_per_10000',
      said('row_stores'),
      'stores_per_10000',
      'lower',
      inside.map((stores, i) => perTenThousand(stores.length, lastOf(catchments[i]!).cumulative.residents)),
      'residents',
    ),
    ...(unit === 'residents'
      ? []
      : [
          make.row(
            'sales_potential',
            said('row_potential'),
            'currency_per_square_meter',
            'higher',
            demand.map((spend, i) => (area[i]! > 0 ? spend / area[i]! : null)),
          ),
          make.row(
            'opportunity',
            said('row_opportunity'),
            money,
            'higher',
            demand.map((spend, i) => (supply[i] === null ? null : spend - supply[i]!)),
          ),
          make.row(
            'leakage_surplus_factor',
            said('row_leakage'),
            'index',
            'higher',
            demand.map((spend, i) => (supply[i] === null ? null : leakageSurplusFactor(spend, supply[i]!))),
          ),
        ]),
  ];
}
