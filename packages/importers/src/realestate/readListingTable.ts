import { type ListingKind, type ListingState, NO_DAY, type PropertyType } from '@hinterland/territory';
import { registerNumber } from '../addresses/houseNumber.ts';
import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import type { ListingPoint } from '../inputs/listings.ts';
import type { HouseNumberStyle } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { placeOfCells } from '../shapes/cellPlace.ts';
import { type ToDegrees, toDegrees } from '../shapes/projections.ts';
import { MappedRow, type RowCondition, rowRef } from '../tables/mappedRow.ts';
import { cellNumber, type NumberFormat } from '../tables/numberText.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
import { type DateOrder, dayOfText } from './dates.ts';
import { Deals } from './deals.ts';
import type { ListingColumns } from './listingColumns.ts';
import { splitAddress } from './splitAddress.ts';

/** The same word for every row, or what the texts of a column mean. */
export type Words<T extends string> =
  | T
  | {
      readonly column: string;
      /** Meanings of texts: of the whole text, or of the longest beginning of it that stands here. */
      readonly values: Readonly<Record<string, T>>;
      /** Meaning of other texts; rows with them are dropped where absent. */
      readonly other?: T | undefined;
    };

interface ListingTableOptions extends TableOptions, NumberFormat {
  readonly columns: ListingColumns;
  readonly kind: Words<ListingKind>;
  readonly state: Words<ListingState>;
  readonly type: Words<PropertyType>;
  /** Words of a column for offers that are still open; those without an end day are, where absent. */
  readonly open?: { readonly column: string; readonly equals: readonly string[] } | undefined;
  readonly dates: DateOrder;
  readonly areaUnit: 'square_meters' | 'square_feet';
  readonly rentPer: 'month' | 'week' | 'year';
  /** Lower prices are no market prices (transfers, gifts): the row is kept without a price. */
  readonly leastPrice?: number | undefined;
  readonly crs?: string | undefined;
  readonly where?: readonly RowCondition[] | undefined;
  /** "3/12" is flat 3 of number 12. */
  readonly numberStyle: HouseNumberStyle;
}

/** Options that all files of a publisher share. */
export type ListingLayout = Pick<
  ListingTableOptions,
  'columns' | 'kind' | 'state' | 'type' | 'dates' | 'areaUnit' | 'rentPer'
> &
  Partial<Omit<ListingTableOptions, 'numberStyle'>>;

const SQUARE_METERS_PER_SQUARE_FOOT = 0.3048 * 0.3048;
const MONTHS_PER = { month: 1, week: 12 / 52, year: 12 } as const;

type Row = MappedRow<keyof ListingColumns | 'kind' | 'state' | 'type' | 'open'>;

/** Reads offers or deals from a table, row by row. */
export async function readListingTable(
  source: FileSource,
  options: ListingTableOptions,
  counter: SubjectCounter,
  push: (listing: ListingPoint) => void,
): Promise<void> {
  const label = labelOf(source);
  const convert = toDegrees(options.crs, label);
  const { columns, where, kind, state, type, open } = options;
  const words = { kind: columnOf(kind), state: columnOf(state), type: columnOf(type), open: open?.column };
  const deals = columns.deal === undefined ? null : new Deals();
  await readTable(source, options, (header) => {
    const row: Row = new MappedRow(label, header, { columns: { ...columns, ...words }, where });
    return (record) => {
      if (!row.goTo(record)) return;
      const listing = listingOf(row, options, convert, label, counter);
      if (typeof listing === 'string') counter.dropped(listing, rowRef(row.number, row.text('id')));
      else if (deals === null) push(listing);
      else deals.add(row.text('deal'), listing);
    };
  });
  deals?.each(push, counter);
}

