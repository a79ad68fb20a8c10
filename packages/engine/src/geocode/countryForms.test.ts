import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { countriesOf } from './searchIndex.ts';
import FORMS from './testing/countryForms.json' with { type: 'json' };
import { street, told } from './testing/townSearch.ts';

const seed = 20261126;
const OTHERS = ['1', '2', '3', '5', '302', '1102'];
const numberOf = (country: string, random: SeededRandom) =>
  country === 'JP' ? `${1 + random.int(3)}-${11 + random.int(80)}-${11 + random.int(80)}` : String(11 + random.int(80));

/**
 * `lines` have "{n}" for the house number. Each holds other numbers, of floors, doors, boxes or postcodes, which are numbers of
 * houses of the street, too. "XX" is a country without an entry.
 */
describe('an address as offices of its country write it', () => {
  it.each(FORMS)('$country: $street', ({ country, street: name, locality, postcode, lines }) => {
    const random = new SeededRandom(seed);
    for (const line of lines) {
      for (let round = 0; round < 5; round++) {
        const number = numberOf(country, random);
        const territory = addressTown(
          [
            ...street(name, [...new Set([number, ...OTHERS])], { locality, postcode }),
            ...street('Lindero', [...new Set([number, ...OTHERS])], { locality, postcode }),
          ],
          { manifest: { countries: [country] } },
        );
        const text = line.replaceAll('{n}', number);
        const [first] = searchAddresses(territory, parseQuery(`${text} `, countriesOf(territory)), { limit: 3 });
        const answer = first === undefined ? 'nothing' : told(territory, first);
        expect([seed, text, answer, first?.number]).toEqual([seed, text, `${number} ${name}, ${locality}`, 'exact']);
        expect([text, first!.confidence >= 0.7]).toEqual([text, true]);
      }
    }
  });
});
