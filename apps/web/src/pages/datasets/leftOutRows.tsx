import type { Dataset } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

interface LeftOutRowsProps {
  readonly leftOut: NonNullable<Dataset['leftOut']>;
  readonly columns: readonly string[];
}

/** The rows of a file that were left out: how many, and what stands in the first of them. */
export function LeftOutRows({ leftOut: { count, lines, rows }, columns }: LeftOutRowsProps) {
  const { say } = useText();
  const { number } = useFormat();
  const widest = Math.max(...rows.map(({ cells }) => cells.length), 0);
  return (
    <div className="stack-tight" data-left-out={count}>
      <p className="field-error small" data-fault="uneven">
        {say('datasets.file.leftOut', {
          count,
          rows: number(count),
          columns: number(columns.length),
          lines: `${lines.join(', ')}${count > lines.length ? ' …' : ''}`,
        })}
      </p>
      {rows.length > 0 && (
        <details>
          <summary>{say('datasets.leftOutRows', { count: rows.length, rows: number(rows.length) })}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
          <section className="table-scroll dataset-rows" tabIndex={0} aria-label={say('datasets.leftOutTable')}>
            <table className="twin-table">
              <thead>
                <tr>
                  <th scope="col">{say('datasets.line')}</th>
                  {Array.from({ length: widest }, (_, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
                    <th key={i} scope="col">
                      <bdi>{columns[i] ?? number(i + 1)}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ line, cells }) => (
                  <tr key={line}>
                    <th scope="row">{number(line)}</th>
                    {Array.from({ length: widest }, (_, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                      <td key={i}>
                        <bdi>{cells[i]}</bdi>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </div>
  );
}
