import { type ListingKind, type ListingState, NO_DAY, type PropertyType } from '@hinterland/territory';
import { registerNumber } from '../addresses/houseNumber.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import { ImportError } from '../importError.ts';
import type { SubjectCounter } from '../report.ts';
import { toDegrees } from '../shapes/projections.ts';
import { columnIndex, type RowCondition } from '../tables/keyedTable.ts';
import { cellNumber, type NumberFormat } from '../tables/numberText.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
import { type DateOrder, dayOfText } from './dates.ts';
import type { ListingPoint } from './listing.ts';
import { splitAddress } from './splitAddress.ts';

/** The same word for every row, or what the texts of a column mean. */
export type Words<T extends string> =
  | T
  | {
      readonly column: string;
      /** What a text means: the whole text, or the longest beginning of it that stands here. */
      readonly values: Readonly<Record<string, T>>;
      /** What other texts mean; rows with them are dropped where absent. */
      readonly other?: T | undefined;
    };

export interface ListingColumns {
  readonly price: string;
  readonly floorArea?: string | undefined;
  readonly rooms?: string | undefined;
  readonly day?: string | undefined;
  /** Last day on the market; with `day` it gives the days on the market. */
  readonly endDay?: string | undefined;
  readonly daysOnMarket?: string | undefined;
  readonly lng?: string | undefined;
  readonly lat?: string | undefined;
  /** Number, street and flat in one: "719 EAST SIXTH STREET, 5C". */
  readonly address?: string | undefined;
  readonly number?: string | undefined;
  readonly street?: string | undefined;
  readonly unit?: string | undefined;
  readonly locality?: string | undefined;
  readonly postcode?: string | undefined;
  readonly id?: string | undefined;
}

export interface ListingTableOptions extends TableOptions, NumberFormat {
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
  readonly unitFirst: boolean;
}

const SQUARE_METERS_PER_SQUARE_FOOT = 0.3048 * 0.3048;
const MONTHS_PER = { month: 1, week: 12 / 52, year: 12 } as const;
/** How a cell is named when the recipe says nothing of it: many tables write a zero where they know nothing. */
const positive = (value: number) => (value > 0 ? value : Number.NaN);

/** Reads offers or deals from a table, row by row. */
export async function readListingTable(
  source: FileSource,
  options: ListingTableOptions,
  counter: SubjectCounter,
  push: (listing: ListingPoint) => void,
): Promise<void> {
  const reader = new ListingReader(labelOf(source), options, counter, push);
  await readTable(source, options, reader);
}

class ListingReader {
  readonly #label: string;
  readonly #options: ListingTableOptions;
  readonly #counter: SubjectCounter;
  readonly #push: (listing: ListingPoint) => void;
  readonly #convert: ReturnType<typeof toDegrees>;
  readonly #columns = new Map<string, number>();

  constructor(
    label: string,
    options: ListingTableOptions,
    counter: SubjectCounter,
    push: (listing: ListingPoint) => void,
  ) {
    this.#label = label;
    this.#options = options;
    this.#counter = counter;
    this.#push = push;
    this.#convert = toDegrees(options.crs, label);
  }

  /** Finds every column that the options name, and refuses a file that lacks one. */
  header(header: readonly string[]): void {
    const { columns, kind, state, type, open, where } = this.#options;
    const words = [kind, state, type].flatMap((each) => (typeof each === 'string' ? [] : [each.column]));
    const conditions = (where ?? []).map(({ column }) => column);
    const names = [...Object.values(columns), ...words, ...conditions, ...(open === undefined ? [] : [open.column])];
    for (const name of names) {
      if (name !== undefined) this.#columns.set(name, columnIndex(this.#label, header, name));
    }
  }

