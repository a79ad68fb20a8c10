import { houseNumberKey, nameKey } from '@hinterland/catalogue';
import { nearestPoles, parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { beforeAll, describe, expect, it } from 'vitest';
import { measurePostalLines } from '../../../bench/src/postalLines/measure.ts';
import { hasData } from './hinterland.ts';
import { newYorkBundle } from './newYorkBundle.ts';

const QUERIES = 400;
const COUNTRIES = ['US'];

describe.skipIf(!hasData)('addresses of New York (needs the test data beside the project)', () => {
  let territory: Territory;
  beforeAll(async () => {
    territory = await loadTerritory(await newYorkBundle());
  });

  const addressAt = (row: number) => ({
    number: territory.addresses.number.at(row),
    street: territory.texts.text.at(territory.addresses.street[row]!),
    postcode: territory.texts.text.at(territory.addresses.postcode[row]!),
  });

  /** Share of the addresses that come first, or share the first place with the same address elsewhere. */
  function shareFirst(typed: (address: ReturnType<typeof addressAt>, random: SeededRandom) => string): number {
    const random = new SeededRandom(3);
    let first = 0;
    let asked = 0;
    while (asked < QUERIES) {
      const wanted = addressAt(random.int(territory.addresses.rows));
      if (wanted.number === '' || wanted.street === '') continue;
      asked++;
      const [best] = searchAddresses(territory, parseQuery(typed(wanted, random), COUNTRIES), { limit: 5 });
      if (best?.kind !== 'address') continue;
      const found = addressAt(best.address);
      const isSame =
        houseNumberKey(found.number) === houseNumberKey(wanted.number) &&
        nameKey(found.street, COUNTRIES) === nameKey(wanted.street, COUNTRIES);
      if (isSame) first++;
    }
    return first / asked;
  }

  it('come from the bundle with an index', () => {
    expect(territory.search!.numbers.rows).toBe(territory.addresses.rows);
    expect(territory.addresses.rows).toBeGreaterThan(12_000);
  });

  it('come first as they are typed, with ZIP code and without', () => {
    expect(shareFirst(({ number, street }) => `${number} ${street}`.toLowerCase())).toBeGreaterThanOrEqual(0.98);
    expect(shareFirst(({ number, street, postcode }) => `${number} ${street} ${postcode}`)).toBeGreaterThanOrEqual(
      0.98,
    );
  });

  it.each([
    ({ number, street, postcode }: ReturnType<typeof addressAt>) => `${number} ${street}, New York, NY ${postcode}`,
    ({ number, street }) => `${number} ${street}, New York, NY`,
    ({ number, street, postcode }) => `${number} ${street.toUpperCase()}, NY ${postcode}, USA`,
    ({ number, street, postcode }) => `${number} ${street}, New York, New York ${postcode}, United States`,
  ])('come first as postal lines, and no other number does: form %#', (line) => {
    expect(shareFirst(line)).toBeGreaterThanOrEqual(0.99);
  });

  it('come first as six postal lines of the country, and no other number of their street does', () => {
    const random = new SeededRandom(4);
    const sample = Array.from({ length: QUERIES / 2 }, () => random.int(territory.addresses.rows));
    const figures = measurePostalLines(territory, 'US', sample, {
      city: { 10: 'New York', 112: 'Brooklyn' },
      region: 'NY',
    });
    expect(figures).toHaveLength(6);
    for (const { form, lines, exact, otherNumber, misses } of figures) {
      expect([form, otherNumber, exact >= 0.99 * lines]).toEqual([form, 0, true]);
      expect(misses.length).toBe(lines - exact);
    }
  });

  it('come first with one letter of the street left out, replaced or swapped', () => {
    const share = shareFirst(({ number, street }, random) => {
      const words = street.split(' ');
      const longest = words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0);
      const word = words[longest]!;
      const at = 1 + random.int(Math.max(1, word.length - 2));
      const letters = [...word];
      const kind = random.int(3);
      if (kind === 0) letters.splice(at, 1);
      else if (kind === 1) letters[at] = 'q';
      else letters.splice(at, 2, letters[at + 1] ?? '', letters[at]!);
      words[longest] = letters.join('');
      return `${number} ${words.join(' ')}`;
    });
    expect(share).toBeGreaterThanOrEqual(0.95);
  });

  it('every pole is what a reverse search at its place finds', () => {
    const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
    let itself = 0;
    for (let pole = 0; pole < rows; pole++) {
      const [near] = nearestPoles(
        territory,
        { lng: lngMicrodegrees[pole]! / 1e6, lat: latMicrodegrees[pole]! / 1e6 },
        1,
        10,
      );
      if (near?.pole === pole || near?.distanceMeters === 0) itself++;
    }
    expect(itself).toBe(rows);
  });
});
