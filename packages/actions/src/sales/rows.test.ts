import { describe, expect, it } from 'vitest';
import { readPeriod } from './period.ts';
import { salesOfRows } from './rows.ts';
import { yearlySales } from './yearly.ts';

const row = (no: number, id: string, cells: string[]) => ({ no, id, name: '', lat: 1, lng: 2, cells });

describe('salesOfRows', () => {
  it('recognizes columns in their languages, and takes other columns of numbers for attributes', () => {
    const table = salesOfRows(
      ['Filiale', 'Umsatz 2025', 'Verkaufsfläche', 'Eröffnung', 'Betriebsform', 'Währung', 'Parkplätze', 'Notiz'],
      new Set([0]),
      [row(1, 'A', ['A', '1.234.567,50 €', '800', '2020-03', 'Discounter', 'EUR', '40', 'x'])],
    );
    expect(table).toMatchObject({
      fault: null,
      stores: [
        {
          id: 'A',
          lat: 1,
          lng: 2,
          sales: [{ period: '2025', amount: 1_234_567.5 }],
          squareMeters: 800,
          openedAt: '2020-03',
          format: 'Discounter',
          currency: 'EUR',
          attributes: { Parkplätze: 40 },
        },
      ],
    });
  });

  it('puts the periods of a store together, and says which row is at fault', () => {
    const columns = ['month', 'sales'];
    const rows = [row(1, 'A', ['2025-01', '10']), row(2, 'B', ['2025-01', '']), row(3, 'A', ['2025-02', '20'])];
    expect(salesOfRows(columns, new Set(), rows)).toMatchObject({
      stores: [
        {
          id: 'A',
          sales: [
            { period: '2025-01', amount: 10 },
            { period: '2025-02', amount: 20 },
          ],
        },
        { id: 'B', sales: [{ period: '2025-01', amount: null }] },
      ],
    });
    const fault = (given: ReturnType<typeof row>[], names = columns) => salesOfRows(names, new Set(), given).fault;
    expect(fault([row(7, 'A', ['soon', '10'])])).toMatch(/^Row 7: "soon" is no period\./);
    expect(fault([row(1, 'A', ['10']), row(2, 'A', ['11'])], ['sales'])).toMatch(/^Row 2: the store A is there twice/);
    expect(fault([], ['color'])).toMatch(/^No column holds sales\..*there are color\.$/);
    expect(fault([row(4, 'A', ['1.234'])], ['sales'])).toMatch(/^Row 4 of "sales": "1\.234" may have thousands/);
  });
});

it('reads periods as people write them', () => {
  const months = (text: string) => {
    const found = readPeriod(text);
    return found === null ? null : [Math.floor(found.from / 12), (found.from % 12) + 1, found.to - found.from];
  };
  expect(months('2025')).toEqual([2025, 1, 12]);
  expect(months('FY2025')).toEqual([2025, 1, 12]);
  expect(months('2025-Q3')).toEqual([2025, 7, 3]);
  expect(months('Q4 2024')).toEqual([2024, 10, 3]);
  expect(months('2025-03')).toEqual([2025, 3, 1]);
  expect(months('12/2025')).toEqual([2025, 12, 1]);
  expect(months('2025-03-31')).toEqual([2025, 3, 1]);
  expect(months('13/2025')).toBeNull();
});

