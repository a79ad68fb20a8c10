import type { ReactNode } from 'react';

interface FigureTableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly unit: string;
    readonly cells: readonly ReactNode[];
  }[];
}

/** Figures by row, parts by column; the first column stays while the others scroll. */
export function FigureTable({ caption, columns, rows }: FigureTableProps) {
  return (
    <section className="table-scroll" aria-label={caption}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
      <table className="table result-table" data-matrix tabIndex={0}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, unit, cells }) => (
            <tr key={id}>
              <th scope="row">
                <span lang="en">{title}</span>
                {unit !== '' && <span className="soft small"> {unit}</span>}
              </th>
              {cells.map((cell, i) => (
                <td key={columns[i]} className="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