/** The listing of a row, or the reason why it is none. Throws ImportError where a number or a date cannot be read. */
function listingOf(
  row: Row,
  options: ListingTableOptions,
  convert: ToDegrees | null,
  label: string,
  counter: SubjectCounter,
): ListingPoint | string {
  const { kind, state, type, leastPrice, areaUnit, rentPer } = options;
  const [isKind, isState, isType] = [
    wordOf(kind, row.text('kind')),
    wordOf(state, row.text('state')),
    wordOf(type, row.text('type')),
  ];
  if (isKind === null || isState === null || isType === null) {
    const part = isKind === null ? 'kind' : isState === null ? 'state' : 'type';
    return `"${row.text(part)}" in ${columnOf(options[part])} is none of the texts of the recipe`;
  }
  const number = (part: keyof ListingColumns) => numberIn(row, part, options, label);
  const told = positive(number('price'));
  const price = leastPrice !== undefined && told < leastPrice ? Number.NaN : told;
  const area = positive(number('floorArea'));
  const id = row.text('id');
  return {
    kind: isKind,
    state: isState,
    type: isType,
    price: isKind === 'rent' ? price / MONTHS_PER[rentPer] : price,
    floorAreaSquareMeters: areaUnit === 'square_feet' ? area * SQUARE_METERS_PER_SQUARE_FOOT : area,
    rooms: positive(number('rooms')),
    ...timeOf(row, options, number('daysOnMarket'), label),
    ...placeOf(row, convert, counter),
    address: addressOf(row, options.numberStyle),
    id: id === '' ? String(row.number) : id,
    ref: rowRef(row.number, id),
  };
}

/** Many tables write a zero where nothing is known. */
const positive = (value: number) => (value > 0 ? value : Number.NaN);

function numberIn(row: Row, part: keyof ListingColumns, options: ListingTableOptions, label: string): number {
  const value = cellNumber(row.text(part), options);
  if (value !== undefined) return value;
  throw new ImportError(
    `${label}, row ${row.number}, column "${options.columns[part]}": "${row.text(part)}" is no number. Mend the cell, or list it in the recipe under "missing" if it means that nothing is known; say decimal or thousands if it is a number written in another way.`,
  );
}

function timeOf(row: Row, { columns, dates, open }: ListingTableOptions, toldDays: number, label: string) {
  const dayIn = (part: 'day' | 'endDay') => {
    const text = row.text(part);
    if (text === '') return NO_DAY;
    const day = dayOfText(text, dates);
    if (day !== null) return day;
    throw new ImportError(
      `${label}, row ${row.number}, column "${columns[part]}": "${text}" is no date. Say how dates are written with dates: year_first, month_first or day_first.`,
    );
  };
  const [day, end] = [dayIn('day'), dayIn('endDay')];
  const between = day === NO_DAY || end === NO_DAY ? -1 : Math.max(0, end - day);
  const isOpen = open?.equals.includes(row.text('open')) ?? false;
  return { day, daysOnMarket: Number.isNaN(toldDays) ? between : Math.round(toldDays), open: isOpen };
}

/** Degrees; NaN where the row holds no coordinates, or none of a place on Earth, which is counted. */
function placeOf(row: Row, convert: ToDegrees | null, counter: SubjectCounter): { lng: number; lat: number } {
  const place = placeOfCells(row.text('lng'), row.text('lat'), convert);
  if (typeof place !== 'string') return { lng: place[0], lat: place[1] };
  const hasCells = row.text('lng') !== '' && row.text('lat') !== '';
  if (hasCells) counter.changed(`${place}: found by its address alone`, rowRef(row.number, row.text('id')));
  return { lng: Number.NaN, lat: Number.NaN };
}

function addressOf(row: Row, numberStyle: HouseNumberStyle): ListingPoint['address'] {
  const whole = splitAddress(row.text('address'), numberStyle);
  const own = registerNumber(row.text('number'), numberStyle);
  return {
    number: own.number || whole.number,
    numberLast: own.number === '' ? whole.numberLast : own.numberLast,
    unit: row.text('unit') || own.unit || whole.unit,
    street: row.text('street') || whole.street,
    locality: row.text('locality'),
    postcode: row.text('postcode'),
  };
}

const columnOf = (words: Words<string>): string | undefined => (typeof words === 'string' ? undefined : words.column);

function wordOf<T extends string>(words: Words<T>, text: string): T | null {
  if (typeof words === 'string') return words;
  const found = Object.keys(words.values)
    .filter((start) => text.startsWith(start) && (start !== '' || text === ''))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? (words.other ?? null) : words.values[found]!;
}
