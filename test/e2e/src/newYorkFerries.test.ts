import { catchment, forEachReachedPole } from '@hinterland/engine/catchment';
import { loadTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { hasData } from './hinterland.ts';
import { newYorkBundle } from './newYorkBundle.ts';

const PIER_11 = { lat: 40.7032, lng: -74.0062 };

describe.skipIf(!hasData)('ferries of New York (needs the test data beside the project)', () => {
  it.each(['inbound', 'outbound'] as const)(
    '15 minutes on foot from Pier 11 hold nobody in Brooklyn, %s',
    async (direction) => {
      const territory = await loadTerritory(await newYorkBundle());
      const reached = catchment(territory, {
        origins: [PIER_11],
        measure: 'time',
        mode: 'walk',
        traffic: 'normal',
        direction,
        limits: [900, 2400],
      });
      const boroughs = [new Map<string, number>(), new Map<string, number>()];
      forEachReachedPole(reached, (pole, _, band) => {
        const area = territory.poleAreas.level6[pole]!;
        // Piers lie in no borough.
        const name = area < 0 ? '' : territory.areas.name.at(area);
        boroughs[band]!.set(name, (boroughs[band]!.get(name) ?? 0) + 1);
      });
      expect([...boroughs[0]!.keys()].filter((name) => name !== '')).toEqual(['Manhattan']);
      expect(boroughs[0]!.get('Manhattan')).toBeGreaterThan(100);
      // Two boats of four and nine minutes go there all the same.
      expect(boroughs[1]!.get('Brooklyn')).toBeGreaterThan(100);
    },
  );
});
