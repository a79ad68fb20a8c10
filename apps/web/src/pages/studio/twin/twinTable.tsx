import { useMemo, useState } from 'react';
import { useText } from '../../../text/index.ts';
import { useFormat } from '../../../ui/format.ts';
import { useJoint } from '../../../ui/pointed.tsx';
import { look, useLooked } from '../useLooked.ts';
import { CopyRows } from './copyRows.tsx';
import { deskRows, type NumberedRow, nextOrder, type Order } from './deskRows.ts';
import type { DeskTable } from './deskTables.ts';

const SHOWN_MAX = 100;

/** A table of the drawer: filtered, ordered by a column, copied. Pointing at a row shows it on the map; its number selects it. */
export function TwinTable({ table }: { table: DeskTable }) {
  const { say } = useText();
  const { number } = useFormat();
  const { columns, rows, shownOf, title } = table;
  const [wanted, want] = useState('');
  const [order, setOrder] = useState<Order | null>(null);
  const [isWhole, setWhole] = useState(false);
  const found = useMemo(
    () =>
      deskRows(
        rows,
        columns.map(({ name }) => name),
        wanted,
        order,
        shownOf,
      ),
    [rows, columns, wanted, order, shownOf],
  );
  return (
    <div className="twin-rows">
      <div className="twin-tools">
        <input
          type="search"
          className="input"
          aria-label={say('studio.twin.filter')}
          placeholder={say('studio.twin.filter')}
          value={wanted}
          onChange={({ target }) => want(target.value)}
        />
        <span className="soft small" role="status">
          {wanted.trim() !== '' && say('studio.twin.shown', { count: number(found.length), all: number(rows.length) })}
        </span>
        <CopyRows table={table} rows={found} />
      </div>
      <table className="twin-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{say('studio.twin.no')}</th>
            {columns.map(({ name, title: own, unit }) => (
              <th
                key={name}
                scope="col"
                className={isNumber(rows, name) ? 'number' : undefined}
                aria-sort={order?.column === name ? (order.isDown ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" onClick={() => setOrder(nextOrder(order, name, isNumber(rows, name)))}>
                  {own}
                  {unit !== '' && <span className="soft"> {unit}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? found : found.slice(0, SHOWN_MAX)).map((row) => (
            <DeskRow key={`${row.joint} ${row.no}`} table={table} row={row} />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="soft small">{say('studio.twin.nothing')}</p>}
      {found.length > SHOWN_MAX && !isWhole && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('studio.rows.all', { count: found.length })}
        </button>
      )}
    </div>
  );
}

function DeskRow({ table: { columns, rows, rowName, shownOf }, row }: { table: DeskTable; row: NumberedRow }) {
  const { say } = useText();
  const joint = useJoint();
  const selected = useLooked().get('select');
  const { no, cells } = row;
  const name = rowName(row, no);
  const isSelected = name !== null && selected === name;
  const select = () =>
    look((before) => {
      const next = new URLSearchParams(before);
      if (isSelected || name === null) next.delete('select');
      else next.set('select', name);
      return next;
    });
  return (
    <tr {...joint(row.joint)} data-selected={isSelected ? '' : undefined}>
      <th scope="row">
        {name === null ? (
          no + 1
        ) : (
          <button
            type="button"
            className="link"
            aria-pressed={isSelected}
            aria-label={say('studio.twin.select', { no: no + 1, name: String(cells.name ?? '') })}
            onClick={select}
          >
            {no + 1}
          </button>
        )}
      </th>
      {columns.map(({ name: column }) => (
        <td key={column} className={isNumber(rows, column) ? 'number' : undefined}>
          {isNothing(cells[column]) ? '' : <bdi>{shownOf(cells[column], column)}</bdi>}
        </td>
      ))}
    </tr>
  );
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

const isNumber = (rows: DeskTable['rows'], column: string): boolean =>
  typeof rows.find(({ cells }) => !isNothing(cells[column]))?.cells[column] === 'number';
