import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { plainCatchment } from '../catchment/plainCatchment.ts';
import type { CatchmentQuery } from '../catchment/types.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { randomTown } from '../town/index.ts';
import { storeSets } from './computeStoreSets.ts';
import type { StoreSets } from './storeSets.ts';

/** Places of every row of the snap table, as text. */
function setsByRow(sets: StoreSets): string[] {
  return Array.from(sets.classOfRow, (c) =>
    [...sets.members.subarray(sets.firstMember[c], sets.firstMember[c + 1])].join(' '),
  );
}

describe('sets of places by pole', () => {
  it('sweep, search and oracle agree on random towns', () => {
    let reached = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const town = randomTown({ seed, nodes: 60 + seed * 3 });
      const random = new SeededRandom(seed);
      const places = Array.from({ length: 1 + random.int(70) }, () => random.pick(town.places));
      const limitSeconds = random.pick([20, 60, 180, 600]);
      const query = { places, mode: 'car', traffic: 'normal', limitSeconds } as const;
      const swept = storeSets(town.territory, query, { method: 'sweep' });
      const plain = storeSets(town.territory, query, { method: 'plain' });
      expect(swept.classOfRow).toEqual(plain.classOfRow);
      expect(swept.members).toEqual(plain.members);
      expect(swept.firstMember).toEqual(plain.firstMember);

      const snaps = town.territory.snaps.car!;
      const expected: string[][] = Array.from({ length: snaps.rows }, () => []);
      const rowOf = new Map(Array.from(snaps.pole, (pole, row) => [pole, row]));
      const origins = snapOrigins(town.territory, 'car', places);
      places.forEach((place, number) => {
        const single: CatchmentQuery = { origins: [place], measure: 'time', limits: [limitSeconds], mode: 'car', traffic: 'normal', direction: 'inbound' };
        for (const pole of plainCatchment(town.territory, single, [origins[number]!]).keys()) {
          expected[rowOf.get(pole)!]!.push(String(number));
          reached++;
        }
      });
      expect(setsByRow(swept)).toEqual(expected.map((list) => list.join(' ')));
    }
    expect(reached).toBeGreaterThan(1000);
  });
});
