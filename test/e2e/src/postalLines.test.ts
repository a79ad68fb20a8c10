import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { measurePostalLines } from '../../../bench/src/postalLines/measure.ts';
import { EXTRACTS, isAtHand, REGISTERS, withAddressesOf } from '../../../bench/src/postalLines/territories.ts';
import { dataFolder } from './hinterland.ts';

const SEED = 20261123;
const LINES = 150;

/** Registers, and a country that writes in another order; `npm run bench -- postal-lines` asks for every address of every file. */
const FILES = [...REGISTERS, ...EXTRACTS.filter(({ country }) => country === 'MC')];

describe('addresses of real files as postal lines of their country (needs the test data beside the project)', () => {
  for (const file of FILES) {
    it.skipIf(!isAtHand(dataFolder, file))(file.file, async () => {
      const figures = await withAddressesOf(dataFolder, file, (territory) => {
        const random = new SeededRandom(SEED);
        const { rows } = territory.addresses;
        const sample = rows <= LINES ? Array(rows).keys() : Array.from({ length: LINES }, () => random.int(rows));
        return measurePostalLines(territory, file.country, sample, file.unsaid);
      });
      expect(figures).toHaveLength(6);
      const misses = figures.flatMap((one) => one.misses);
      const sum = (of: (one: (typeof figures)[number]) => number) => figures.reduce((all, one) => all + of(one), 0);
      expect([sum((one) => one.otherNumber), misses]).toEqual([0, misses]);
      expect([sum((one) => one.exact) >= 0.99 * sum((one) => one.lines), misses]).toEqual([true, misses]);
      expect(figures.every(({ lines }) => lines > 0)).toBe(true);
    });
  }
});
