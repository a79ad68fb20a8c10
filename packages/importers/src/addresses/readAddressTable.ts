import { withoutDecimalZeros } from '@hinterland/catalogue';
import { numberOf } from '@hinterland/catalogue/numbers';
import { type FileSource, labelOf } from '../files/source.ts';
import type { AddressPoint } from '../inputs/poles.ts';
import type { HouseNumber, HouseNumberStyle } from '../osm/houseNumber.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { placeOfCells } from '../shapes/cellPlace.ts';
import { type ToDegrees, toDegrees } from '../shapes/projections.ts';
import { MappedRow, type RowMapping, rowRef } from '../tables/mappedRow.ts';
import { readTable, type TableOptions } from '../tables/readTable.ts';
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
  await readTable(source, options, (header) => {
    const row = new MappedRow(label, header, options.mapping(header));
    return (record) => {
      if (!row.goTo(record)) return;
      const ref = rowRef(row.number, row.text('id'));
      const place = placeOf(row, convert);
      if (typeof place === 'string') {
        counter.dropped(place, ref);
        return;
      }
      const { number, street } = numberAndStreet(row.text('number'), row.text('street'), ref, counter);
      if (number === '' && street === '') {
        counter.dropped('neither number nor street', ref);
        return;
      }
      const dwellings = numberOf(row.text('dwellings'));
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
        ref,
      });
    };
  });
}

/** Different texts of numbers whose parsed form is kept: a register has few, each of them many times. */
const NUMBERS_KEPT = 10_000;

function numberParser(numberStyle: HouseNumberStyle): (text: string) => HouseNumber {
  const numbers = new Map<string, HouseNumber>();
  return (text) => {
    let parsed = numbers.get(text);
    if (parsed === undefined) {
      parsed = registerNumber(text, numberStyle);
      if (numbers.size < NUMBERS_KEPT) numbers.set(text, parsed);
    }
    return parsed;
  };
}

/** Degrees, or the reason why there are none. */
function placeOf(row: MappedRow<AddressPart>, convert: ToDegrees | null): [number, number] | string {
  const point = row.has('point') ? POINT.exec(row.text('point')) : null;
  const [x, y] = row.has('point') ? [point?.[1] ?? '', point?.[2] ?? ''] : [row.text('lng'), row.text('lat')];
  return placeOfCells(x, y, convert);
}

/** Cleans rows that have the whole address in the column of the number, of the street, or of both. */
function numberAndStreet(text: string, street: string, ref: string, counter: SubjectCounter) {
  const number = WORDS_ALONE.test(text) ? '' : text;
  if (number !== text) counter.changed('a number without a digit', ref);
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
