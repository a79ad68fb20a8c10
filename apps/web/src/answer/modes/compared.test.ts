import { expect, it } from 'vitest';
import { areaFeatures } from '../../map/data/result.ts';
import { drawnModes, shownMode } from './compared.ts';

const method = (mode: string) => ({ mode }) as never;
const geojson = (residents: number) =>
  ({
    type: 'FeatureCollection',
    features: [300, 600].map((limitSeconds) => ({
      type: 'Feature',
      id: 0,
      properties: { limitSeconds, cumulativeResidents: residents, cumulativePoles: 1 },
      geometry: { type: 'MultiPolygon', coordinates: [] },
    })),
  }) as never;
const modes = [
  { mode: 'car', available: true, bands: [], geojson: geojson(9), method: method('car') },
  { mode: 'walk', available: true, bands: [], geojson: geojson(2), method: method('walk') },
  { mode: 'bicycle', available: true, bands: [], method: method('bicycle') },
  { mode: 'transit', available: false, reason: 'There are no timetables.' },
] as never[];

it('draws the mode that is looked at, else that of the question, and none without an outline', () => {
  expect(drawnModes(modes).map(({ mode, pointer }) => [mode, pointer])).toEqual([
    ['car', '/modes/0'],
    ['walk', '/modes/1'],
  ]);
  const shown = (looked: string | null, asked = 'car') => shownMode({ modes, method: method(asked) }, looked)?.mode;
  expect(shown('walk')).toBe('walk');
  expect(shown(null)).toBe('car');
  expect(shown(null, 'walk')).toBe('walk');
  expect([shown('bicycle'), shown('transit'), shown('ship')]).toEqual(['car', 'car', 'car']);
  expect(shown(null, 'transit')).toBeUndefined();
  expect(shownMode({ method: method('car') }, 'walk')).toBeNull();
});

it('says in the table of the map which mode its bands are of, the largest first', () => {
  const walk = shownMode({ modes, method: method('car') }, 'walk');
  expect(areaFeatures(walk ?? undefined, walk?.mode).map(({ properties }) => properties)).toEqual(
    [600, 300].map((limitSeconds) => ({ mode: 'walk', limitSeconds, cumulativeResidents: 2, cumulativePoles: 1 })),
  );
});
