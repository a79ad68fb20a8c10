import { type FileSource, labelOf } from '../files/source.ts';
import type { AddressPoint } from '../inputs.ts';
import type { HouseNumber } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report.ts';
import type { ToDegrees } from '../shapes/projections.ts';
import { toDegrees } from '../shapes/projections.ts';
import { columnIndex, type RowCondition } from '../tables/keyedTable.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
import { leadingNumber, registerNumber } from './houseNumber.ts';

/** Which column of a table holds what. Coordinates are two columns, or one with "POINT(x y)". */
export interface AddressColumns {
  readonly lng?: string | undefined;
  readonly lat?: string | undefined;
  readonly point?: string | undefined;
  readonly number: string;
  readonly street: string;
  readonly numberSuffix?: string | undefined;
  readonly numberLast?: string | undefined;
  readonly unit?: string | undefined;
  readonly locality?: string | undefined;
  readonly region?: string | undefined;
  readonly postcode?: string | undefined;
  readonly dwellings?: string | undefined;
  readonly id?: string | undefined;
}

export interface AddressTableOptions extends TableOptions {
  /** Chooses the columns once the header is known. */
  columns(header: readonly string[]): AddressColumns;
  readonly crs?: string | undefined;
  readonly where?: readonly RowCondition[] | undefined;
  /** Conditions that are known once the header is, beside `where`. */
  whereOf?(): readonly RowCondition[];
  /** "3/12" is flat 3 of number 12. */
  readonly unitFirst: boolean;
}

/** Parsed numbers that are kept. */
const MOST_NUMBERS = 10_000;

const POINT = /^(?:SRID=\d+;)?POINT ?\(\s*(\S+)\s+(\S+)\s*\)$/i;

/**
 * Reads addresses from a table, row by row. Rows without usable coordinates or without number and street are counted
 * as dropped; the rest is handed over.
 */
export async function readAddressTable(
  source: FileSource,
  options: AddressTableOptions,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const reader = new AddressReader(labelOf(source), options, counter, push);
  await readTable(source, options, reader);
}

class AddressReader {
  readonly #label: string;
  readonly #options: AddressTableOptions;
  readonly #counter: SubjectCounter;
  readonly #push: (address: AddressPoint) => void;
  readonly #convert: ToDegrees | null;
  #column: Partial<Record<keyof AddressColumns, number>> = {};
  readonly #numbers = new Map<string, HouseNumber>();
  #conditions: { column: number; equals: ReadonlySet<string>; not: boolean }[] = [];

  constructor(
    label: string,
    options: AddressTableOptions,
    counter: SubjectCounter,
    push: (address: AddressPoint) => void,
  ) {
    this.#label = label;
    this.#options = options;
    this.#counter = counter;
    this.#push = push;
    this.#convert = toDegrees(options.crs, label);
  }

  header(header: readonly string[]): void {
    for (const [part, name] of Object.entries(this.#options.columns(header))) {
      if (name !== undefined) this.#column[part as keyof AddressColumns] = columnIndex(this.#label, header, name);
    }
    this.#conditions = [...(this.#options.where ?? []), ...(this.#options.whereOf?.() ?? [])].map(
      ({ column, equals, not }) => ({
        column: columnIndex(this.#label, header, column),
        equals: new Set(equals),
        not: not ?? false,
      }),
    );
  }

  row(cells: readonly string[], row: number): void {
    for (const { column, equals, not } of this.#conditions) {
      if (equals.has(cells[column]!.trim()) === not) return;
    }
    const text = (part: keyof AddressColumns) => {
      const column = this.#column[part];
      return column === undefined ? '' : cells[column]!.trim();
    };
    const id = text('id');
    const ref = id === '' ? `row ${row}` : `row ${row} (${id})`;
    const place = this.#place(text);
    if (typeof place === 'string') {
      this.#counter.dropped(place, ref);
      return;
    }
    const { number, street } = numberAndStreet(text('number'), text('street'), ref, this.#counter);
    if (number === '' && street === '') {
      this.#counter.dropped('neither number nor street', ref);
      return;
    }
    const dwellings = text('dwellings');
    const parsed = this.#parsedNumber(number + text('numberSuffix'));
    this.#push({
      lng: place[0],
      lat: place[1],
      number: parsed.number,
      numberLast: text('numberLast') || parsed.numberLast,
      unit: text('unit') || parsed.unit,
      street,
      locality: text('locality'),
      region: text('region'),
      postcode: text('postcode'),
      dwellings: dwellings === '' || !(Number(dwellings) >= 0) ? 1 : Number(dwellings),
      ref,
    });
  }

  /** A register has few different numbers, each of them many times. */
  #parsedNumber(text: string): HouseNumber {
    let parsed = this.#numbers.get(text);
    if (parsed === undefined) {
      parsed = registerNumber(text, this.#options.unitFirst);
      if (this.#numbers.size < MOST_NUMBERS) this.#numbers.set(text, parsed);
    }
    return parsed;
  }

  /** Degrees, or the reason why there are none. */
  #place(text: (part: keyof AddressColumns) => string): [number, number] | string {
    const point = this.#column.point === undefined ? null : POINT.exec(text('point'));
    const [x, y] = this.#column.point === undefined ? [text('lng'), text('lat')] : [point?.[1] ?? '', point?.[2] ?? ''];
    if (x === '' || y === '') return 'no coordinates';
    // Some registers write a decimal comma.
    const [east, north] = [x, y].map((value) => Number(value.replace(',', '.'))) as [number, number];
    const [lng, lat] = this.#convert === null ? [east, north] : this.#convert(east, north);
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) return 'coordinates are no numbers';
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return 'coordinates are no degrees; give the projection as crs';
    if (lng === 0 && lat === 0) return 'coordinates 0, 0';
    return [lng, lat];
  }
}

/** Cleans rows that have the whole address in the column of the number, of the street, or of both. */
function numberAndStreet(number: string, street: string, ref: string, counter: SubjectCounter) {
  const inNumber = leadingNumber(number);
  const inStreet = leadingNumber(street);
  if (inNumber === null && (inStreet === null || number !== '')) return { number, street };
  counter.changed('number and street in one column', ref);
  const bare = (text: string, leading: string | null) => (leading === null ? text : text.slice(leading.length).trim());
  return {
    number: inNumber ?? inStreet ?? number,
    street: street === '' ? bare(number, inNumber) : bare(street, inStreet),
  };
}
