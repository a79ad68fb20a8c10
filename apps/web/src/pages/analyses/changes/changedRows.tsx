import { useMemo, useState } from 'react';
import { useFigures } from '../../../answer/results/figure.ts';
import { currencyOf } from '../../../answer/results/units.ts';
import type { Version } from '../../../api/types.ts';
import { useNames } from '../../../fields/title.ts';
import { useText, useWords } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import { type Column, NOTHING, Table } from '../../../ui/table.tsx';
import { byChange, changeIn, type RowChange, rowChanges } from './rowChanges.ts';

/** Rows that are shown at first, and that a press adds. */
const STEP = 20;

/** The stores, places or areas whose figures differ between two versions, the largest change first. */
export function ChangedRows({ a, b }: { a: Version; b: Version }) {
  const { say } = useText();
  const words = useWords();
  const names = useNames();
  const figures = useFigures();
  const { signed, percentSign } = useFormat();
  const found = useMemo(() => rowChanges(a.results, b.results), [a, b]);
  const [wanted, want] = useState<string | null>(null);
  const [shown, setShown] = useState(STEP);
  if (found === null) return null;
  const { columns, titled } = found;
  const by = columns.find((column) => column === wanted) ?? columns[0] ?? '';
  const rows = byChange(found.rows, by);
  const lastOf = (column: string) => column.slice(column.lastIndexOf('.') + 1);
  const text = (value: number, column: string): string => {
    const own = titled[column];
    return own === undefined ? figures.text(value, lastOf(column)) : words.short(value, own.unit);
  };
  const titleOf = (column: string): string => {
    const own = titled[column];
    if (own !== undefined)
      return `${words.title(own.title)}, ${words.tell({ unit: own.unit, currency: currencyOf(b.results) })}`;
    const unit = figures.unit(lastOf(column));
    return column.split('.').map(names.figure).join(', ') + (unit === '' ? '' : `, ${unit}`);
  };
  const cell = (row: RowChange, column: string) => {
    const both = row.figures[column] ?? [undefined, undefined];
    const [before, after] = both;
    if (before === undefined && after === undefined) return NOTHING;
    const change = changeIn(both);
    if (change === 0) return NOTHING;
    const percent =
      before === undefined || after === undefined || before === 0
        ? ''
        : ` (${signed(Math.round((1000 * change) / Math.abs(before)) / 10)}${percentSign})`;
    return (
      <>
        {change > 0 && '+'}
        {text(change, column)}
        {percent}
        <span className="block soft small">
          {before === undefined ? NOTHING : text(before, column)} →{' '}
          {after === undefined ? NOTHING : text(after, column)}
        </span>
      </>
    );
  };
  const what = names.field(found.name);
  const shownColumns: Column<RowChange>[] = [
    {
      id: 'what',
      title: what,
      cell: ({ name, state }) => (
        <>
          <bdi>{name}</bdi>
          {state !== 'both' && <span className="block soft small">{say(`change.row.${state}`)}</span>}
        </>
      ),
    },
    ...columns.map((column) => ({
      id: column,
      title: titleOf(column),
      number: true,
      cell: (row: RowChange) => cell(row, column),
    })),
  ];
  return (
    <section className="stack-tight changed-rows">
      {columns.length > 1 && (
        <Segments
          label={say('change.by')}
          choices={columns.map((id) => ({ id, name: titleOf(id) }))}
          value={by}
          onChange={want}
        />
      )}
      <Table
        caption={say('change.rows', { what })}
        columns={shownColumns}
        rows={rows.slice(0, shown)}
        keyOf={({ joint }) => joint}
      />
      {rows.length > shown && (
        <div className="card-foot">
          <Button onPress={() => setShown(shown + 5 * STEP)}>
            {say('history.more', { count: rows.length - shown })}
          </Button>
        </div>
      )}
    </section>
  );
}
