import { amountUnitOf, currencyCodeOf, isTotal, type SalesRole } from '@hinterland/catalogue/columns';
import {
  type DecimalMark,
  decimalMarkOf,
  isNothing,
  numberColumn,
  numberReadings,
  squareMetersIn,
} from '@hinterland/catalogue/numbers';
import type { RowFault, RowReason } from '@hinterland/contract';
import { type RowChoices, rowFaultOf } from '../rowDesk/choices.ts';
import { nearestReading, suggested } from '../rowDesk/suggest.ts';
import { totalRow } from '../rowDesk/twins.ts';
import { readDates, readPeriod } from './period.ts';
import { periodSaid, type SheetColumn, salesColumns, sheetColumns } from './sheet.ts';

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

/** Stores as `market.calibrate` takes them, made from the rows of a table; how its columns and rows were understood. */
export interface SalesTable {
  /** Why there are no stores; null where there are. */
  readonly fault: string | null;
  readonly columns: readonly SheetColumn[];
  readonly stores: readonly Record<string, unknown>[];
  readonly notes: readonly string[];
  /** Every fault of a row, whether it stops the call or leaves the row out. */
  readonly faults: readonly RowFault[];
  /** Rows of totals, which are no stores. */
  readonly totals: readonly RowFault[];
}

/** What a caller says of a table. */
export interface SalesTableOptions {
  /** Roles of columns by their names, in place of those that their names suggest. */
  readonly roles?: Readonly<Record<string, SalesRole>> | undefined;
  /** Whether rows with a fault are left out; without it they stop the call. */
  readonly faults?: RowChoices['faults'];
}

const ATTRIBUTES_MAX = 8;
const FAULTS_SHOWN = 12;
const SQUARE_FOOT = 0.3048 ** 2;
/** Square meters below which no store is: "1,600" is a thousand and more. */
const LEAST_AREA = 20;

/**
 * Reads stores with their sales: one row per store, or one per store and period, told by equal ids, or periods side by side. Each column has a role, by
 * its name unless the caller says it. What is in none is left out and named, and so is what follows from sales. All cells that are not
 * understood are named at once. In: names of all columns, those that say what and where a row is by their positions.
 */
