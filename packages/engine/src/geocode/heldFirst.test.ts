import { describe, expect, it } from 'vitest';
import { addressTown, type TownAddress } from '../testing/addressTown.ts';
import { parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { street, told } from './testing/townSearch.ts';

const STREET = 'Korso';
/** Country, numbers of the street, the number in the line, and the house that it is. */
const CASES: readonly (readonly [string, readonly (string | TownAddress)[], string, string])[] = [
  // What is held letter by letter comes before a reading that takes it apart.
  ['TR', ['12', '12/A', '14'], '12/A', '12/A'],
  ['TR', ['12', '12/1', '1'], 'No:12/1', '12/1'],
  ['CH', ['12', '12.1', '121'], '12.1', '12.1'],
  ['CH', ['12', '12.1', '121'], '121', '121'],
  ['CH', ['12', '12.1', '121'], '12', '12'],
  ['CH', ['12', '12.1', '12.1a', '121'], '12.1a', '12.1a'],
  ['AT', ['42', '42/4', '4', '42/4/5'], '42/4', '42/4'],
  ['AT', ['42', '42/4', '4', '42/4/5'], '42/4/5', '42/4/5'],
  ['AT', ['42', '4', '5', '30'], '42/4/5/30', '42'],
  ['PL', ['12', '5', '12/5'], '12/5', '12/5'],
  ['PL', ['12', '5', '12/5'], '12 m. 5', '12'],
  ['PL', ['12', '5'], '12/5', '12'],
  ['DE', ['7', '7/1', '1'], '7/1', '7/1'],
  ['DE', ['7', '7-9', '9'], '7-9', '7-9'],
  ['DE', ['7', '9', '79'], '7-9', '7'],
  ['IT', ['24', '24/R', '24/B'], '24/R', '24/R'],
  ['IT', ['24', '24R'], '24/r', '24R'],
  ['FI', ['12', '12 B', '5'], '12 B 5', '12 B'],
  ['FI', ['12', '5', '45'], '12 B 45', '12'],
  ['CZ', ['806/3', '3', '806'], '806/3', '806/3'],
  ['CZ', ['3', '8'], '806/3', '3'],
  ['AU', ['17', '3', '3/17'], '3/17', '3/17'],
  ['AU', ['17', '3'], '3/17', '17'],
  ['CA', ['24', '3', '3-24'], '3-24', '3-24'],
  ['CA', ['24', '3'], '3-24', '24'],
  ['KR', ['573-2', '573', '2'], '573-2', '573-2'],
  ['JP', ['1-9-1', '1-9', '9-1', '1'], '1-9-1', '1-9-1'],
  ['US', ['137-42', '137', '42'], '137-42', '137-42'],
  ['US', ['12', '12 1/2', '1'], '12 1/2', '12 1/2'],
  ['FR', ['12', '12 bis', '12 ter'], '12 ter', '12 ter'],
  ['LV', ['24', '24-5', '5'], '24-5', '24-5'],
  ['LV', ['24', '5'], '24-5', '24'],
  ['RU', ['24', '24 к2', '2'], '24 к2', '24 к2'],
  ['BR', ['1', '1234', '234'], '1.234', '1234'],
  ['BR', ['1.234', '1234'], '1.234', '1.234'],
  ['NL', ['24', '24-2', '2'], '24-2', '24-2'],
  ['NL', ['24', '2'], '24 2hoog', '24'],
  ['XX', ['24', '24/5', '5'], '24/5', '24/5'],
  ['XX', ['24', '5'], '24/5', '24'],
  // Of two readings that are held the number beside the street wins.
  ['DK', ['84', '2'], '84, 2. tv', '84'],
  ['DK', ['84', '2', '1'], '84, 1. th, 2', '84'],
  ['DE', ['84', '2'], '84, 2. xy', '84'],
  ['SE', ['84', '2'], '84, 2 zz', '84'],
  ['EE', ['84', '2'], '84, kolmas 2', '84'],
  ['RO', ['84', '2', '7'], '84, cam. 2', '84'],
  ['XX', ['84', '2', '7'], '84, w 7', '84'],
];

describe('what is held comes before what is guessed', () => {
  it.each(CASES)('%s: of %j, %s is %s', (country, numbers, asked, expected) => {
    const territory = addressTown(street(STREET, numbers), { manifest: { countries: [country] } });
    const [first] = searchAddresses(territory, parseQuery(`${STREET} ${asked} `, [country]), { limit: 3 });
    expect(told(territory, first!)).toBe(`${expected} ${STREET}, `);
  });

  it.each([
    ['TR', '12', '12/A'],
    ['TR', '12', '12/5'],
    ['DE', '12', '12.1'],
    ['AT', '42', '42/4/5/30'],
    ['CZ', '3', '806/3'],
    ['PL', '12', '12/5'],
    ['US', '12', '12B'],
    ['GB', '12', '12/B'],
    ['IT', '12', '12/R'],
    ['FR', '12', '12 bis'],
    ['NL', '12', '12-2'],
    ['XX', '12', '12/A'],
  ])('%s: %s is not surely the number of %s', (country, held, asked) => {
    const territory = addressTown(street(STREET, [held]), { manifest: { countries: [country] } });
    const found = searchAddresses(territory, parseQuery(`${STREET} ${asked} `, [country]), { limit: 3 });
    expect(found[0]!.number === 'exact' && found[0]!.confidence === 1).toBe(false);
  });
});

describe('what else the query says', () => {
  const town = addressTown(
    [
      ...street('West 29th Street', ['349', '351'], { postcode: '10001' }),
      ...street('West Street', ['349', '451'], { postcode: '10014', lat: 0.02 }),
      ...street('Elm Street', ['12'], { locality: 'Arden', postcode: '07001', lat: 0.2 }),
      ...street('Springfield Avenue', ['12'], { locality: 'Springfield', postcode: '07081', lat: 0.5 }),
      ...street('', ['12'], { locality: 'Springfield', postcode: '07081', lat: 0.5 }),
    ],
    { manifest: { countries: ['US'] } },
  );
  it.each([
    ['349 West 29ht Street', '349 West 29th Street, '],
    ['349 West 29ht Street, 10001', '349 West 29th Street, '],
    ['349 W 29t St, New York, NY 10001', '349 West 29th Street, '],
    ['349 West 29tth Street', '349 West 29th Street, '],
    ['349 West 29 th Street', '349 West 29th Street, '],
    ['12 Elm Street, Springfield', '12 Elm Street, Arden'],
    ['Elm Street 12, Springfield 07081', '12 Elm Street, Arden'],
    ['12 Elm St, 7001', '12 Elm Street, Arden'],
  ])('%s is %s', (line, expected) => {
    const [first] = searchAddresses(town, parseQuery(`${line} `, ['US']), { limit: 3 });
    expect(told(town, first!)).toBe(expected);
  });
});
