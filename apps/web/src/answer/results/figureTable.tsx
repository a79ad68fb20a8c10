import type { ReactNode } from 'react';
import { useJoint } from '../../ui/pointed.tsx';

export interface FigureRow {
  readonly id: string;
  readonly title: ReactNode;
  readonly unit?: string;
  /** Language of a title that the service wrote. */
  readonly lang?: string;
  readonly cells: readonly ReactNode[];
}

interface FigureTableProps {
  readonly caption: string;
  /** Head of the column of titles: what they are, or the unit of all rows. */
  readonly head?: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** Columns that mostly fit beside their titles; more of them scroll. */
const COLUMNS_THAT_FIT = 4;

/** Figures by row, parts by column; the first column stays while the others scroll. One column without a name has no head. */
export function FigureTable({ caption, head, columns, rows }: FigureTableProps) {
  const joint = useJoint();
  return (
    <div className="table-scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
      <table className="result-table" data-matrix={columns.length > COLUMNS_THAT_FIT ? 'scrolls' : 'fits'} tabIndex={0}>
        <caption className="visually-hidden">{caption}</caption>
        {(head !== undefined || columns.some((column) => column !== '')) && (
          <thead>
            <tr>
              {head === undefined ? <td /> : <th scope="col">{head}</th>}
              {columns.map((column, i) => {
                const Tag = column === '' ? 'td' : 'th';
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name
                  <Tag key={i} className="number" {...(Tag === 'th' ? { scope: 'col' } : {})}>
                    <bdi>{column}</bdi>
                  </Tag>
                );
              })}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ id, title, unit = '', lang, cells }) => (
            <tr key={id} {...joint(id)}>
              <th scope="row">
                <span lang={lang}>{title}</span>
                {unit !== '' && <span className="soft small"> {unit}</span>}
              </th>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells follow the columns
                <td key={i} className="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
