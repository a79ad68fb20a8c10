import { chooseFields } from '@hinterland/answers/words';
import { sectorOf } from '@hinterland/catalogue';
import { perTenThousand, storesBySector, storesInAreas } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { openStores } from '../markets/shops.ts';
import type { Tables } from '../people/tables.ts';
import type { ComparedFigure } from './schema.ts';

/** Ids of the parts in which the tables have the areas compared, and of that which holds them. */
interface Parts {
  readonly ids: readonly string[];
  readonly whole: string;
}

type Topic = Tables['topics'][number];
type Published = Extract<Topic, { available: true }>;

/** Ages that planners ask about; the classes of five years are read as a chart. */
const AGES = /^aged_\d+_(\d+|plus)$/;
/** Topics without ages have them. */
const SEXES = ['male', 'female'];

/** The figures of a topic that compare areas: all residents, the best known one, other means, medians and rates, then shares. */
export function figuresOfTopic(topic: Topic, parts: Parts): ComparedFigure[] {
  if (!topic.available) return [];
  const { headline, rates, shares } = chooseFields(topic);
  const isOfAges = topic.code === 'age_classes';
  const ages = Object.keys(topic.fields).filter((name) => AGES.test(name) && topic.fields[name]!.available);
  const first = topic.code === 'residents' ? ['total'] : rates.filter((name) => name === headline);
  const values = new Set([...first, ...rates]);
  return [
    ...[...values].map((field) => figureOf(topic, field, 'values', parts)),
    ...[...shares, ...ages]
      .filter((name) => !isOfAges || !SEXES.includes(name))
      .map((field) => figureOf(topic, field, 'shares', parts)),
  ].filter(isKnown);
}

function figureOf(topic: Published, field: string, member: 'values' | 'shares', { ids, whole }: Parts): ComparedFigure {
  const { meaning, unit } = topic.fields[field]!;
  const of = (id: string) => topic.figures[id]?.[member][field] ?? null;
  return {
    id: `${topic.code}.${field}`,
    group: topic.code,
    field,
    unit: member === 'shares' ? 'percent' : unit,
    meaning,
    values: ids.map(of),
    whole: of(whole),
  };
}

/** An area as stores are counted in it: its row, and its residents. */
interface Counted {
  readonly row: number;
  readonly residents: number | null;
}

/** Open stores of all sectors and of each, for 10,000 residents and by themselves, of areas and of that which holds them, the last. */
export function figuresOfStores(territory: Territory, areas: readonly Counted[]): ComparedFigure[] {
  if (territory.players === null) return [];
  const bySector = [...storesBySector(territory)].flatMap(([code, rows]) => {
    const sector = sectorOf(code);
    return sector === undefined ? [] : [{ code, meaning: sector.names.en, rows }];
  });
  const lists = [{ code: '', meaning: '', rows: openStores(territory) }, ...bySector];
  const counted = lists.map(({ rows, ...named }) => ({ ...named, counts: storesInAreas(territory, rows) }));
  const figure = (group: 'stores' | 'storesPer10000', { code, meaning, counts }: (typeof counted)[number]) => {
    const values = areas.map(({ row, residents }) =>
      group === 'stores' ? counts[row]! : roundedOrNull(perTenThousand(counts[row]!, residents)),
    );
    return {
      id: code === '' ? group : `${group}.${code}`,
      group,
      field: code,
      unit: group === 'stores' ? 'stores' : 'stores_per_10000',
      meaning,
      values: values.slice(0, -1),
      whole: values.at(-1) ?? null,
    };
  };
  return [
    ...counted.map((one) => figure('storesPer10000', one)),
    ...counted.map((one) => figure('stores', one)),
  ].filter(isKnown);
}

const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));

/** Whether any area has the figure, and not each of them nothing. */
const isKnown = ({ values }: ComparedFigure): boolean => values.some((value) => value !== null && value !== 0);
