import { SeededRandom } from '@hinterland/geo';
import type { AddressPoint } from '@hinterland/importers';

const ONSETS = ['b', 'br', 'c', 'd', 'f', 'g', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'w'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo'];
const ENDS = ['l', 'n', 'r', 's', 't', 'm', 'ck', 'nd', 'rt', 'll'];
const KINDS = ['Street', 'Avenue', 'Road', 'Lane', 'Drive', 'Place', 'Court', 'Way'];
const COMMON = ['Main', 'High', 'Church', 'Park', 'Station', 'Mill', 'School', 'Victoria', 'King', 'Queen'];
const TOWNS = 1_500;
const NUMBERS_PER_STREET = 12;

/**
 * Addresses of a generated country: towns of Pareto-like sizes, streets of which every tenth has a name that other towns
 * have too, a dozen numbers each, some with suffixes and flats. Same seed, same addresses.
 */
export function* generatedAddresses(count: number, seed: number): Generator<AddressPoint> {
  const random = new SeededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)]!;
  const word = () => {
    const syllables = 1 + random.int(3);
    let text = '';
    for (let i = 0; i <= syllables; i++) text += pick(ONSETS) + pick(VOWELS);
    text += pick(ENDS);
    return text[0]!.toUpperCase() + text.slice(1);
  };
  const towns = Array.from({ length: TOWNS }, (_, i) => ({
    locality: random.int(4) === 0 ? `${pick(['North', 'Saint', 'New', 'Upper'])} ${word()}` : word(),
    postcode: String(1000 + i),
    lng: 140 + random.next() * 10,
    lat: -38 + random.next() * 8,
  }));
  const surnames = Array.from({ length: 12_000 }, word);
  for (let made = 0; made < count; ) {
    const town = towns[Math.floor(TOWNS * random.next() ** 2)]!;
    const name = random.int(10) === 0 ? pick(COMMON) : pick(surnames);
    const street = `${random.int(12) === 0 ? `${pick(['North', 'South', 'Old'])} ` : ''}${name} ${pick(KINDS)}`;
    const [lng, lat] = [town.lng + (random.next() - 0.5) * 0.2, town.lat + (random.next() - 0.5) * 0.2];
    const first = 1 + random.int(200);
    for (let i = 0; i < NUMBERS_PER_STREET && made < count; i++, made++) {
      yield {
        number: `${first + i}${random.int(25) === 0 ? 'A' : ''}`,
        unit: random.int(15) === 0 ? String(1 + random.int(9)) : '',
        street,
        locality: town.locality,
        region: 'NSW',
        postcode: town.postcode,
        lng: lng + i * 0.0002,
        lat,
        numberLast: '',
        dwellings: 1,
        ref: `row ${made + 1}`,
      };
    }
  }
}
