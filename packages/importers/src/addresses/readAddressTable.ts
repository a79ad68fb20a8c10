import { withoutDecimalZeros } from '@hinterland/catalogue';
import { numberOf } from '@hinterland/catalogue/numbers';
import { type FileSource, labelOf } from '../files/source.ts';
import type { AddressPoint } from '../inputs/poles.ts';
import type { HouseNumber, HouseNumberStyle } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { placeOfCells } from '../shapes/cellPlace.ts';
import { type ToDegrees, toDegrees } from '../shapes/projections.ts';
import { MappedRow, type RowMapping, rowRef } from '../tables/mappedRow.ts';
import { readTable, type TableOptions, type TableRecord } from '../tables/readTable.ts';
import { leadingNumber, registerNumber } from './houseNumber.ts';
import type { RegisterContext } from './register.ts';

/** Parts of an address that a column may hold. Coordinates are two columns, or one with "POINT(x y)". */
export type AddressPart =
  | 'lng'
  | 'lat'
  | 'point'
  | 'number'
  | 'numberSuffix'
  | 'numberLast'
  | 'street'
  | 'unit'
  | 'locality'
  | 'region'
  | 'postcode'
  | 'dwellings'
  | 'id';

interface AddressTableOptions extends TableOptions {
  /** Chooses columns and rows once the header is known. */
  mapping(header: readonly string[]): RowMapping<AddressPart>;
  readonly crs?: string | undefined;
}

/** A name where the number should stand: "WILLOW AVE". */
const WORDS_ALONE = /^\D*\p{L}{3}\D*$/u;
const POINT = /^(?:SRID=\d+;)?POINT ?\(\s*(\S+)\s+(\S+)\s*\)$/i;

/**
 * Reads addresses from a table, row by row. Rows without usable coordinates or without number and street are counted
 * as dropped; the rest is handed over.
 */
export async function readAddressTable(
  source: FileSource,
  options: AddressTableOptions,
  { numberStyle, counter }: Pick<RegisterContext, 'numberStyle' | 'counter'>,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const label = labelOf(source);
  const convert = toDegrees(options.crs, label);
  const parse = numberParser(numberStyle);
  const clean = addressCleaner(counter);
  let row: MappedRow<AddressPart>;
  const take = () => {
    const id = row.text('id');
    const place = placeOf(row, convert);
    if (typeof place === 'string') {
      counter.dropped(place, rowRef(row.number, id));
      return;
    }
    const { number, street } = clean(row.text('number'), row.text('street'), row.number, id);
    if (number === '' && street === '') {
      counter.dropped('neither number nor street', rowRef(row.number, id));
      return;
    }
    const written = row.text('dwellings');
    const dwellings = written === '' ? 1 : numberOf(written);
    const parsed = parse(withoutDecimalZeros(number) + row.text('numberSuffix'));
    push({
      lng: place[0],
      lat: place[1],
      number: parsed.number,
      numberLast: withoutDecimalZeros(row.text('numberLast')) || parsed.numberLast,
      unit: withoutDecimalZeros(row.text('unit')) || parsed.unit,
      street,
      locality: row.text('locality'),
      region: row.text('region'),
      postcode: withoutDecimalZeros(row.text('postcode')),
      dwellings: dwellings >= 0 ? dwellings : 1,
      ref: id === '' ? row.number : rowRef(row.number, id),
    });
  };
  const open = (header: readonly string[]) => {
    row = new MappedRow(label, header, options.mapping(header));
    return (record: TableRecord) => {
      if (row.goTo(record)) take();
    };
  };
  await readTable(source, options, open, (plain) => {
    if (row.goToPlain(plain)) take();
  });
}

/** Different texts whose reading is kept: a register has few of each kind, each of them many times. */
const TEXTS_KEPT = 10_000;

/** A longer text is a part of the piece of the file that it was read from, and would keep all of it in memory. */
const CHARACTERS_KEPT = 12;

/** Returns `read` with its last answers kept, by text. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    if (kept.size === TEXTS_KEPT) kept.clear();
    if (text.length <= CHARACTERS_KEPT) kept.set(text, answer);
    return answer;
  };
}

const numberParser = (numberStyle: HouseNumberStyle): ((text: string) => HouseNumber) =>
  remembering((text) => registerNumber(text, numberStyle));

/** Degrees, or the reason why there are none. */
function placeOf(row: MappedRow<AddressPart>, convert: ToDegrees | null): [number, number] | string {
  if (convert === null) {
    const [lng, lat] = [row.plainDegrees('lng'), row.plainDegrees('lat')];
    if (Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0)) return [lng, lat];
  }
  const point = row.has('point') ? POINT.exec(row.text('point')) : null;
  const [x, y] = row.has('point') ? [point?.[1] ?? '', point?.[2] ?? ''] : [row.text('lng'), row.text('lat')];
  return placeOfCells(x, y, convert);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Cleans rows that have the whole address in the column of the number, of the street, or of both. */
function addressCleaner(counter: SubjectCounter) {
  const isWords = remembering((text) => WORDS_ALONE.test(text));
  const parsed = remembering((text) => ({ number: leadingNumber(text) }));
  const leadingOf = (text: string) => (isDigit(text.charCodeAt(0)) ? parsed(text).number : null);
  const bare = (text: string, leading: string | null) => (leading === null ? text : text.slice(leading.length).trim());
  return (text: string, street: string, row: number, id: string) => {
    const number = !isDigit(text.charCodeAt(0)) && isWords(text) ? '' : text;
    if (number !== text) counter.changed('a number without a digit', rowRef(row, id));
    const inNumber = leadingOf(number);
    const inStreet = leadingOf(street);
    if (inNumber === null && (inStreet === null || number !== '')) return { number, street };
    counter.changed('number and street in one column', rowRef(row, id));
    return {
      number: inNumber ?? inStreet ?? number,
      street: street === '' ? bare(number, inNumber) : bare(street, inStreet),
    };
  };
}
