import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catchment } from '@hinterland/engine/catchment';
import { polesOfPlaces, storeSets } from '@hinterland/engine/coverage';
import { SeededRandom } from '@hinterland/geo';
import { buildTerritory, readRecipe } from '@hinterland/importers';
import { loadTerritory, NONE, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, hasData } from './hinterland.ts';

const PEOPLE = { M: 38_367, L: 39_308 };
const BOXES = { M: [7.3, 43.6, 7.5, 43.8], L: [9.4, 47.0, 9.7, 47.3] } as const;
type Country = keyof typeof PEOPLE;

const unit = (code: Country) => {
  const [west, south, east, north] = BOXES[code];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: { code }, geometry: { type: 'Polygon', coordinates: [ring] } };
};

const RECIPE = `
id: two-countries
name: Monaco and Liechtenstein
countries: [MC, LI]
continent: europe
timeZone: Europe/Monaco
center: { lat: 43.7396, lng: 7.4274 }
versions: { territory: "1", sociodemo: "1-on-1" }
map:
  osm: ["\${DATA}/extracts/monaco-2025-10-23.osm.pbf", "\${DATA}/extracts/liechtenstein-2022-12-15.osm.pbf"]
  wholeUnits: true
poles: [{ from: osm-addresses }, { from: osm-buildings }, { from: streets }]
census:
  currency: EUR
  units: { from: file, file: units.geojson, code: code }
  topics:
    residents: { vintage: "2023", fields: { total: { byCode: { M: ${PEOPLE.M}, L: ${PEOPLE.L} } } } }
  unavailable: { ${['age_classes', 'families', 'education', 'origins', 'employment', 'income', 'housing', 'mobility', 'consumption'].map((topic) => `${topic}: not taken`).join(', ')} }
sources:
  - { name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }
  - { name: Published totals, licence: Public, attribution: IMSEE and Amt für Statistik, family: sociodemo }
`;

describe.skipIf(!hasData)('two extracts side by side in one recipe (needs the test data beside the project)', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-two-'));
  const random = new SeededRandom(273);
  let territory: Territory;

  beforeAll(async () => {
    writeFileSync(join(scratch, 'recipe.yaml'), RECIPE);
    const units = { type: 'FeatureCollection', features: [unit('M'), unit('L')] };
    writeFileSync(join(scratch, 'units.geojson'), JSON.stringify(units));
    const recipe = await readRecipe(join(scratch, 'recipe.yaml'), { dataDir: dataFolder });
    await buildTerritory(recipe, { outDir: join(scratch, 'bundle') });
    territory = await loadTerritory(join(scratch, 'bundle'));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** A random address of a country. */
  const address = (country: Country) => {
    const [west, south, east, north] = BOXES[country];
    for (;;) {
      const pole = random.int(territory.poles.rows);
      const lng = territory.poles.lngMicrodegrees[pole]! / 1e6;
      const lat = territory.poles.latMicrodegrees[pole]! / 1e6;
      if (lng > west && lng < east && lat > south && lat < north) return { lat, lng };
    }
  };

  it('keeps everybody of both', () => {
    const { units, poleUnits, topics } = territory.sociodemo!;
    const total = topics.get('residents')!.columns.get('total')!;
    const sums = new Float64Array(units.rows);
    poleUnits.unit.forEach((row, pole) => {
      if (row !== NONE) sums[row]! += total[row]! * poleUnits.share[pole]!;
    });
    for (let row = 0; row < units.rows; row++) {
      expect(sums[row]).toBeCloseTo(PEOPLE[units.code.at(row) as Country], 6);
    }
    expect(units.rows).toBe(2);
  });

  it.each(['car', 'walk', 'bicycle'] as const)('answers in both by %s, with the people of each alone', (mode) => {
    for (const country of ['M', 'L'] as const) {
      const query = { measure: 'time', mode, traffic: 'normal', direction: 'inbound', limits: [100_000] } as const;
      const [band] = catchment(territory, { ...query, origins: [address(country)], snapLimitMeters: 1600 }).bands;
      expect(band!.cumulative.residents! / PEOPLE[country]).toBeGreaterThan(0.97);
      expect(band!.cumulative.residents!).toBeLessThanOrEqual(PEOPLE[country] + 1e-6);
    }
  });

  it('counts a network of stores in both as each store alone', () => {
    const places = (['M', 'L', 'M', 'L', 'L'] as const).map(address);
    // By the hierarchy, which here is a wood of two trees.
    const question = { places, mode: 'car', traffic: 'normal', limitSeconds: 300, snapLimitMeters: 1600 } as const;
    const reached = polesOfPlaces(storeSets(territory, question, { method: 'sweep' }));
    places.forEach((place, store) => {
      const query = { measure: 'time', mode: 'car', traffic: 'normal', direction: 'inbound', limits: [300] } as const;
      const [band] = catchment(territory, { ...query, origins: [place], snapLimitMeters: 1600 }).bands;
      expect(reached[store]).toBe(band!.cumulative.poles);
    });
  });
});