describe('yearlySales', () => {
  const year = (amounts: readonly number[]) =>
    amounts.map((amount, i) => ({ period: `2025-${String(i + 1).padStart(2, '0')}`, amount }));
  const seasonal = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 13];

  it('scales some months by the seasons of stores with whole years, and evenly without such', () => {
    const short = { sales: year(seasonal).slice(9) };
    const [whole, some] = yearlySales([{ sales: year(seasonal) }, short]);
    expect(whole).toEqual({ sales: 24, months: 12, note: '' });
    expect(some).toMatchObject({
      months: 3,
      note: '3 months, scaled to a year by the seasons of 1 stores with whole years',
    });
    expect((some as { sales: number }).sales).toBeCloseTo(24, 9);
    expect((yearlySales([short])[0] as { sales: number }).sales).toBeCloseTo(60, 9);
  });

  const only = (sales: object[], more: object = {}) => {
    const found = yearlySales([{ sales: sales as never, ...more }])[0]!;
    return found.sales === null ? found : { ...found, sales: Math.round(1e6 * found.sales) / 1e6 };
  };

  it('raises the first months after an opening to an established store where five stores show how they begin', () => {
    const season = [0.7, 0.8, 0.9, 1, 1, 1, 1.1, 1.1, 1, 1, 1.1, 1.3];
    const begins = Array.from({ length: 12 }, (_, since) => 0.5 + since / 24);
    // Sales from an opening until the end of 2025, of a store that sells so much a month once it is established.
    const store = (opened: string, level: number) => {
      const from = readPeriod(opened)!.from;
      const sales = Array.from({ length: readPeriod('2025-12')!.to - from }, (_, since) => ({
        period: `${Math.floor((from + since) / 12)}-${String(((from + since) % 12) + 1).padStart(2, '0')}`,
        amount: level * season[(from + since) % 12]! * (begins[since] ?? 1),
      }));
      return { sales, openedAt: opened };
    };
    const old = ['2021-02', '2021-07', '2021-11', '2022-03', '2022-08'].map((opened, i) => store(opened, 100 + i));
    const young = [store('2025-08', 100), store('2025-01', 200), store('2024-09', 300)];
    const found = yearlySales([...old, ...young]).slice(old.length);
    found.forEach(({ sales }, i) => {
      expect(sales! / [1200, 2400, 3600][i]!).toBeCloseTo(1, 9);
    });
    expect(found[0]).toMatchObject({
      note: '5 months, raised to an established store as 5 stores of the chain have begun',
    });
    // With four there is no ramp: a year is its sum.
    const [, whole] = yearlySales([...old.slice(1), ...young]).slice(4);
    expect(whole!.sales! / 2400).toBeLessThan(0.8);
  });

  it('reads months without sales at the end as closed, at the start as not open, and within as months', () => {
    const of = (amounts: number[]) => only(year(amounts));
    expect(of([9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0])).toMatchObject({
      sales: null,
      reason: expect.stringMatching(/^It has sold nothing since 2025-07, so it is closed since then\./),
    });
    expect(of([0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5])).toEqual({
      sales: 60,
      months: 6,
      note: 'Not open before 2025-07: it has sold nothing until then. 6 months, scaled to a year evenly',
    });
    expect(of([5, 5, 5, 0, 5, 5, 5, 5, 5, 5, 5, 5])).toMatchObject({ sales: 55, months: 12, note: '' });
    // One that rests in the same months of each year has not closed.
    const seasonal = [...year([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0])];
    const before = seasonal.map(({ period, amount }) => ({ period: period.replace('2025', '2024'), amount }));
    expect(only([...before, ...seasonal])).toMatchObject({ sales: 50, months: 12 });
    expect(of([0, 0, 0])).toMatchObject({ reason: 'Its sales are 0, so nothing can be learned from it.' });
    expect(only(year([5, 5, 5]), { closedAt: '2025-04' })).toMatchObject({ sales: null });
    expect(only(year([5, 5, 5]), { openedAt: '2026-01' })).toMatchObject({
      reason: 'It opened in 2026-01, after all of its periods.',
    });
  });

  it('counts no month twice: a total of its months says nothing, other overlaps are a fault', () => {
    const months = year(Array.from({ length: 12 }, () => 5));
    expect(only([...months, { period: '2025', amount: 60 }])).toMatchObject({ sales: 60, months: 12 });
    expect(only([...months, { period: '2025', amount: 90 }])).toEqual({
      sales: null,
      reason: 'Its periods 2025 and 2025-01 overlap: give each month once.',
    });
    expect(only([...months, { period: '2025-03', amount: 5 }])).toMatchObject({ sales: null });
    const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => ({ period: `2025-${quarter}`, amount: 15 }));
    expect(only([...quarters, ...months, { period: '2025', amount: 60 }])).toMatchObject({ sales: 60, months: 12 });
    // The newest full year counts.
    expect(
      only([
        { period: '2024', amount: 40 },
        { period: '2025', amount: 60 },
      ]),
    ).toMatchObject({ sales: 60 });
  });

  it('takes the last twelve months of more, and refuses fewer than three', () => {
    const two = [...year(Array.from({ length: 12 }, () => 5)), { period: '2026-01', amount: 9 }];
    expect(yearlySales([{ sales: two }])[0]).toMatchObject({ sales: 64, months: 12 });
    expect(yearlySales([{ sales: year([4, 4]) }])[0]).toMatchObject({ sales: null });
    expect(yearlySales([{ sales: year([4, -4, 3]) }])[0]).toEqual({
      sales: null,
      reason: 'Its sales of 2025-02 are negative.',
    });
  });
});

describe('rows with faults', () => {
  const columns = ['Store', 'Sales', 'Floor area'];
  const sheet = [
    row(1, 'A', ['A', '400000', '600']),
    row(2, 'B', ['B', '4O0000', '700']),
    row(3, 'C', ['C', '1.234', 'big']),
    row(4, 'D', ['D', '500000', '800']),
    row(5, 'D', ['D', '500000', '800']),
    row(6, 'E', ['E', '500000', '800']),
    row(7, 'E', ['E', '900000', '800']),
    row(8, 'Summe', ['Summe', '2700000', '']),
  ];
  const read = (options?: Parameters<typeof salesOfRows>[3], rows = sheet) =>
    salesOfRows(columns, new Set([0]), rows, options);
  const short = ({ row: no, column, value, reason, suggestion, like }: ReturnType<typeof read>['faults'][number]) => [
    no,
    column,
    value,
    reason,
    suggestion,
    like,
  ];

  it('are all named at once, by row, column, text and reason, with what the cell may have meant', () => {
    const { fault, faults, totals } = read();
    expect(fault).toContain('Row 2 of "Sales": "4O0000" is not understood as an amount.');
    expect(faults.map(short)).toEqual([
      [2, 'Sales', '4O0000', 'amount', '400000', null],
      [3, 'Sales', '1.234', 'ambiguous', '1234', null],
      [3, 'Floor area', 'big', 'floor_area', null, null],
      [5, null, null, 'twice', null, 4],
      [7, null, null, 'twice', null, 6],
    ]);
    expect(totals.map(({ row: no, reason }) => [no, reason])).toEqual([[8, 'total']]);
  });

  it('are left out where the call says so; of two rows that say two things of one store neither counts', () => {
    const { fault, stores, faults } = read({ faults: 'leave_out' });
    expect(fault).toBeNull();
    expect(stores.map(({ id, sales }) => [id, sales])).toEqual([
      ['A', 400_000],
      ['D', 500_000],
    ]);
    expect([...new Set(faults.map(({ row: no }) => no))]).toEqual([2, 3, 5, 6, 7]);
    // What is right is read as if the others had never been there.
    const right = new Set([1, 4]);
    expect(stores).toEqual(
      read(
        {},
        sheet.filter(({ no }) => right.has(no)),
      ).stores,
    );
  });
});