export function salesOfRows(
  columns: readonly string[],
  placed: ReadonlySet<number>,
  given: readonly SalesRow[],
  { roles = {}, faults: asked = 'refuse' }: SalesTableOptions = {},
): SalesTable {
  const unknown = Object.keys(roles).filter((name) => !columns.includes(name));
  const sheet = sheetColumns(columns, placed, roles);
  const none = { columns: sheet, stores: [], notes: [], faults: [], totals: [] };
  if (unknown.length > 0)
    return { ...none, fault: `There is no column ${unknown.join(', ')}; there are ${columns.join(', ')}.` };
  const amountsIn = salesColumns(sheet);
  if (typeof amountsIn === 'string') return { ...none, fault: amountsIn };
  if (amountsIn.length === 0) {
    return {
      ...none,
      fault: `No column holds sales. Name it "sales", "amount" or "revenue", or say which one by its role; there are ${columns.join(', ')}.`,
    };
  }
  const areTotals = given.map(({ id, name }) => isTotal(id, name));
  const totals = given.filter((_, i) => areTotals[i]).map(({ no, id, name }) => totalRow(no, name || id));
  const rows = given.filter((_, i) => !areTotals[i]);
  const faults: RowFault[] = [];
  const of = (role: SalesRole) => sheet.find((column) => column.role === role);
  const cells = ({ at }: SheetColumn) => rows.map((row) => (row.cells[at] ?? '').trim());
  const fault: Fault = (i, { name, at }, reason, what, suggestion = null) => {
    const { no, id, name: called, cells } = rows[i]!;
    const cell = { column: name, value: (cells[at] ?? '').trim(), suggestion };
    const where = reason === 'period' ? `Row ${no}: ` : `Row ${no} of "${name}": `;
    faults.push(rowFaultOf(no, called || id, reason, where + what, cell));
  };

  const decimal = decimalOf(amountsIn.map((column) => ({ column, texts: cells(column) })));
  const amounts = amountsIn.map((column) => ({ column, ...amountsOf(cells(column), column, decimal, fault) }));
  const areaColumn = of('squareMeters') ?? of('squareFeet');
  const areas = areaColumn === undefined ? null : areasOf(cells(areaColumn), areaColumn, fault);
  const datesOf = (role: 'openedAt' | 'closedAt') => {
    const column = of(role);
    if (column === undefined) return null;
    const texts = cells(column).map((text) => (isNothing(text) ? '' : text));
    return readDates(texts).map((date, i) => {
      if (date === null && texts[i] !== '') {
        const two = /^\d{1,2}[/-]\d/.test(texts[i]!);
        const what = `${JSON.stringify(texts[i])} ${two ? 'may be two dates. Write' : 'is no date. Write'} 2025-08-01.`;
        fault(i, column, 'date', what);
      }
      return date;
    });
  };
  const [opened, closed] = [datesOf('openedAt'), datesOf('closedAt')];
  const periodColumn = of('period');
  const periods = periodColumn === undefined ? null : cells(periodColumn);
  periods?.forEach((text, i) => {
    if (text === '' || readPeriod(text) !== null) return;
    const how = 'Write a year, a quarter or a month: 2025, 2025-Q1, 2025-03.';
    const suggestion = suggested(text, (one) => readPeriod(one) !== null);
    fault(i, periodColumn!, 'period', `${JSON.stringify(text)} is no period. ${how}`, suggestion);
  });
  const currencyColumn = of('currency');
  const currencies =
    currencyColumn === undefined
      ? null
      : cells(currencyColumn).map((text, i) => {
          const code = isNothing(text) ? null : currencyCodeOf(text);
          if (code === null && !isNothing(text)) {
            const what = `${JSON.stringify(text)} is no currency. Write a code such as EUR.`;
            fault(i, currencyColumn, 'currency', what);
          }
          return code;
        });
  const formatColumn = of('format');
  const formats = formatColumn === undefined ? null : cells(formatColumn);
  const attributes = sheet
    .filter(({ role }) => role === 'attribute')
    .slice(0, ATTRIBUTES_MAX)
    .map((column) => {
      const { values, unread } = numberColumn(cells(column));
      for (const { at, text } of unread) {
        const suggestion = suggested(text, (one) => numberReadings(one).length === 1);
        fault(at, column, 'number', `${JSON.stringify(text)} is not understood as a number.`, suggestion);
      }
      return { name: column.name, values };
    });

  const faulty = new Set(faults.map(({ row }) => row));
  const salesOf = (i: number) => {
    const period = periods?.[i] ?? '';
    const told = amounts.map(({ column, values }) => ({ period: column.period ?? period, amount: values[i] ?? null }));
    return { period, sales: told.length === 1 && told[0]!.period === '' ? told[0]!.amount : told };
  };
  // Of rows that are one store, the first stands, unless they say two things: then nobody knows which is right.
  const firsts = new Map<string, number>();
  rows.forEach(({ no, id, name }, i) => {
    if (faulty.has(no)) return;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, i);
      return;
    }
    const [known, own] = [salesOf(first), salesOf(i)];
    if (Array.isArray(known.sales) && Array.isArray(own.sales) && own.period !== '') return;
    const detail = `Row ${no}: the store ${id} is there twice, without a period that tells the rows apart.`;
    faults.push(rowFaultOf(no, name || id, 'twice', detail, { like: rows[first]!.no }));
    faulty.add(no);
    const column = amountsIn.find(({ at }) => rows[first]!.cells[at] !== rows[i]!.cells[at]);
    if (asked === 'refuse' || column === undefined) return;
    const other = `Row ${rows[first]!.no} and row ${no} say two things of the store ${id}.`;
    faults.push(rowFaultOf(rows[first]!.no, name || id, 'twice', other, { like: no }));
    faulty.add(rows[first]!.no);
  });
  faults.sort((a, b) => a.row - b.row);
  if (faults.length > 0 && asked === 'refuse') {
    const more = faults.length > FAULTS_SHOWN ? ` And ${faults.length - FAULTS_SHOWN} more.` : '';
    const shown = faults.slice(0, FAULTS_SHOWN).map(({ detail }) => detail);
    return { ...none, fault: `${shown.join(' ')}${more}`, faults, totals };
  }

  const stores = new Map<string, Record<string, unknown> & { sales: unknown }>();
  rows.forEach((row, i) => {
    if (faulty.has(row.no)) return;
    const { sales } = salesOf(i);
    const known = stores.get(row.id);
    if (known !== undefined) {
      (known.sales as unknown[]).push(...(sales as unknown[]));
      return;
    }
    const currency = currencies?.[i] ?? amounts.flatMap((one) => one.currencies[i] ?? [])[0] ?? null;
    const area = areas?.[i] ?? null;
    const own = attributes.flatMap(({ name, values }) => (values[i] == null ? [] : [[name, values[i]!] as const]));
    stores.set(row.id, {
      id: row.id,
      lat: row.lat,
      lng: row.lng,
      sales,
      ...(row.name === '' ? {} : { name: row.name }),
      ...(area === null ? {} : { squareMeters: area }),
      ...(opened?.[i] == null ? {} : { openedAt: opened[i] }),
      ...(closed?.[i] == null ? {} : { closedAt: closed[i] }),
      ...((formats?.[i] ?? '') === '' ? {} : { format: formats![i]!.slice(0, 100) }),
      ...(currency === null ? {} : { currency }),
      ...(own.length === 0 ? {} : { attributes: Object.fromEntries(own) }),
    });
  });
  const notes = [...notesOf(sheet, amountsIn, rows), ...totals.map(({ detail }) => detail)];
  return { fault: null, columns: sheet, stores: [...stores.values()], notes, faults, totals };
}