  row(cells: readonly string[], row: number): void {
    const { columns, where, kind, state, type, leastPrice, areaUnit, rentPer } = this.#options;
    const cell = (name: string | undefined) => (name === undefined ? '' : cells[this.#columns.get(name)!]!.trim());
    for (const { column, equals, not } of where ?? []) {
      if (equals.includes(cell(column)) === (not ?? false)) return;
    }
    const id = cell(columns.id);
    const ref = id === '' ? `row ${row}` : `row ${row} (${id})`;
    const [isKind, isState, isType] = [wordOf(kind, cell), wordOf(state, cell), wordOf(type, cell)];
    if (isKind === null || isState === null || isType === null) {
      const at = isKind === null ? kind : isState === null ? state : type;
      const { column } = at as { column: string };
      this.#counter.dropped(`"${cell(column)}" in ${column} is none of the texts of the recipe`, ref);
      return;
    }
    const number = (name: string | undefined) => this.#number(name, cell(name), row);
    const told = positive(number(columns.price));
    const price = leastPrice !== undefined && told < leastPrice ? Number.NaN : told;
    const area = positive(number(columns.floorArea));
    this.#push({
      kind: isKind,
      state: isState,
      type: isType,
      price: isKind === 'rent' ? price / MONTHS_PER[rentPer] : price,
      floorAreaSquareMeters: areaUnit === 'square_feet' ? area * SQUARE_METERS_PER_SQUARE_FOOT : area,
      rooms: positive(number(columns.rooms)),
      ...this.#time(cell, number, row),
      ...this.#place(number),
      address: this.#address(cell),
      id: id === '' ? String(row) : id,
      ref,
    });
  }

  #number(name: string | undefined, cell: string, row: number): number {
    if (name === undefined) return Number.NaN;
    const value = cellNumber(cell, this.#options);
    if (value !== undefined) return value;
    throw new ImportError(
      `${this.#label}, row ${row}, column "${name}": "${cell}" is no number. Mend the cell, or list it in the recipe under "missing" if it means that nothing is known; say decimal or thousands if it is a number written in another way.`,
    );
  }

  #time(cell: (name: string | undefined) => string, number: (name: string | undefined) => number, row: number) {
    const { columns, dates, open } = this.#options;
    const dayOf = (name: string | undefined) => {
      const text = cell(name);
      if (text === '') return NO_DAY;
      const day = dayOfText(text, dates);
      if (day !== null) return day;
      throw new ImportError(
        `${this.#label}, row ${row}, column "${name}": "${text}" is no date. Say how dates are written with dates: year_first, month_first or day_first.`,
      );
    };
    const [day, end] = [dayOf(columns.day), dayOf(columns.endDay)];
    const told = number(columns.daysOnMarket);
    const days = Number.isNaN(told)
      ? day === NO_DAY || end === NO_DAY
        ? -1
        : Math.max(0, end - day)
      : Math.round(told);
    const isOpen = open === undefined ? false : open.equals.includes(cell(open.column));
    return { day, daysOnMarket: days, open: isOpen };
  }

  /** Degrees; NaN where the row does not say, or what it says is no place on Earth. */
  #place(number: (name: string | undefined) => number): { lng: number; lat: number } {
    const { columns } = this.#options;
    const [x, y] = [number(columns.lng), number(columns.lat)];
    if (Number.isNaN(x) || Number.isNaN(y)) return { lng: Number.NaN, lat: Number.NaN };
    const [lng, lat] = this.#convert === null ? [x, y] : this.#convert(x, y);
    const isPlace = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0);
    return isPlace ? { lng, lat } : { lng: Number.NaN, lat: Number.NaN };
  }

  #address(cell: (name: string | undefined) => string): ListingPoint['address'] {
    const { columns, unitFirst } = this.#options;
    const whole = splitAddress(cell(columns.address), unitFirst);
    const own = registerNumber(cell(columns.number), unitFirst);
    return {
      number: own.number || whole.number,
      numberLast: own.number === '' ? whole.numberLast : own.numberLast,
      unit: cell(columns.unit) || own.unit || whole.unit,
      street: cell(columns.street) || whole.street,
      locality: cell(columns.locality),
      postcode: cell(columns.postcode),
    };
  }
}

function wordOf<T extends string>(words: Words<T>, cell: (name: string) => string): T | null {
  if (typeof words === 'string') return words;
  const text = cell(words.column);
  const found = Object.keys(words.values)
    .filter((start) => text.startsWith(start) && (start !== '' || text === ''))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? (words.other ?? null) : words.values[found]!;
}
