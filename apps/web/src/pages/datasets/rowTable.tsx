import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { DatasetPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Dataset, DatasetRow } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { NumberField } from '../../ui/numberField.tsx';
import { useJoint } from '../../ui/pointed.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { reasonText } from './reasons.ts';

const STATES = ['unplaced', 'outside', 'approximate', 'by_hand', 'placed'] as const;
type Shown = (typeof STATES)[number] | 'all';
/** Rows of a page. */
const ROWS = 50;
/** Most columns of the file that are shown; the download has all. */
const COLUMNS_MAX = 24;

interface RowTableProps {
  readonly dataset: Dataset;
  readonly path: DatasetPath;
  readonly picked: number | null;
  readonly onPick: (index: number) => void;
}

/** The rows page by page, however many there are: all, or those whose place needs a person. */
export function RowTable({ dataset, path, picked, onPick }: RowTableProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [search, setSearch] = useSearchParams();
  const shown = (['all', ...STATES] as const).find((name) => name === search.get('rows')) ?? 'all';
  const [from, setFrom] = useState(0);
  /** First rows of the pages before this one. */
  const [before, setBefore] = useState<readonly number[]>([]);
  const query = `from=${from}&limit=${ROWS}${shown === 'all' ? '' : `&state=${shown}`}`;
  const page = useResource(`${path}/rows?${query}`);
  const columns = (dataset.columns ?? []).slice(0, COLUMNS_MAX);
  const totals: Readonly<Record<Shown, number>> = { all: dataset.rows, ...dataset.states };
  const choices = (['all', ...STATES] as const)
    .filter((id) => id === 'all' || id === shown || totals[id] > 0)
    .map((id) => ({ id, name: say('datasets.show', { what: say(`datasets.state.${id}`), rows: number(totals[id]) }) }));
  const show = (next: Shown) => {
    setFrom(0);
    setBefore([]);
    setSearch(
      (old) => {
        const wanted = new URLSearchParams(old);
        if (next === 'all') wanted.delete('rows');
        else wanted.set('rows', next);
        return wanted;
      },
      { replace: true },
    );
  };
  const turn = (next: number, past: readonly number[]) => {
    setFrom(next);
    setBefore(past);
  };
  return (
    <section className="card" aria-label={say('datasets.rows')}>
      <div className="card-head">
        <h2>{say('datasets.rows')}</h2>
      </div>
      <div className="dataset-filters">
        <Segments label={say('datasets.rows')} choices={choices} value={shown} onChange={show} />
      </div>
      <Loaded query={page} lines={6}>
        {({ data, next, total }) =>
          data.length === 0 ? (
            <Empty title={say('datasets.noRows')} />
          ) : (
            <>
              <Rows rows={data} columns={columns} picked={picked} onPick={onPick} />
              <div className="card-foot dataset-pages">
                <Button
                  isDisabled={from === 0}
                  onPress={() => turn(before.at(-1) ?? Math.max(0, from - ROWS), before.slice(0, -1))}
                >
                  {say('datasets.previous')}
                </Button>
                <span role="status" className="small">
                  {say('datasets.page', {
                    first: number((data[0]?.index ?? 0) + 1),
                    last: number((data.at(-1)?.index ?? 0) + 1),
                    rows: number(total),
                  })}
                </span>
                <Button isDisabled={next === null} onPress={() => next !== null && turn(next, [...before, from])}>
                  {say('datasets.next')}
                </Button>
                {shown === 'all' && dataset.rows > ROWS && (
                  <NumberField
                    label={say('datasets.goTo')}
                    value={null}
                    minValue={1}
                    maxValue={dataset.rows}
                    onChange={(no) => no !== null && turn(no - 1, [])}
                  />
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly DatasetRow[];
  readonly columns: readonly string[];
  readonly picked: number | null;
  readonly onPick: (index: number) => void;
}

function Rows({ rows, columns, picked, onPick }: RowsProps) {
  const { say } = useText();
  const joint = useJoint();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard
    <section className="table-scroll dataset-rows" tabIndex={0} aria-label={say('datasets.rowsTable')}>
      <table className="twin-table">
        <caption className="visually-hidden">{say('datasets.rows')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('datasets.no')}</th>
            <th scope="col">{say('datasets.place')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, cells, state, reason }) => (
            <tr key={index} {...joint(String(index))} {...(picked === index ? { 'data-picked': '' } : {})}>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  aria-label={say('datasets.pick', { no: index + 1 })}
                  aria-pressed={picked === index}
                  onClick={() => onPick(index)}
                >
                  {index + 1}
                </button>
              </th>
              <td>
                <span className="badge" data-kind={KINDS[state]} title={reasonText(say, reason)}>
                  {say(`datasets.state.${state}`)}
                </span>
              </td>
              {columns.map((column, i) => (
                <td key={column}>
                  <bdi>{cells[i]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const KINDS: Readonly<Record<DatasetRow['state'], string>> = {
  placed: 'info',
  by_hand: 'good',
  approximate: 'warning',
  outside: 'error',
  unplaced: 'error',
};