type Fault = (row: number, column: SheetColumn, reason: RowReason, what: string, suggestion?: string | null) => void;

/** Sales of a year below which no store is, in any currency. */
const LEAST_SALES = 10_000;

const factorOf = (unit: string) => amountUnitOf(unit)?.factor;

/**
 * The decimal mark of amounts that can be understood in two ways ("16.400"): that of the other cells of sales, else the one that makes sales of a
 * store of most of them, where the other makes none. Null where nothing decides.
 */
function decimalOf(sales: readonly { readonly column: SheetColumn; readonly texts: readonly string[] }[]) {
  const shown = decimalMarkOf(
    sales.flatMap(({ texts }) => texts),
    { units: factorOf },
  );
  if (shown !== null) return shown;
  const pairs = sales.flatMap(({ column, texts }) => {
    const { from, to } = column.period === null ? { from: 0, to: 12 } : readPeriod(column.period)!;
    return texts.flatMap((text) => {
      const readings = numberReadings(text, { units: factorOf });
      if (readings.length !== 2) return [];
      const [small, large] = readings.toSorted((a, b) => a.value - b.value);
      const perYear = (factorOf(small!.unit) ?? 1) === 1 ? (column.unit.factor * 12) / (to - from) : 12 / (to - from);
      return [{ small: small!.value * perYear, large: large!.value * perYear, decimal: large!.decimal }];
    });
  });
  const middle = (of: 'small' | 'large') => pairs.map((pair) => pair[of]).sort((a, b) => a - b)[pairs.length >> 1]!;
  const marks = new Set(pairs.map(({ decimal }) => decimal));
  return marks.size === 1 && middle('small') < LEAST_SALES && middle('large') >= LEAST_SALES ? pairs[0]!.decimal : null;
}

