import { leadingDigits } from '@hinterland/territory';
import type { AddressRows } from '../poles/addressRows.ts';
import type { MergedAddresses } from '../poles/mergeAddresses.ts';
import type { TextTable } from './texts.ts';

/** Text columns of the table, which hold rows of the table of texts. */
const TEXT_COLUMNS = ['street', 'locality', 'region', 'postcode'] as const;

/** Every text that the table will refer to. */
export function* addressTexts(rows: AddressRows): Generator<string> {
  for (let row = 0; row < rows.count; row++) for (const column of TEXT_COLUMNS) yield rows.text(row, column);
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
  const kept: number[] = [];
  for (let row = 0; row < rows.count; row++) if (sameAs[row] === row) kept.push(row);
  const rank = (row: number, column: (typeof TEXT_COLUMNS)[number]) => texts.row(rows.text(row, column));
  const keys = new Map(
    kept.map((row) => [
      row,
      [
        rank(row, 'street'),
        rank(row, 'locality'),
        rank(row, 'region'),
        leadingDigits(rows.text(row, 'number')),
        rows.text(row, 'number'),
        leadingDigits(rows.text(row, 'unit')),
        rows.text(row, 'unit'),
        row,
      ] as const,
    ]),
  );
  kept.sort((a, b) => compareKeys(keys.get(a)!, keys.get(b)!));
  const column = (of: (row: number) => number) => Uint32Array.from(kept, of);
  return {
    pole: column((row) => poleRow[poleOf[row]!]!),
    street: column((row) => rank(row, 'street')),
    locality: column((row) => rank(row, 'locality')),
    region: column((row) => rank(row, 'region')),
    postcode: column((row) => rank(row, 'postcode')),
    number: kept.map((row) => rows.text(row, 'number')),
    numberLast: kept.map((row) => rows.text(row, 'numberLast')),
    unit: kept.map((row) => rows.text(row, 'unit')),
  };
}

function compareKeys(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i]! < b[i]!) return -1;
    if (a[i]! > b[i]!) return 1;
  }
  return 0;
}
