import '../../styles/desk.css';
import { chosenRows, type RowWishes } from '@hinterland/catalogue/columns';
import { useText } from '../../text/index.ts';
import { backRow, changedCell, leftOutRow, mergedRows } from '../rowDesk/choices.ts';
import { type DeskCell, type DeskRow, RowDesk } from '../rowDesk/rowDesk.tsx';
import type { Fault, ReadRow } from './places.ts';
import type { Roles, Table } from './table.ts';

/** Columns whose cells a fault is about, by their roles. */
const CELLS: Readonly<Record<Fault, readonly (keyof Roles)[]>> = {
  nothing: ['lat', 'lng', 'coordinates', 'address', 'street', 'postcode'],
  coordinates: ['lat', 'lng', 'coordinates'],
  swapped: ['lat', 'lng', 'coordinates'],
  unclear: ['lat', 'lng', 'coordinates'],
  notFound: ['address', 'number', 'street', 'postcode', 'locality'],
  twice: ['id'],
  outside: ['lat', 'lng', 'coordinates'],
  alike: [],
  total: [],
};

interface ListDeskProps {
  readonly table: Table;
  readonly roles: Roles;
  readonly read: readonly ReadRow[];
  readonly wishes: RowWishes;
  readonly onChange: (wishes: RowWishes) => void;
  /** Whether places outside the map stay in the list. */
  readonly keepsOutside?: boolean;
}

/** Names of the columns, which those of a list without a head get from their places. */
export const columnNames = ({ columns }: Table, nameOf: (no: number) => string): readonly string[] =>
  columns.map((name, at) => (name === '' ? nameOf(at + 1) : name));

/** The rows of a list that are no places, to be mended where they stand. */
export function ListDesk({ table, roles, read, wishes, onChange, keepsOutside = false }: ListDeskProps) {
  const { say } = useText();
  const columns = columnNames(table, (no) => say('studio.table.unnamed', { no }));
  const { rows, out } = withWishes(table, columns, wishes);
  const cellsOf = new Map([...rows, ...out.map(({ row }) => row)].map(({ no, cells }) => [no, cells]));
  const nameIn = (cells: readonly string[]) => cells[roles.name ?? -1] ?? cells[roles.id ?? -1] ?? cells[0] ?? '';
  const rowOf = ({ line, fault, like }: ReadRow): DeskRow => {
    const cells = cellsOf.get(line) ?? [];
    const shown = fault === null ? [] : CELLS[fault];
    return {
      no: line,
      name: nameIn(cells),
      fault,
      said:
        fault === null
          ? []
          : [
              say(fault === 'outside' && keepsOutside ? 'datasets.file.outside' : `studio.table.fault.${fault}`, {
                count: 1,
                rows: 1,
                lines: line,
              }),
            ],
      cells: shown.flatMap((role): DeskCell[] => {
        const at = roles[role];
        return at === undefined ? [] : [{ column: columns[at]!, value: cells[at] ?? '' }];
      }),
      like: like ?? null,
    };
  };
  const faulty = read.filter(({ fault }) => fault !== null && fault !== 'total');
  const totals = read.filter(({ fault }) => fault === 'total').map(rowOf);
  const asked = out.map(
    ({ row: { no, cells }, into }): DeskRow => ({
      no,
      name: nameIn(cells),
      said: [into === null ? say('studio.table.asked') : say('studio.table.merged', { line: into })],
      cells: [],
      like: null,
      comesBack: true,
    }),
  );
  const of = { dataset: '', ...wishes } as Parameters<typeof leftOutRow>[0];
  const keep = ({ dataset: _, ...next }: typeof of) => onChange(next);
  return (
    <RowDesk
      faults={faulty.map(rowOf)}
      leftOut={[...totals, ...asked].toSorted((a, b) => a.no - b.no)}
      onLeaveOut={(no) => keep(leftOutRow(of, no))}
      onTakeBack={(no) => keep(backRow(of, no))}
      onMerge={(first, no) => keep(mergedRows(of, first, no))}
      onCell={(no, column, value) => keep(changedCell(of, no, column, value))}
    />
  );
}

/** Rows of a list as the reader of the page wants them. */
export const withWishes = (table: Table, columns: readonly string[], wishes: RowWishes) =>
  chosenRows(
    columns,
    table.rows.map(({ line, cells }) => ({ no: line, cells })),
    wishes,
  );
