import { SeededRandom } from '@hinterland/geo';
import { SHEET_WORDS, type SheetWords } from './madeSheetWords.ts';

const SQUARE_FOOT = 0.3048 ** 2;
const YEAR = 2025;

/** What a store of a sheet truly is, as the figures of the sheet say it. */
export interface TrueStore {
  readonly id: string;
  readonly sales: number;
  readonly squareMeters: number | null;
  /** YYYY-MM-DD. */
  readonly openedAt: string | null;
  readonly currency: string | null;
}

/** A sheet of sales as somebody may have it, with what it says. */
export interface MadeSheet {
  readonly seed: number;
  readonly language: string;
  readonly layout: (typeof LAYOUTS)[number];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly stores: readonly TrueStore[];
  /** Columns that follow from sales, by names that say so, and by names that say nothing. */
  readonly leaks: readonly string[];
  readonly hidden: readonly string[];
  /** What a refusal or a question has to name; null where the sheet can be read. */
  readonly trouble: { readonly kind: (typeof TROUBLES)[number]; readonly named: readonly string[] } | null;
}

const LAYOUTS = ['one', 'years', 'months', 'monthsAndTotal', 'long'] as const;
const TROUBLES = ['two sales', 'amount', 'floor area', 'date', 'currency', 'twice', 'no sales'] as const;
const UNITS = ['plain', 'plain', 'plain', 'thousands', 'millions', 'cells'] as const;

/** A column with its cells per store. */
interface Column {
  readonly head: string;
  readonly cells: string[];
}

/** Draws a sheet: language, layout, units, order of columns, totals, leaks and one trouble in four sheets. Deterministic. */
export function madeSheet(seed: number): MadeSheet {
  const random = new SeededRandom(seed);
  const of = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
  const language = of(Object.keys(SHEET_WORDS));
  const words = SHEET_WORDS[language]!;
  const layout = of(LAYOUTS);
  const count = 9 + random.int(20);
  const write = writerOf(words, random.next() < 0.5);
  // A total beside its months is no second column of sales.
  const drawn = random.next() < 0.25 ? of(TROUBLES) : null;
  const trouble = drawn === 'two sales' && layout.startsWith('months') ? null : drawn;
  const ids = Array.from({ length: count }, (_, i) => `${of(['', 'S', 'F-'])}${100 + i}`);
  const yearly = ids.map(() => 1000 * Math.round(Math.exp(random.between(5, 8))));
  const sales = salesColumns(layout, yearly, words, random, write);
  const areas = ids.map(() => Math.round(random.between(150, 2400)));
  const area = random.next() < 0.7 ? areaColumn(areas, words, random, write) : null;
  const opened = random.next() < 0.4 || trouble === 'date' ? openedColumn(ids, words, random, layout !== 'one') : null;
  const money = of(words.currencies);
  const hasCurrency = random.next() < 0.3 || trouble === 'currency';
  const follow = (noise: number) =>
    yearly.map((sold) => String(Math.round((sold / 17) * Math.exp(noise * random.normal()))));
  const leaks = random
    .shuffle([...words.leaks])
    .slice(0, random.int(4))
    .map((head) => ({ head, cells: follow(0.05) }));
  const hidden =
    random.next() < 0.3 ? [{ head: `${of(['KPI', 'X', 'K'])} ${1 + random.int(9)}`, cells: follow(0.02) }] : [];
  const others = random.shuffle([...words.others]).slice(0, random.int(3));
  const parts: Column[] = [
    ...sales.columns,
    ...(area === null ? [] : [area.column]),
    ...(opened === null ? [] : [opened.column]),
    ...(hasCurrency ? [{ head: of(words.currency), cells: ids.map(() => money[0]) }] : []),
    ...leaks,
    ...hidden,
    ...others.map((head) => ({ head, cells: ids.map(() => of(['Ann', 'Bo', 'Eva', ''])) })),
    ...(random.next() < 0.2 ? [{ head: of(words.parking), cells: ids.map(() => String(10 + random.int(200))) }] : []),
  ];
  const named = spoil(trouble, parts, sales.columns, words, random, area?.column, opened?.column);
  const places = [
    { head: of(words.id), cells: ids },
    { head: of(words.name), cells: ids.map((id) => `Store ${id}`) },
    { head: 'lat', cells: ids.map(() => (48 + random.next()).toFixed(5)) },
    { head: 'lng', cells: ids.map(() => (11 + random.next()).toFixed(5)) },
  ];
  const told = trouble === 'no sales' ? parts.filter((one) => !sales.columns.includes(one)) : parts;
  const columns = [...places, ...(layout === 'months' || layout === 'monthsAndTotal' ? told : random.shuffle(told))];
  const long = layout === 'long' && trouble !== 'no sales';
  const rows = long
    ? longRows(columns, sales, words, random)
    : ids.map((_, i) => columns.map(({ cells }) => cells[i]!));
  if (trouble === 'twice') rows.push([...rows[0]!]);
  if (random.next() < 0.4 && !long) rows.push(totalOf(columns, places, words, of));
  return {
    seed,
    language,
    layout,
    columns: long ? [...columns.map(({ head }) => head), sales.period!] : columns.map(({ head }) => head),
    rows,
    stores: ids.map((id, i) => ({
      id,
      sales: sales.said[i]!,
      squareMeters: area === null ? null : area.said[i]!,
      openedAt: opened === null ? null : opened.said[i]!,
      currency: hasCurrency ? money[1] : null,
    })),
    leaks: leaks.map(({ head }) => head),
    hidden: hidden.map(({ head }) => head),
    trouble: trouble === null ? null : { kind: trouble, named },
  };
}

