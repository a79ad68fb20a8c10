import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { BOUNDARY_SOURCES } from './boundarySources.ts';

const folder = await testFolder();
const square = (west: number) => [
  [
    [west, 0],
    [west + 1, 0],
    [west + 1, 1],
    [west, 1],
    [west, 0],
  ],
];

await folder.write(
  'areas.geojson',
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      ['1.0', 'North'],
      ['2.0', 'South'],
      ['2.0', 'South'],
      ['9.0', 'Elsewhere'],
    ].map(([id, title], i) => ({
      type: 'Feature',
      properties: { id, title },
      geometry: { type: 'Polygon', coordinates: square(i) },
    })),
  }),
);

async function read(boundaries: readonly WrittenEntry[], countries = ['DE'], adminLevel = '8') {
  const map = new OsmBuilder();
  const corners = square(5)[0]!
    .slice(0, 4)
    .map(([lng, lat]) => map.addNode(lat!, lng!));
  const way = map.addWay([...corners, corners[0]!]);
  map.addRelation([{ kind: 'way', id: way, role: 'outer' }], {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: adminLevel,
    name: 'Mapped',
    'ISO3166-2': 'DE-X',
  });
  const report = new Report('Test');
  const context = testContext({ countries, map: map.build(), report, resolve: (name) => join(folder.path, name) });
  const found: Boundary[] = [];
  for (const entry of boundaries) found.push(...(await openEntry(BOUNDARY_SOURCES, entry, context)));
  return { found, report: report.toJson() };
}

const FILE = {
  from: 'file',
  file: 'areas.geojson',
  level: 8,
  kind: 'municipality',
  localType: 'Town',
  code: 'id',
  name: 'title',
};

describe('reading boundaries', () => {
  it('puts features with the same code together and mends codes', async () => {
    const { found, report } = await read([
      { ...FILE, code: { column: 'id', padTo: 3, prefix: 'D' }, where: [{ column: 'id', equals: '9.0', not: true }] },
    ]);
    expect(
      found.map(({ code, name, country, level, kind, localType, cut }) => [
        code,
        name,
        country,
        level,
        kind,
        localType,
        cut,
      ]),
    ).toEqual([
      ['D001', 'North', 'DE', 8, 'municipality', 'Town', false],
      ['D002', 'South', 'DE', 8, 'municipality', 'Town', false],
    ]);
    expect(found[1]!.polygon).toEqual([square(1), square(2)]);
    expect(report.subjects[0]).toMatchObject({
      name: 'boundaries of areas.geojson',
      kept: 2,
      changes: [{ reason: 'a part of the area with the same code', references: ['feature 3 (D002)'] }],
    });
  });

  it('takes one text for all features', async () => {
    const { found } = await read([
      { ...FILE, level: 4, kind: 'region', code: { value: 'R' }, name: { value: 'Region' }, cut: true },
    ]);
    expect(found.map(({ code, name, polygon, cut }) => [code, name, polygon.length, cut])).toEqual([
      ['R', 'Region', 4, true],
    ]);
  });

  it('takes levels from the map, and areas that hold all of it', async () => {
    const { found } = await read([
      { from: 'osm', levels: { 8: { kind: 'municipality', localType: 'Gemeinde' } } },
      { from: 'whole-map', level: 4, kind: 'region', code: 'R', name: 'Region' },
    ]);
    expect(
      found.map(({ code, name, level, localType, polygon }) => [code, name, level, localType, polygon.length]),
    ).toEqual([
      ['DE-X', 'Mapped', 8, 'Gemeinde', 1],
      ['R', 'Region', 4, '', 0],
    ]);
  });

  it.each([
    ['10', {}, 9],
    ['11', {}, 9],
    ['9', {}, 9],
    ['10', { level: 7 }, 7],
  ])('takes admin_level %s of the map as the level %j: %i', async (adminLevel, more, level) => {
    const levels = { [adminLevel]: { kind: 'locality', localType: 'Quarter', ...more } };
    const { found } = await read([{ from: 'osm', levels }], ['DE'], adminLevel);
    expect(found.map((one) => [one.name, one.level, one.kind, one.localType])).toEqual([
      ['Mapped', level, 'locality', 'Quarter'],
    ]);
  });

  it('asks for the country where there are several, and for a property that there is', async () => {
    await expect(read([FILE], ['DE', 'AT'])).rejects.toThrow(
      /names 2 countries, so each entry of boundaries must say its country/,
    );
    await expect(read([{ ...FILE, name: 'titel' }])).rejects.toThrow(
      /areas\.geojson has no column "titel"; did you mean "title"\?/,
    );
  });
});
