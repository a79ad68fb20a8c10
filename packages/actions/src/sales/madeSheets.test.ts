import { rolesByName } from '@hinterland/catalogue/columns';
import { expect, it } from 'vitest';
import { type MadeSheet, madeSheet } from '../testing/madeSheets.ts';
import { leaksIn } from './leaks.ts';
import { type SalesTableOptions, salesOfRows } from './rows.ts';
import { yearlySales } from './yearly.ts';

const SHEETS = 300;

function read({ columns, rows }: MadeSheet, options: SalesTableOptions = {}) {
  const roles = rolesByName(columns);
  const placed = new Set([roles.id, roles.name, roles.lat, roles.lng].filter((at) => at !== undefined));
  const cell = (cells: readonly string[], at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
  return salesOfRows(
    columns,
    placed,
    rows.map((cells, i) => ({
      no: i + 1,
      id: cell(cells, roles.id),
      name: cell(cells, roles.name),
      lat: Number(cell(cells, roles.lat)),
      lng: Number(cell(cells, roles.lng)),
      cells,
    })),
    options,
  );
}

const near = (a: number | null | undefined, b: number | null) =>
  a == null || b === null ? (a ?? null) === b : Math.abs(a - b) <= 1e-6 * Math.abs(b);

/** Why a sheet is neither read rightly, nor asked about, nor refused by name; null where it is one of them. */
function wrong(sheet: MadeSheet): string | null {
  const { trouble, layout, stores: truth, columns } = sheet;
  const table = read(sheet);
  if (trouble !== null) {
    // The same month of a store twice is a fault of the store.
    if (trouble.kind === 'twice' && layout === 'long') {
      const [first] = yearlySales(table.stores as never);
      return first!.sales === null && first!.reason.includes('overlap') ? null : `twice: ${JSON.stringify(first)}`;
    }
    if (table.fault === null) return `${trouble.kind}: read as if nothing was wrong`;
    const said = [table.fault, ...table.faults.map(({ detail }) => detail)].join(' ');
    const missing = trouble.named.filter((name) => !said.includes(name));
    return missing.length === 0 ? null : `${trouble.kind}: not named ${missing.join()}: ${table.fault}`;
  }
  if (table.fault !== null) return `refused: ${table.fault} [${columns.join(' | ')}]`;
  const stores = table.stores as readonly Record<string, never>[];
  if (stores.length !== truth.length) return `${stores.length} stores in place of ${truth.length}`;
  const yearly = yearlySales(stores as never);
  const faults = truth.flatMap((one, i) => {
    const store = stores[i]!;
    const { squareMeters = null, openedAt = null, currency = null } = store;
    return [
      ...(store.id === one.id ? [] : [`${one.id} is ${store.id}`]),
      ...(near(yearly[i]!.sales, one.sales) ? [] : [`sales ${yearly[i]!.sales} in place of ${one.sales}`]),
      ...(near(squareMeters, one.squareMeters) ? [] : [`${squareMeters} m² in place of ${one.squareMeters}`]),
      ...(openedAt === one.openedAt ? [] : [`opened ${openedAt} in place of ${one.openedAt}`]),
      ...(one.currency === null || currency === one.currency ? [] : [`${currency} in place of ${one.currency}`]),
    ];
  });
  return faults.length === 0 ? null : `${faults.slice(0, 3).join('; ')} [${columns.join(' | ')}]`;
}

/** Leaks that are reasons, whoever calls them attributes. */
function used(sheet: MadeSheet): string[] {
  const attributesOf = (options: SalesTableOptions) => {
    const { stores } = read(sheet, options);
    const given = stores as unknown as Parameters<typeof leaksIn>[0][number]['given'][];
    const yearly = yearlySales(given);
    const known = given.flatMap((store, i) =>
      yearly[i]!.sales === null ? [] : [{ given: store, sales: yearly[i]!.sales! }],
    );
    const dropped = leaksIn(known).map(({ name }) => name);
    return [...new Set(given.flatMap(({ attributes }) => Object.keys(attributes ?? {})))].filter(
      (name) => !dropped.includes(name),
    );
  };
  const leaks = [...sheet.leaks, ...sheet.hidden];
  const asked = Object.fromEntries(leaks.map((name) => [name, 'attribute' as const]));
  return [...attributesOf({}), ...attributesOf({ roles: asked })].filter((name) => leaks.includes(name));
}

it(`of ${SHEETS} made sheets in five languages each is read rightly, asked about, or refused by name`, () => {
  const sheets = Array.from({ length: SHEETS }, (_, i) => madeSheet(1 + i));
  const faults = sheets.flatMap((sheet) => {
    const fault = wrong(sheet);
    return fault === null ? [] : [`${sheet.seed} ${sheet.language} ${sheet.layout}: ${fault}`];
  });
  expect(faults).toEqual([]);
  // The generator makes all that it promises.
  expect(new Set(sheets.map(({ language, layout }) => `${language} ${layout}`)).size).toBe(25);
  expect(sheets.filter(({ trouble }) => trouble !== null).length).toBeGreaterThan(50);
});

it(`no column that follows from sales is a reason in ${SHEETS} made sheets, not even if somebody calls it an attribute`, () => {
  const sheets = Array.from({ length: SHEETS }, (_, i) => madeSheet(1 + i)).filter(({ trouble }) => trouble === null);
  expect(sheets.flatMap((sheet) => used(sheet).map((name) => `${sheet.seed} ${sheet.language}: ${name}`))).toEqual([]);
  expect(sheets.flatMap(({ leaks }) => leaks).length).toBeGreaterThan(200);
  expect(sheets.flatMap(({ hidden }) => hidden).length).toBeGreaterThan(30);
});
