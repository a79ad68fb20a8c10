import { type AmountUnit, type SalesRole, salesHeading } from '@hinterland/catalogue/columns';
import { monthNamed, readPeriod } from './period.ts';

/** A column of a sheet of sales with its role. */
export interface SheetColumn {
  readonly at: number;
  readonly name: string;
  /** Null for a column that nobody has given a role, and whose name says none. */
  readonly role: SalesRole | null;
  /** Of sales: the period of the column; null where rows tell it, or none. */
  readonly period: string | null;
  readonly unit: AmountUnit;
}

/** Year of months that are told by their names alone: after every opening, so that no store was closed in them for its date. */
const NO_YEAR = '2099';

/** The period of a column as people read it; null where it has none, or its head alone says it. */
export const periodSaid = ({ period }: SheetColumn): string | null =>
  period === null || period.startsWith(NO_YEAR) ? null : period;

/** Gives each column a role: the one that the caller says, else that of its name. In: positions of columns that say what and where a row is. */
export function sheetColumns(
  columns: readonly string[],
  placed: ReadonlySet<number>,
  roles: Readonly<Record<string, SalesRole>>,
): SheetColumn[] {
  const found = columns.flatMap((name, at): SheetColumn[] => {
    const said = roles[name];
    if (placed.has(at) && said === undefined) return [];
    const { role, period, unit } = salesHeading(name);
    const isPeriod = role === null && (readPeriod(name) !== null || monthNamed(name) !== null);
    // Whoever calls it an attribute: what follows from sales is no reason for them.
    const own = said === 'attribute' && role === 'follows' ? role : (said ?? (isPeriod ? 'sales' : role));
    return [{ at, name, role: own, period: own === 'sales' ? periodOf(isPeriod ? name : period) : null, unit }];
  });
  // A column that is named first has its role; sales may stand in several.
  const taken = new Set<SalesRole>();
  return found.map((column) => {
    const { role } = column;
    if (role === null || role === 'sales' || role === 'attribute' || role === 'follows' || role === 'leftOut')
      return column;
    if (taken.has(role)) return { ...column, role: null };
    taken.add(role);
    return column;
  });
}

function periodOf(text: string): string | null {
  const plain = text.trim();
  if (plain === '') return null;
  if (readPeriod(plain) !== null) return plain;
  if (/^\d\d$/.test(plain)) return `20${plain}`;
  const month = monthNamed(plain);
  return month === null ? null : `${NO_YEAR}-${String(month).padStart(2, '0')}`;
}

/**
 * The columns whose sales count: those of periods, or the one that has none. A total beside its months is not counted again. Returns a sentence where
 * two columns hold the same.
 */
export function salesColumns(columns: readonly SheetColumn[]): readonly SheetColumn[] | string {
  const sales = columns.filter(({ role }) => role === 'sales');
  const told = sales.filter(({ period }) => period !== null);
  const plain = sales.filter(({ period }) => period === null);
  const months = told.reduce((sum, { period }) => {
    const { from, to } = readPeriod(period!)!;
    return sum + to - from;
  }, 0);
  const areParts =
    told.length > 1 && told.every(({ period }) => readPeriod(period!)!.to - readPeriod(period!)!.from < 12);
  if (areParts && months >= 12) return told;
  const named = (those: readonly SheetColumn[]) => those.map(({ name }) => JSON.stringify(name)).join(' and ');
  if (plain.length > 1 || (plain.length === 1 && told.length > 0)) {
    return `Columns ${named(sales)} all hold sales: say which one counts by its role, and leave the others out.`;
  }
  return plain.length === 1 ? plain : told;
}