/** Writes numbers as the language does, with thousands apart or not. */
function writerOf({ signs: [thousands, decimals] }: SheetWords, isGrouped: boolean) {
  return (value: number, digits = 0): string => {
    const [whole = '', rest] = value.toFixed(digits).split('.');
    const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
    return rest === undefined ? grouped : `${grouped}${decimals}${rest}`;
  };
}
type Write = ReturnType<typeof writerOf>;

interface SalesOf {
  readonly columns: readonly Column[];
  /** Yearly sales as the cells say them. */
  readonly said: readonly number[];
  /** Of a row per store and month: its head, and the cells of each month by store. */
  readonly period?: string;
  readonly byMonth?: readonly (readonly string[])[];
}

function salesColumns(
  layout: MadeSheet['layout'],
  yearly: readonly number[],
  words: SheetWords,
  random: SeededRandom,
  write: Write,
): SalesOf {
  const of = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
  const unit = of(UNITS);
  const factor = unit === 'thousands' ? 1e3 : unit === 'millions' ? 1e6 : 1;
  const behind = unit === 'thousands' ? ` ${of(words.thousands)}` : unit === 'millions' ? ` ${of(words.millions)}` : '';
  const digits = unit === 'millions' ? 3 : 0;
  const suffix = unit === 'cells' ? of([' €', ' EUR', ' T€', 'k']) : '';
  const perCell = suffix === ' T€' || suffix === 'k' ? 1e3 : 1;
  const said = (value: number) => Number((value / factor / perCell).toFixed(digits)) * factor * perCell;
  const cell = (value: number) => `${write(value / factor / perCell, digits)}${suffix}`;
  const head = of(words.sales) + behind;
  if (layout === 'one') return { columns: [{ head, cells: yearly.map(cell) }], said: yearly.map(said) };
  if (layout === 'years') {
    const pattern = of(words.yearly);
    const columns = [0, 1, 2].slice(0, 2 + random.int(2)).map((ago) => ({
      head: pattern.replace('YEAR', String(YEAR - ago)) + behind,
      cells: yearly.map((sold) => cell(ago === 0 ? sold : Math.round(sold * random.between(0.6, 1.3)))),
    }));
    return { columns: random.next() < 0.5 ? columns : columns.toReversed(), said: yearly.map(said) };
  }
  // Months of a year, told without a unit in their heads: amounts are whole.
  const months = yearly.map((sold) =>
    words.months.map(() => 100 * Math.round((sold / 1200) * random.between(0.7, 1.3))),
  );
  const sums = months.map((of) => of.reduce((sum, one) => sum + one, 0));
  const byMonth = months.map((of) => of.map((one) => write(one)));
  if (layout === 'long')
    return {
      columns: [{ head: of(words.sales), cells: yearly.map(() => '') }],
      said: sums,
      period: of(words.period),
      byMonth,
    };
  const style = of([
    (month: number) => `${YEAR}-${String(month + 1).padStart(2, '0')}`,
    (month: number) => words.months[month]!,
    (month: number) => `${words.months[month]!} ${YEAR}`,
    (month: number) => `${String(month + 1).padStart(2, '0')}/${YEAR}`,
  ]);
  const columns = words.months.map((_, month) => ({ head: style(month), cells: byMonth.map((of) => of[month]!) }));
  return {
    columns:
      layout === 'months' ? columns : [...columns, { head: of(words.sales), cells: sums.map((one) => write(one)) }],
    said: sums,
  };
}

