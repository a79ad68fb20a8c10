import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type SalesTableOptions, salesOfRows } from './rows.ts';
import { yearlySales } from './yearly.ts';

const FOLDER = '../shared/field-4/inputs/sales/';

/** A sheet of the folder as a dataset hands it over: separator, names and places are read by then. */
function sheet(file: string, options: SalesTableOptions = {}) {
  const [head, ...lines] = readFileSync(FOLDER + file, 'utf8')
    .trim()
    .split(/\r?\n/);
  const mark = head!.includes(';') ? ';' : ',';
  const cellsOf = (line: string) =>
    [...line.matchAll(new RegExp(`(?:^|${mark})(?:"([^"]*)"|([^${mark}]*))`, 'g'))].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
  const rows = lines.map((line, i) => {
    const cells = cellsOf(line);
    return { no: i + 1, id: cells[0]!, name: cells[1]!, lat: Number(cells[2]), lng: Number(cells[3]), cells };
  });
  return salesOfRows(cellsOf(head!), new Set([0, 1, 2, 3]), rows, options);
}
const firstOf = (file: string, options?: SalesTableOptions) => {
  const table = sheet(file, options);
  if (table.fault !== null) return table.fault;
  const [first] = table.stores as [{ sales: never; openedAt?: string }];
  return { ...first, yearly: rounded(yearlySales([first])[0]!), notes: table.notes.join(' ') };
};

const rounded = <T extends { readonly sales: number | null }>(one: T): T => ({
  ...one,
  sales: one.sales === null ? null : Math.round(one.sales),
});

describe.skipIf(!existsSync(FOLDER))('sheets of real reports (skipped where they are absent)', () => {
  it('G1: what follows from sales is no attribute, even if somebody says so', () => {
    expect(firstOf('with-customers.csv')).not.toHaveProperty('attributes');
    expect(firstOf('with-customers.csv', { roles: { Customers: 'attribute' } })).toMatchObject({
      notes: expect.stringContaining('"Customers" is not used: it follows from sales'),
    });
  });
  it('G2: of two years side by side the newest counts, and the other is no reason', () => {
    const first = firstOf('two-years.csv');
    expect(first).toMatchObject({ yearly: { sales: 400_000, months: 12 } });
    expect(first).not.toHaveProperty('attributes');
  });
  it('G3, G4: heads as people write them, with their units', () => {
    expect(firstOf('net-sales.csv')).toMatchObject({ sales: 400_000 });
    expect(firstOf('thousands-in-heading.csv')).toMatchObject({ sales: 400_000 });
  });
  it('G5: months in columns', () => {
    expect(firstOf('months-in-columns.csv')).toMatchObject({ yearly: { sales: 12 * 33_333, months: 12 } });
  });
  it('G6: opening dates as people write them', () => {
    expect(firstOf('opened-german.csv')).toMatchObject({
      openedAt: '2025-08-01',
      yearly: { months: 5, sales: 960_000 },
    });
  });
  it('G7, G8: floor areas with a unit, with thousands, in square feet', () => {
    expect(firstOf('floor-area-unit.csv')).toMatchObject({ squareMeters: 600 });
    expect(firstOf('floor-area-thousands.csv')).toMatchObject({ squareMeters: 1600 });
    expect((firstOf('floor-area-feet.csv') as unknown as { squareMeters: number }).squareMeters).toBeCloseTo(600, 0);
  });
  it('G9: a total among its parts is not added to them', () => {
    expect(firstOf('year-among-months.csv')).toMatchObject({ yearly: { sales: 12 * 33_333 } });
  });
  it('G10, G11: currencies in words, and amounts with their size', () => {
    expect(firstOf('currencies-in-words.csv')).toMatchObject({ currency: 'USD' });
    expect(firstOf('millions.csv')).toMatchObject({ sales: 400_000 });
  });
});

