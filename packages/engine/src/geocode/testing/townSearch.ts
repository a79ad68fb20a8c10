import type { Territory } from '@hinterland/territory';
import type { TownAddress } from '../../testing/addressTown.ts';
import type { Found } from '../findings.ts';
import { parseQuery } from '../query.ts';
import { searchAddresses } from '../search.ts';
import { countriesOf } from '../searchIndex.ts';

/** A finding in words: "12 Elm Street, Arden", "3/17 High Street, Sydney", "locality Arden". */
export const told = ({ addresses, texts, edges }: Territory, { kind, address, row }: Found): string => {
  if (address < 0) return `${kind} ${kind === 'road' ? texts.text.at(edges.street[row]!) : row}`;
  const text = (column: 'street' | 'locality' | 'postcode') => texts.text.at(addresses[column][address]!);
  if (kind === 'address') {
    const unit = addresses.unit.at(address);
    const last = addresses.numberLast.at(address);
    return [
      unit && `${unit}/`,
      addresses.number.at(address),
      last && `-${last}`,
      ' ',
      text('street'),
      ', ',
      text('locality'),
    ].join('');
  }
  return `${kind} ${kind === 'postcode' ? text('postcode') : kind === 'locality' ? text('locality') : text('street')}`;
};

/** Returns a search of a town that returns its findings in words, best first. */
export const finder =
  (territory: Territory) =>
  (query: string, limit = 5): string[] =>
    searchAddresses(territory, parseQuery(query, countriesOf(territory)), { limit }).map((one) => told(territory, one));

/** Returns the addresses of a street in one town, by their numbers. */
export const street = (
  name: string,
  numbers: readonly (string | TownAddress)[],
  more: TownAddress = {},
): TownAddress[] =>
  numbers.map((number) => ({ street: name, ...more, ...(typeof number === 'string' ? { number } : number) }));