function areaColumn(areas: readonly number[], words: SheetWords, random: SeededRandom, write: Write) {
  const of = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
  const how = random.int(4);
  if (how === 0) {
    const feet = areas.map((area) => Math.round(area / SQUARE_FOOT));
    return {
      column: { head: of(words.squareFeet), cells: feet.map((one) => write(one)) },
      said: feet.map((one) => one * SQUARE_FOOT),
    };
  }
  const suffix = how === 1 ? of([' m²', ' qm', ' sqm', 'm2']) : '';
  return { column: { head: of(words.squareMeters), cells: areas.map((one) => write(one) + suffix) }, said: areas };
}

/** Dates as a column has them; those of sheets with periods are of years before. */
function openedColumn(ids: readonly string[], words: SheetWords, random: SeededRandom, isBefore: boolean) {
  const of = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
  const style = of(['iso', 'dotted', 'slashed', 'word'] as const);
  const two = (value: number) => String(value).padStart(2, '0');
  const dates = ids.map((_, i) => {
    const year = 2000 + random.int(isBefore ? 22 : 25);
    return { year, month: 1 + random.int(12), day: i === 0 ? 28 : 1 + random.int(28) };
  });
  const cell = ({ year, month, day }: (typeof dates)[number]) => {
    if (style === 'iso') return `${year}-${two(month)}-${two(day)}`;
    if (style === 'dotted') return `${two(day)}.${two(month)}.${year}`;
    if (style === 'slashed') return `${two(day)}/${two(month)}/${year}`;
    return `${day} ${words.months[month - 1]!} ${year}`;
  };
  return {
    column: { head: of(words.opened), cells: dates.map(cell) },
    said: dates.map(({ year, month, day }) => `${year}-${two(month)}-${two(day)}`),
  };
}

/** Puts a trouble into the columns, where they have room for it; returns what has to be named. */
function spoil(
  trouble: (typeof TROUBLES)[number] | null,
  parts: Column[],
  sales: readonly Column[],
  words: SheetWords,
  random: SeededRandom,
  area: Column | undefined,
  opened: Column | undefined,
): readonly string[] {
  const of = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
  const put = (column: Column): readonly string[] => {
    const text = of(words.gibberish);
    column.cells[random.int(column.cells.length)] = text;
    return [column.head, text];
  };
  switch (trouble) {
    case 'two sales': {
      const used = sales.map(({ head }) => head);
      const other = {
        head: of(words.sales.filter((head) => !used.includes(head))),
        cells: [...(sales[0]?.cells ?? [])],
      };
      parts.push(other);
      return [other.head];
    }
    case 'amount':
      return put(sales[0]!);
    case 'floor area': {
      const column = area ?? { head: of(words.squareMeters), cells: sales[0]!.cells.map(() => '500') };
      if (area === undefined) parts.push(column);
      return put(column);
    }
    case 'date':
      return put(opened!);
    case 'currency':
      return put(parts.find(({ head }) => words.currency.includes(head))!);
    default:
      return [];
  }
}

/** A row per store and month. */
function longRows(
  columns: readonly Column[],
  { byMonth, columns: [amount] }: SalesOf,
  words: SheetWords,
  random: SeededRandom,
) {
  const isNamed = random.next() < 0.5;
  return byMonth!.flatMap((months, i) =>
    months.map((sold, month) => [
      // A cell that was spoilt stays so.
      ...columns.map((column) => (column === amount && column.cells[i] === '' ? sold : column.cells[i]!)),
      isNamed ? `${words.months[month]!} ${YEAR}` : `${YEAR}-${String(month + 1).padStart(2, '0')}`,
    ]),
  );
}

function totalOf(
  columns: readonly Column[],
  places: readonly Column[],
  { total }: SheetWords,
  of: <T>(items: readonly T[]) => T,
): string[] {
  const word = of(total);
  return columns.map((column) =>
    column === places[1] ? word : column === places[0] || places.includes(column) ? '' : '999999',
  );
}
