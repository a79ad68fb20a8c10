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

/** The figures of a topic that compare areas: all residents, then means, medians and rates, then shares. */
export function figuresOfTopic(topic: Topic, parts: Parts): ComparedFigure[] {
  if (!topic.available) return [];
  const { rates, shares } = chooseFields(topic);
  const counts = topic.code === 'residents' ? ['total'] : [];
  return [
    ...[...counts, ...rates].map((field) => figureOf(topic, field, 'values', parts)),
    ...shares.map((field) => figureOf(topic, field, 'shares', parts)),
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
