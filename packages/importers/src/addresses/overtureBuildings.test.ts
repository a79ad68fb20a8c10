import { expect, it } from 'vitest';
import type { BuildingPoint } from '../inputs/poles.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { POLE_SOURCES } from './poleSources.ts';

const folder = await testFolder();

it('buildings of Overture give dwellings as those of the map do, and are known by the object of the map that they are', async () => {
  const square = (meters: number) => {
    const [width, height] = [meters / (111_320 * Math.cos((48.4 * Math.PI) / 180)), meters / 111_320];
    const ring = [
      [15.6, 48.4],
      [15.6 + width, 48.4],
      [15.6 + width, 48.4 + height],
      [15.6, 48.4 + height],
      [15.6, 48.4],
    ];
    return { type: 'Polygon', coordinates: [ring] };
  };
  const feature = (geometry: object | null, properties: object) =>
    JSON.stringify({ type: 'Feature', geometry, properties });
  const osm = [{ dataset: 'OpenStreetMap', record_id: 'w918074282@3' }];
  const path = await folder.write(
    'buildings.geojsonl',
    [
      feature(square(10), { subtype: 'residential', class: 'house', sources: osm }),
      // 20 × 20 m on 5 floors, 0.8 of it homes of 95 m²: 16.8.
      feature(square(20), { subtype: 'residential', class: 'apartments', num_floors: 5 }),
      // A height of 9.6 m is 3 floors: 400 × 3 × 0.8 / 95 = 10.1.
      feature(square(20), { subtype: null, class: null, height: 9.6 }),
      feature(square(5), {}),
      feature(square(20), { subtype: 'commercial', class: 'retail' }),
      feature(square(20), { subtype: 'medical' }),
      feature(square(20), { subtype: 'residential', is_underground: true }),
      feature(null, { subtype: 'residential' }),
    ].join('\n'),
  );
  const report = new Report('Test');
  const source = openEntry(POLE_SOURCES, { from: 'overture-buildings', file: path }, testContext({ report }));
  if (source.kind !== 'building') throw new Error('no source of buildings');
  const buildings: BuildingPoint[] = [];
  await source.each((building) => buildings.push(building));
  const { drops } = report.toJson().subjects[0]!;
  expect(buildings.map(({ dwellings, ref }) => [ref, dwellings])).toEqual([
    ['way 918074282', 1],
    ['feature 2', 17],
    ['feature 3', 10],
  ]);
  expect(drops.map(({ reason, count }) => `${count} × ${reason}`).sort()).toEqual([
    '1 × a plain building of less than 35 m²',
    '1 × no outline with an inside',
    '3 × not a residential building',
  ]);
});
