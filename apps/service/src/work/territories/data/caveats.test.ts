import type { FamilyDescriptor, Territory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { caveatsOf } from './caveats.ts';

const territory = (comparability: string, rough?: string[]) =>
  ({
    manifest: rough === undefined ? {} : { rough },
    descriptors: {
      sociodemo: {
        topics: [
          { code: 'age_classes', comparability: 'full' },
          { code: 'residents', comparability },
        ],
        sources: [{ name: 'WorldPop' }, { name: 'WorldPop' }, { name: 'Dwellings' }],
      } as unknown as FamilyDescriptor,
    },
  }) as unknown as Territory;

it('names the sources of modelled residents, for answers that are made of residents alone', () => {
  expect(caveatsOf(territory('modelled'), ['territory', 'sociodemo'])).toEqual({
    modelledBy: ['WorldPop', 'Dwellings'],
    rough: [],
    roughReasons: [],
  });
  expect(caveatsOf(territory('modelled'), ['territory', 'players']).modelledBy).toEqual([]);
  expect(caveatsOf(territory('full'), ['territory', 'sociodemo']).modelledBy).toEqual([]);
});

it('has what is rough about a territory for every answer', () => {
  expect(caveatsOf(territory('full', ['Few addresses.']), ['territory'])).toEqual({
    modelledBy: [],
    rough: ['Few addresses.'],
    roughReasons: [],
  });
});
