import { originOf } from '@hinterland/answers';
import { valuesAt } from '@hinterland/answers/columns';
import type { PlacedRow, RowsTable } from '@hinterland/answers/parquet';
import { creditsOf, type Thousandths, thousandthsOf } from '../../organizations/credits/amounts.ts';
import type { DatasetRecord, RowRecord } from '../datasets/dataset.ts';
import { isMatched } from '../datasets/reasons.ts';
import { positionsOf } from '../datasets/roles.ts';
import type { PartAnswers, PartQuestion } from './answer.ts';

/** A part with what each of its rows costs. */
export interface PricedTable extends RowsTable {
  readonly dues: readonly Thousandths[];
}

/** Places of the rows that have one in the territory. */
export const placesOf = (rows: readonly RowRecord[]): PartQuestion['points'] =>
  rows.filter(isPlaced).map(({ lat, lng }) => ({ lat: lat as number, lng: lng as number }));

const isPlaced = ({ reason, lat }: RowRecord): boolean => isMatched(reason) && lat !== null;

/** Puts the answers of the placed rows among all rows of a part. */
export function tableOf(
  dataset: DatasetRecord,
  rows: readonly RowRecord[],
  answers: PartAnswers,
  { lease, options }: Pick<PartQuestion, 'lease' | 'options'>,
): PricedTable {
  const idAt = positionsOf(dataset.columns ?? [], dataset.mapping ?? {}).id ?? -1;
  let answered = 0;
  const at = rows.map((row) => (isPlaced(row) ? answered++ : -1));
  if (answered !== answers.rows.length) throw new Error(`${answers.rows.length} answers for ${answered} rows`);
  const outcomes = at.map((i) => (i < 0 ? null : answers.rows[i]!));
  const dues = outcomes.map((outcome) => (outcome?.status === 'done' ? thousandthsOf(outcome.creditsDue) : 0));
  const placed = rows.map(({ index, cells, lat, lng, reason }, i): PlacedRow => {
    const outcome = outcomes[i] ?? { status: 'failed', reason, detail: withoutPlace(reason) };
    const failed = outcome.status === 'failed' ? outcome : null;
    const id = cells[idAt]?.trim() ?? '';
    return {
      id: id === '' ? `${index + 1}` : id,
      row: index + 1,
      place: lat === null || lng === null ? null : { lat, lng },
      status: outcome.status,
      reason: failed?.reason ?? null,
      detail: failed?.detail ?? null,
      creditsCharged: creditsOf(dues[i]!),
    };
  });
  return {
    rows: placed,
    dues,
    columns: answers.columns,
    values: answers.values.map((values) => valuesAt(values, at)),
    more: at.map((i) => (i < 0 ? null : answers.more[i]!)),
    metadata: metadataOf(answers, options, lease),
  };
}

const withoutPlace = (reason: string): string =>
  reason === 'outside'
    ? 'The row lies outside the territory.'
    : 'The row has no place. Geocode the dataset, or place the row by hand.';

function metadataOf({ metadata }: PartAnswers, options: object, { generation }: PartQuestion['lease']) {
  const { action, territory, sources } = originOf('enrich.point', [generation.territory]);
  const own = new Map<string, string>([
    ...metadata,
    ['action', action],
    ['input', JSON.stringify(options)],
    ['territory', JSON.stringify(territory)],
    ['dataVersion', JSON.stringify(generation.territory.dataVersion)],
    ['sources', JSON.stringify(sources)],
  ]);
  return [...own];
}

/** What is charged and counted of a part. */
export function countsOf({ rows, dues }: PricedTable) {
  const counts: Record<string, number> = {};
  for (const { reason } of rows) counts[reason ?? 'done'] = (counts[reason ?? 'done'] ?? 0) + 1;
  return {
    failed: rows.filter(({ status }) => status === 'failed').length,
    due: dues.reduce((sum, due) => sum + due, 0),
    counts,
  };
}

/** The first rows of a part that cost no more than `room` together; null where the first one does. */
export function withinRoom(table: PricedTable, room: Thousandths): PricedTable | null {
  let sum = 0;
  let count = 0;
  for (const due of table.dues) {
    if (sum + due > room) break;
    sum += due;
    count += 1;
  }
  if (count === 0) return null;
  return {
    ...table,
    rows: table.rows.slice(0, count),
    dues: table.dues.slice(0, count),
    values: table.values.map((values) => values.slice(0, count)),
    more: table.more.slice(0, count),
  };
}
