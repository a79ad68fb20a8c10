import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { FAULTS, type ReadRow } from './places.ts';

/** Most lines that a fault names. */
const LINES_MAX = 8;

/** Why rows of a list are no places, each fault with the lines of its rows. */
export function Faults({ read }: { read: readonly ReadRow[] }) {
  const { say } = useText();
  const { number } = useFormat();
  const faults = FAULTS.map((fault) => ({ fault, rows: read.filter((row) => row.fault === fault) }));
  if (faults.every(({ rows }) => rows.length === 0)) return null;
  return (
    <ul className="list small">
      {faults.map(({ fault, rows }) =>
        rows.length === 0 ? null : (
          <li key={fault} data-fault={fault} className="field-error">
            {say(`studio.table.fault.${fault}`, {
              count: rows.length,
              rows: number(rows.length),
              lines: rows
                .slice(0, LINES_MAX)
                .map(({ line }) => line)
                .join(', ')
                .concat(rows.length > LINES_MAX ? ' …' : ''),
            })}
          </li>
        ),
      )}
    </ul>
  );
}
