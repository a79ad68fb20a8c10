import {
  type Bar,
  bars,
  chooseFields,
  type FigureTable,
  type Row,
  type Section,
  wholeOf,
} from '@hinterland/answers/words';
import type { Tables } from './tables.ts';

/** Rows of a topic in the table that stands for the picture of all. */
const ROWS_OF_TOPIC = 3;

/** Residents by age where that was asked, and the topics beside the areas around. */
export function tellTables(
  { parts, topics, benchmarks }: Pick<Tables, 'parts' | 'topics' | 'benchmarks'>,
  currency: string | null,
  pointer: string,
): readonly Section[] {
  const whole = wholeOf(parts);
  if (whole === undefined) return [];
  const ages = topics.find(({ code }) => code === 'age_classes');
  const values = ages?.available === true ? (ages.figures[whole.id]?.values ?? {}) : {};
  const columns = Object.entries(values).flatMap(([field, value]): Bar[] => {
    const [, from, to] = /^total_(\d+)_(\d+|plus)$/.exec(field) ?? [];
    if (from === undefined || value === null) return [];
    return [{ id: field, name: to === 'plus' ? `${from}+` : `${from}–${to}`, value }];
  });
  const table = tableOf(whole.id, { topics, benchmarks }, currency, pointer);
  return [
    { title: { text: 'chart.ages' }, parts: [bars('columns', { unit: 'persons' }, columns)] },
    { parts: [{ kind: 'picture', picture: 'topics', pointer, ...(table === null ? {} : { table }) }] },
  ];
}

/** The figures that a topic is known by, here and in the areas around; null without any. */
function tableOf(
  whole: string,
  { topics, benchmarks }: Pick<Tables, 'topics' | 'benchmarks'>,
  currency: string | null,
  pointer: string,
): FigureTable | null {
  const around = benchmarks.flatMap((one) => (one.available ? [{ id: one.level, name: one.name }] : []));
  const rows = topics.flatMap((topic, i): Row[] => {
    if (!topic.available || !(whole in topic.figures)) return [];
    const { headline, rates, shares } = chooseFields(topic);
    const fields = [...new Set([...(headline === undefined ? [] : [headline]), ...rates, ...shares])];
    return fields.slice(0, ROWS_OF_TOPIC).map((field): Row => {
      const isShare = shares.includes(field);
      const unit = isShare ? 'share' : topic.fields[field]!.unit;
      return {
        id: `${topic.code} ${field}`,
        group: { code: topic.code },
        title: { census: field, meaning: topic.fields[field]!.meaning },
        unit: { unit, currency },
        cells: [whole, ...around.map(({ id }) => id)].map((id) => {
          const figures = topic.figures[id];
          const share = figures?.shares[field] ?? null;
          return {
            value: isShare ? (share === null ? null : share / 100) : (figures?.values[field] ?? null),
            pointer: `${pointer}/topics/${i}/figures/${id}/${isShare ? 'shares' : 'values'}/${field}`,
            unit,
          };
        }),
      };
    });
  });
  return rows.length === 0
    ? null
    : { kind: 'table', columns: [{ text: 'here' }, ...around.map(({ name }) => name)], rows };
}