describe('a sheet of sales', () => {
  const row = (no: number, id: string, cells: string[]) => ({ no, id, name: id, lat: 1, lng: 2, cells });
  const read = (head: string, cell: string, options?: SalesTableOptions) => {
    const table = salesOfRows(['Store', head], new Set([0]), [row(1, 'A', ['A', cell])], options);
    return table.fault ?? (table.stores[0] as { sales: number }).sales;
  };

  it.each<[string, string, number | string]>([
    ...[
      'Net sales',
      'Sales (EUR)',
      'Annual sales',
      'Total Sales',
      'sales_usd',
      'Gross revenue',
      'Revenue 2025',
      'Turnover excl. VAT',
      'Jahresumsatz',
      'Umsatz netto 2025',
      'Umsatzerlöse',
      'Bruttoumsatz (€)',
      'Umsatz pro Jahr',
      'Erlöse',
      "Chiffre d'affaires",
      'Chiffre d’affaires HT',
      'CA 2025',
      'Ventes annuelles',
      'Ventas netas',
      'Facturación anual',
      'Cifra de negocios',
      'Fatturato 2025',
      'Ricavi netti',
      'Vendite (EUR)',
      'Sales FY25',
      'Sales FY2025',
    ].map((head): [string, string, number] => [head, '1000', 1000]),
    ...[
      'Umsatz in T€',
      'Umsatz TEUR',
      'Umsatz (Tsd. €)',
      'Sales (k€)',
      "Sales ('000)",
      'Sales in thousands',
      'Revenue $k',
      'CA en milliers',
      'Ventas (miles)',
      'Fatturato (migliaia)',
    ].map((head): [string, string, number] => [head, '1000', 1_000_000]),
    ...['Umsatz in Mio. €', 'Sales (m)', 'Revenue in millions', 'Sales (€m)'].map((head): [string, string, number] => [
      head,
      '1.5',
      1_500_000,
    ]),
    ['Sales', '0.40M', 400_000],
    ['Sales', '900k', 900_000],
    ['Sales', '900 T€', 900_000],
    ['Sales', '1,2 Mio. €', 1_200_000],
    ['Sales', '$900000', 900_000],
    ['Sales', '900.000,50 €', 900_000.5],
    ['Umsatz in T€', '900 Tsd.', 900_000],
    ['Sales', 'about 9', 'Row 1 of "Sales": "about 9" is not understood as an amount.'],
  ])('reads %j with %j', (head, cell, expected) => {
    const found = read(head, cell);
    const said = Array.isArray(found) ? (found[0] as { amount: number }).amount : found;
    expect(said).toBe(expected);
  });

  it.each([
    'Customers',
    'Kunden 2025',
    'Anzahl Kunden',
    'Nombre de clients',
    'Clientes',
    'Clienti',
    'Transactions',
    'Tickets',
    'Bons',
    'Scontrini',
    'Basket value',
    'Warenkorb',
    'Profit',
    'Gewinn',
    'Rohertrag',
    'Marge brute',
    'EBITDA',
    'Beneficio',
    'Utile netto',
    'Sales rank',
    'Rang',
    'Classement',
    'Employees',
    'Mitarbeiter',
    'FTE',
    'Personal',
    'Dipendenti',
    'Umsatzplan',
    'Budget 2025',
    'Umsatz Vorjahr',
    'Sales growth',
    'Sales per m²',
    'Umsatz je qm',
    'Umsatz pro Kunde',
    'Sales last year',
    'Units sold',
    'Orders',
    'Footfall',
    'Besucher',
  ])('uses %j for nothing', (leak) => {
    const rows = [1, 2, 3].map((i) => row(i, String(i), [String(i), `${i}000`, `${i}0`]));
    const table = salesOfRows(['Store', 'Sales', leak], new Set([0]), rows, { roles: { [leak]: 'attribute' } });
    if (table.fault !== null) throw new Error(table.fault);
    expect(table.stores.map((store) => Object.keys(store).sort().join())).toEqual(
      rows.map(() => 'id,lat,lng,name,sales'),
    );
    expect(table.stores.map(({ sales }) => sales)).toEqual([1000, 2000, 3000]);
  });

  it.each([
    ['Store size', '600', 600],
    ['Square feet', '6458', 600],
    ['GLA (sqm)', '600', 600],
    ['qm', '600', 600],
    ['VK-Fläche', '600', 600],
    ['Nutzfläche', '600 qm', 600],
    ['Sales area', '600', 600],
    ['Surface de vente (m²)', '600', 600],
    ['Superficie', '600', 600],
    ['Metri quadri', '600', 600],
    ['Verkaufsfläche', '1.600', 1600],
    ['Floor area', '6,458 sq ft', 600],
  ])('reads the floor area %j with %j', (head, cell, expected) => {
    const table = salesOfRows(['Store', 'Sales', head], new Set([0]), [row(1, 'A', ['A', '1000', cell])]);
    if (table.fault !== null) throw new Error(table.fault);
    expect(table.stores[0]!.squareMeters).toBeCloseTo(expected, 0);
  });

  it('names all cells that it does not understand at once, and leaves out rows that it is told to', () => {
    const columns = ['Store', 'Sales', 'Floor area', 'Opened', 'Currency'];
    const rows = [
      row(1, 'A', ['A', 'n.a. yet', 'big', 'soon', 'Taler']),
      row(2, 'B', ['B', '2000', '700', '13/04/2020', 'Euro']),
      row(3, 'B', ['B', '2000', '700', '14/04/2020', 'Euro']),
      row(4, 'Summe', ['Summe', '4000', '', '', '']),
    ];
    const { fault } = salesOfRows(columns, new Set([0]), rows);
    expect(fault).toContain('Row 1 of "Sales": "n.a. yet" is not understood as an amount.');
    expect(fault).toContain('Row 1 of "Floor area": "big" is not understood as a floor area.');
    expect(fault).toContain('Row 1 of "Opened": "soon" is no date.');
    expect(fault).toContain('Row 1 of "Currency": "Taler" is no currency.');
    expect(fault).toContain('Row 3: the store B is there twice');
    const rest = rows.filter(({ no }) => no !== 1 && no !== 3);
    const table = salesOfRows(columns, new Set([0]), rest);
    expect(table).toMatchObject({
      fault: null,
      stores: [{ id: 'B', sales: 2000, squareMeters: 700, openedAt: '2020-04-13', currency: 'EUR' }],
    });
    expect(table.fault === null && table.notes.includes('Row 4 is a total and no store.')).toBe(true);
  });

  it('asks which of two columns of sales counts, and lets roles say so', () => {
    const ask = (options?: SalesTableOptions) =>
      salesOfRows(
        ['Store', 'Net sales', 'Gross sales', 'Kennzahl'],
        new Set([0]),
        [row(1, 'A', ['A', '10', '12', '7'])],
        options,
      );
    expect(ask().fault).toMatch(/^Columns "Net sales" and "Gross sales" all hold sales/);
    expect(ask({ roles: { 'Gross sales': 'leftOut' } })).toMatchObject({ stores: [{ sales: 10 }] });
    expect(ask({ roles: { 'Gross sales': 'leftOut', 'Net sales': 'leftOut', Kennzahl: 'sales' } })).toMatchObject({
      stores: [{ sales: 7 }],
    });
    expect(ask({ roles: { Nowhere: 'sales' } }).fault).toMatch(/^There is no column Nowhere/);
  });
});