/** Amounts with the units of their cells, else that of the head. A sign that several countries have says nothing alone. */
function amountsOf(texts: readonly string[], column: SheetColumn, decimal: DecimalMark | null, fault: Fault) {
  const { values, unread, units } = numberColumn(texts, decimal, factorOf);
  for (const { at, text, fault: kind } of unread) {
    if (kind === 'ambiguous') {
      const readings = numberReadings(text, { units: factorOf }).map(({ value }) => value);
      const known = values.filter((value) => value !== null);
      const what = `${JSON.stringify(text)} may have thousands or decimals. Write thousands without a sign between them.`;
      fault(at, column, 'ambiguous', what, nearestReading(readings, known));
    } else {
      const suggestion = suggested(text, (one) => numberReadings(one, { units: factorOf }).length === 1);
      fault(at, column, 'amount', `${JSON.stringify(text)} is not understood as an amount.`, suggestion);
    }
  }
  const read = units.map((unit) => (unit === '' ? null : amountUnitOf(unit)));
  const signs = new Set(read.flatMap((unit) => unit?.currency ?? []));
  const isOneSign = signs.size <= 1 && units.some((unit) => /^[^\w]*\$/.test(unit));
  return {
    values: values.map((value, i) =>
      value === null ? null : value * (read[i] == null || read[i].factor === 1 ? column.unit.factor : 1),
    ),
    currencies: read.map((unit) => {
      const own = unit?.currency ?? null;
      return own === null || isOneSign ? (column.name.includes('$') ? null : column.unit.currency) : own;
    }),
  };
}

/** Square meters of cells with units of their own, else of the head. */
function areasOf(texts: readonly string[], column: SheetColumn, fault: Fault): readonly (number | null)[] {
  const perUnit = column.role === 'squareFeet' ? SQUARE_FOOT : 1;
  const { values, unread, units } = numberColumn(texts, null, squareMetersIn);
  const found = values.map((value, i) => (value === null ? null : value * (units[i] === '' ? perUnit : 1)));
  for (const { at, text, fault: kind } of unread) {
    const readings = numberReadings(text, { units: squareMetersIn }).map(({ value }) => value);
    const per = units[at] === '' ? perUnit : 1;
    const [small, large] = [Math.min(...readings) * per, Math.max(...readings) * per];
    if (kind === 'ambiguous' && small < LEAST_AREA) found[at] = large;
    else {
      const suggestion = suggested(text, (one) => numberReadings(one, { units: squareMetersIn }).length === 1);
      fault(at, column, 'floor_area', `${JSON.stringify(text)} is not understood as a floor area.`, suggestion);
    }
  }
  return found.map((area, at) => {
    if (area === null || area >= 1) return area;
    fault(at, column, 'floor_area', `${JSON.stringify(texts[at])} is no floor area of a store.`);
    return null;
  });
}

/** How columns were read, and which were not, in the order of the sheet. */
function notesOf(sheet: readonly SheetColumn[], amounts: readonly SheetColumn[], rows: readonly SalesRow[]): string[] {
  const holds = ({ at }: SheetColumn) => rows.some((row) => !isNothing(row.cells[at] ?? ''));
  const isFigure = ({ at }: SheetColumn) => {
    const { values, unread } = numberColumn(rows.map((row) => row.cells[at] ?? ''));
    return unread.length === 0 && values.some((value) => value !== null);
  };
  return sheet.flatMap((column): string[] => {
    const { role, name, unit } = column;
    if (role === 'leftOut' || !holds(column)) return [];
    if (role === 'follows') {
      return [`"${name}" is not used: it follows from sales, so nobody knows it of a place that is not open.`];
    }
    if (role === null) {
      return isFigure(column)
        ? [`"${name}" is not used. Give it the role attribute if it is known of a place that is not open.`]
        : [];
    }
    if (role !== 'sales') return [`"${name}" is read as ${role}.`];
    if (!amounts.includes(column)) return [`"${name}" is not used: it is the total of its parts.`];
    const times = unit.factor === 1 ? '' : `, in units of ${unit.factor.toLocaleString('en-US')}`;
    const period = periodSaid(column);
    const of = period === null ? 'sales' : `sales of ${period}`;
    return [`"${name}" is read as ${of}${times}.`];
  });
}
