import { Buffer } from 'node:buffer';
import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { loadTerritory } from '@hinterland/territory';
import { writeArrayBuffer } from 'geotiff';
import { expect, it } from 'vitest';
import { block, pbfBytes } from '../pbf/testing/encodePbf.ts';
import { testFolder } from '../testing/folder.ts';
import { buildTerritory } from './build.ts';
import { readRecipe } from './read.ts';

const folder = await testFolder();
const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

const RECIPE = `
id: hill
name: A hill
countries: [DE]
continent: europe
timeZone: Europe/Berlin
versions: { territory: "1" }
map: { osm: hill.osm.pbf, heights: { file: [hill.tif] } }
poles: [{ from: streets }]
sources:
  - { name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }
`;

it('slows walkers and cyclists of a recipe that names heights', async () => {
  const [start, end] = [0.001, 0.002];
  const map = block({
    dense: [
      { id: 1, lat: 0.001, lng: start },
      { id: 2, lat: 0.001, lng: end },
    ],
    ways: [{ id: 1, nodes: [1, 2], tags: { highway: 'residential', name: 'Hill Street' } }],
  });
  await folder.write('hill.osm.pbf', pbfBytes([map]));
  // 64 columns of 0.0001°, which rise by 8% to the east.
  const cell = 0.0001;
  const heights = Float32Array.from({ length: 64 * 32 }, (_, i) => 0.08 * ((i % 64) + 0.5) * cell * METERS_PER_DEGREE);
  const picture = writeArrayBuffer(heights, {
    width: 64,
    height: 32,
    ModelPixelScale: [cell, cell, 0],
    ModelTiepoint: [0, 0, 0, 0, 0.003, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
  });
  await folder.write('hill.tif', Buffer.from(picture));
  const path = await folder.write('hill.yaml', RECIPE);
  const { report } = await buildTerritory(await readRecipe(path), { outDir: folder.path });
  expect(report.toJson().facts['roads: without heights']).toBe(0);

  const { edges, nodes, weights } = await loadTerritory(folder.path);
  const meters = (end - start) * METERS_PER_DEGREE;
  const isUphill = nodes.lngMicrodegrees[edges.fromNode[0]!]! < nodes.lngMicrodegrees[edges.toNode[0]!]!;
  const seconds = (profile: 'walk-normal' | 'bicycle-normal') => {
    const { forwardMilliseconds, backwardMilliseconds } = weights[profile]!;
    const both = [forwardMilliseconds[0]! / 1000, backwardMilliseconds[0]! / 1000];
    return isUphill ? both : both.toReversed();
  };
  // Tobler: e^(−3.5 × 0.08) uphill, e^(3.5 × (0.05 − 0.03)) downhill of 5 km/h; cycling 0.6 and 1 of 15 km/h.
  expect(seconds('walk-normal')[0]! / ((meters * 0.72) / Math.exp(-0.28))).toBeCloseTo(1, 3);
  expect(seconds('walk-normal')[1]! / ((meters * 0.72) / Math.exp(0.07))).toBeCloseTo(1, 3);
  expect(seconds('bicycle-normal')[0]! / ((meters * 0.24) / 0.6)).toBeCloseTo(1, 3);
  expect(seconds('bicycle-normal')[1]! / (meters * 0.24)).toBeCloseTo(1, 3);
});
