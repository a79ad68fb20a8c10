import { leadingDigits } from '@hinterland/catalogue';
import { filled, sortRows } from '@hinterland/geo';
import { Utf8Column } from '@hinterland/territory';
import type { AddressRows, AddressText } from '../../poles/addressRows.ts';
import type { MergedAddresses } from '../../poles/mergeAddresses.ts';
import type { TextTable } from './texts.ts';

/** Text columns of the table, which hold rows of the table of texts. */
const TEXT_COLUMNS = ['street', 'locality', 'region', 'postcode'] as const;

/** Every text that the table will refer to, once. */
export function* addressTexts(rows: AddressRows): Generator<string> {
  const isUsed = usedTexts(rows, TEXT_COLUMNS);
  for (let text = 0; text < isUsed.length; text++) if (isUsed[text] === 1) yield rows.texts.at(text);
}

/**
 * The bundle's table of addresses, ordered by (street, locality, region, number, unit); numbers by their digits first, so 9
 * stands before 10. `poleRow`: pole number of `merged` to row of the bundle's poles.
 */
export function addressTable(
  rows: AddressRows,
  { poleOf, sameAs }: MergedAddresses,
  texts: TextTable,
  poleRow: Uint32Array,
) {
  /** Number of a text to its row of the table of texts. */
  const textRow = new Uint32Array(rows.texts.count);
  usedTexts(rows, TEXT_COLUMNS).forEach((isUsed, text) => {
    if (isUsed === 1) textRow[text] = texts.row(rows.texts.at(text));
  });
  const numberRank = ranksByDigits(rows);
  let order: Uint32Array = sameAs.filter((same, row) => same === row);
  for (const [name, rank] of [
    ['unit', numberRank],
    ['number', numberRank],
    ['region', textRow],
    ['locality', textRow],
    ['street', textRow],
  ] as const) {
    const numbers = rows.textNumbers(name);
    const keys = filled(new Uint32Array(rows.count), (row) => rank[numbers.get(row)]!);
    order = sortRows(order, keys);
  }
  const numbers = (name: AddressText) => {
    const column = rows.textNumbers(name);
    return filled(new Uint32Array(order.length), (i) => column.get(order[i]!));
  };
  const textRows = (name: (typeof TEXT_COLUMNS)[number]) => numbers(name).map((text) => textRow[text]!);
  const encoded = Utf8Column.from({ length: rows.texts.count, at: (text) => rows.texts.at(text) });
  return {
    pole: filled(new Uint32Array(order.length), (i) => poleRow[poleOf[order[i]!]!]!),
    street: textRows('street'),
    locality: textRows('locality'),
    region: textRows('region'),
    postcode: textRows('postcode'),
    number: encoded.rows(numbers('number')),
    numberLast: encoded.rows(numbers('numberLast')),
    unit: encoded.rows(numbers('unit')),
  };
}

/** Number of a text to 1 where one of the columns holds it; "" is always held. */
function usedTexts(rows: AddressRows, columns: readonly AddressText[]): Uint8Array {
  const isUsed = new Uint8Array(rows.texts.count);
  isUsed[0] = 1;
  for (const column of columns) {
    const numbers = rows.textNumbers(column);
    for (let row = 0; row < rows.count; row++) isUsed[numbers.get(row)] = 1;
  }
  return isUsed;
}

/** Number of a text that is a house's or flat's number to its place among those, by digits, then by code units. */
function ranksByDigits(rows: AddressRows): Uint32Array {
  const numbers: { readonly text: number; readonly digits: number; readonly value: string }[] = [];
  usedTexts(rows, ['number', 'unit']).forEach((isUsed, text) => {
    const value = rows.texts.at(text);
    if (isUsed === 1) numbers.push({ text, digits: leadingDigits(value), value });
  });
  numbers.sort((a, b) => a.digits - b.digits || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  const ranks = new Uint32Array(rows.texts.count);
  numbers.forEach(({ text }, rank) => {
    ranks[text] = rank;
  });
  return ranks;
}
