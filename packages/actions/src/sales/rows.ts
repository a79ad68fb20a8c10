import { holdsSales, plainName } from '@hinterland/catalogue/columns';
import { numberColumn } from '@hinterland/catalogue/numbers';
import { readPeriod } from './period.ts';

/** A row of a table of sales that has a place. */
export interface SalesRow {
  /** Its number in the file, from 1. */
  readonly no: number;
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  readonly cells: readonly string[];
}

/** Whether a column has a role, by its name as letters and digits alone. */
const COLUMNS = {
  amount: { test: holdsSales },
  period:
    /^(period|year|month|quarter|date|jahr|monat|quartal|zeitraum|periode|annee|mois|trimestre|ano|mes|anno|mese|periodo|fiscalyear)$/,
  squareMeters:
    /^(squaremeters|sqm|m2|floorarea\w*|salesarea\w*|area|size|verkaufsflache\w*|vkf|flache|surface\w*|superficie\w*|metriquadr\w*)$/,
  openedAt:
    /^(openedat|opened|openingdate|opening|eroffnung\w*|eroffnet|ouverture|dateouverture|apertura|fechaapertura|dataapertura)$/,
  format: /^(format|type|storetype|kind|banner|formato|typ|betriebsform|tipo)$/,
  currency: /^(currency|wahrung|devise|moneda|valuta)$/,
} as const;
type Role = keyof typeof COLUMNS;

/** Stores as `market.calibrate` takes them, made from the rows of a table; how its columns were understood; or why it cannot be. */
export type SalesTable =
  | { readonly fault: string }
  | { readonly fault: null; readonly stores: readonly Record<string, unknown>[]; readonly notes: readonly string[] };

/**
 * Reads stores with their sales: one row per store, or one per store and period, told by equal ids. Columns are recognized by
 * their names; columns of numbers that are none of these, in every row, are attributes. In: names of all columns, those that say
 * what and where a row is by their positions.
 */
export function salesOfRows(
  columns: readonly string[],
  placed: ReadonlySet<number>,
  rows: readonly SalesRow[],
): SalesTable {
  const roles: Partial<Record<Role, number>> = {};
  columns.forEach((column, at) => {
    if (placed.has(at)) return;
    const name = plainName(column);
    for (const role of Object.keys(COLUMNS) as Role[]) {
      if (roles[role] === undefined && COLUMNS[role].test(name)) {
        roles[role] = at;
        return;
      }
    }
  });
  if (roles.amount === undefined) {
    return { fault: `No column holds sales. Name it "sales", "amount" or "revenue"; there are ${columns.join(', ')}.` };
  }
  const numbersOf = (at: number) => numberColumn(rows.map(({ cells }) => cells[at] ?? ''));
  const amounts = numbersOf(roles.amount);
  const open = amounts.unread.find(({ fault }) => fault === 'ambiguous');
  if (open !== undefined) {
    return {
      fault: `Row ${rows[open.at]!.no} of "${columns[roles.amount]}": ${JSON.stringify(open.text)} may have thousands or decimals. Write thousands without a sign between them.`,
    };
  }
  const areas = roles.squareMeters === undefined ? null : numbersOf(roles.squareMeters);
  const attributes = columns.flatMap((name, at) => {
    if (placed.has(at) || Object.values(roles).includes(at)) return [];
    const { values, unread } = numbersOf(at);
    return unread.length === 0 && values.every((value) => value !== null) ? [{ name, values }] : [];
  });
  const text = (row: SalesRow, role: Role) => (roles[role] === undefined ? '' : (row.cells[roles[role]!] ?? '').trim());
  const stores = new Map<string, Record<string, unknown> & { sales: unknown }>();
  for (const [i, row] of rows.entries()) {
    const amount = amounts.values[i] ?? null;
    const period = text(row, 'period');
    if (period !== '' && readPeriod(period) === null) {
      return {
        fault: `Row ${row.no}: ${JSON.stringify(period)} is no period. Write a year, a quarter or a month: 2025, 2025-Q1, 2025-03.`,
      };
    }
    const sales = period === '' ? amount : [{ period, amount }];
    const known = stores.get(row.id);
    if (known !== undefined) {
      if (!Array.isArray(known.sales) || !Array.isArray(sales)) {
        return {
          fault: `Row ${row.no}: the store ${row.id} is there twice, without a period that tells the rows apart.`,
        };
      }
      known.sales.push(...sales);
      continue;
    }
    const area = areas?.values[i] ?? null;
    const openedAt = text(row, 'openedAt');
    const isDate = /^\d{4}-\d{2}(-\d{2})?$/.test(openedAt);
    stores.set(row.id, {
      id: row.id,
      lat: row.lat,
      lng: row.lng,
      sales,
      ...(row.name === '' ? {} : { name: row.name }),
      ...(area !== null && area >= 1 ? { squareMeters: area } : {}),
      ...(isDate ? { openedAt } : {}),
      ...(text(row, 'format') === '' ? {} : { format: text(row, 'format').slice(0, 100) }),
      ...(/^[A-Z]{3}$/.test(text(row, 'currency')) ? { currency: text(row, 'currency') } : {}),
      ...(attributes.length === 0
        ? {}
        : { attributes: Object.fromEntries(attributes.slice(0, 8).map(({ name, values }) => [name, values[i]!])) }),
    });
  }
  const notes = (Object.entries(roles) as [Role, number][]).map(([role, at]) => `"${columns[at]}" is read as ${role}.`);
  if (attributes.length > 0)
    notes.push(
      `Attributes: ${attributes
        .slice(0, 8)
        .map(({ name }) => name)
        .join(', ')}.`,
    );
  return { fault: null, stores: [...stores.values()], notes };
}
