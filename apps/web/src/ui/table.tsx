import type { ReactNode } from 'react';

export interface Column<R> {
  readonly id: string;
  readonly title: string;
  /** Figures stand at the end of their cell. */
  readonly number?: boolean;
  readonly nowrap?: boolean;
  readonly cell: (row: R) => ReactNode;
}

/** Content of a cell without a value; on a phone such a cell is left out. */
export const NOTHING = '–';

interface TableProps<R> {
  /** Caption of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
  /** How rows stand on a phone: as cards whose cells say their column, or as lines of a log, with figures at their end. */
  readonly onPhone?: 'cards' | 'lines';
}

export function Table<R>({ caption, columns, rows, keyOf, onPhone = 'cards' }: TableProps<R>) {
  return (
    <div className="table-scroll">
      <table className="table" data-phone={onPhone}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title, number }) => (
              <th key={id} scope="col" {...(number === true ? { className: 'number' } : {})}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ id, title, number, nowrap, cell }) => {
                const content = cell(row);
                return (
                  <td
                    key={id}
                    data-column={id}
                    data-label={title}
                    {...(content === NOTHING ? { 'data-empty': '' } : {})}
                    {...(content === null || content === false ? { 'data-none': '' } : {})}
                    {...(number === true ? { className: 'number' } : {})}
                    {...(nowrap === true ? { 'data-nowrap': '' } : {})}
                  >
                    <span>{content}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
