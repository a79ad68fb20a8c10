import { useState } from 'react';
import { useFigures } from '../../../answer/results/figure.ts';
import { useNames } from '../../../fields/title.ts';
import { type LayerTable, rowName } from '../../../map/data/rows.ts';
import { type TextKey, useText } from '../../../text/index.ts';
import { useJoint } from '../../../ui/pointed.tsx';
import { look, useLooked } from '../useLooked.ts';

const SHOWN_MAX = 100;
/** Members whose values have names of their own among the texts. */
const NAMED = ['state', 'part'];

/** A layer as a table: a row for each feature. Pointing at a row shows the feature; its button selects it. */
export function TwinTable({ table: { layer, columns, rows } }: { table: LayerTable }) {
  const { say } = useText();
  const names = useNames();
  const { text, unit } = useFigures();
  const joint = useJoint();
  const search = useLooked();
  const [isWhole, setWhole] = useState(false);
  const selected = search.get('select');
  const select = (row: string) =>
    look((before) => {
      const next = new URLSearchParams(before);
      if (row === selected) next.delete('select');
      else next.set('select', row);
      return next;
    });
  const shownOf = (value: unknown, name: string): string =>
    typeof value !== 'string'
      ? text(value, name)
      : name === 'mode'
        ? names.value(value)
        : NAMED.includes(name)
          ? say(`part.${value}` as TextKey)
          : text(value, name);
  return (
    <div className="twin-rows">
      <table className="twin-table">
        <caption className="visually-hidden">{say(`studio.twin.${layer}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{say('studio.twin.no')}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className={isNumber(rows, name) ? 'number' : undefined}>
                {names.field(name)}
                {unit(name) !== '' && <span className="soft"> {unit(name)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, SHOWN_MAX)).map(({ joint: id, cells }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is the n-th feature of its layer
            <tr key={`${id} ${i}`} {...joint(id)} data-selected={selected === rowName(layer, i) ? '' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="link"
                  aria-pressed={selected === rowName(layer, i)}
                  aria-label={say('studio.twin.select', { no: i + 1, name: String(cells.name ?? '') })}
                  onClick={() => select(rowName(layer, i))}
                >
                  {i + 1}
                </button>
              </th>
              {columns.map((name) => (
                <td key={name} className={isNumber(rows, name) ? 'number' : undefined}>
                  {cells[name] === undefined || cells[name] === '' ? '' : <bdi>{shownOf(cells[name], name)}</bdi>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN_MAX && !isWhole && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('studio.rows.all', { count: rows.length })}
        </button>
      )}
    </div>
  );
}

const isNumber = (rows: LayerTable['rows'], name: string): boolean => typeof rows[0]?.cells[name] === 'number';
