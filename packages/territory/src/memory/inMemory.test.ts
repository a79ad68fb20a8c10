import { describe, expect, it } from 'vitest';
import { NONE, TERRITORY_TABLES } from '../format/tables.ts';
import { inMemoryTerritory } from './inMemory.ts';
import type { Territory } from './territory.ts';

/** Two nodes, one edge with one inner point, two poles, one unit. */
function drawn(): Territory {
  return inMemoryTerritory({
    nodes: { lngMicrodegrees: [10_000_000, 10_002_000], latMicrodegrees: [50_000_000, 50_001_000] },
    edges: {
      fromNode: [0],
      toNode: [1],
      lengthMillimeters: [185_000],
      shapeStart: [0],
      roadClass: [11],
      mainComponent: [7],
      street: [1],
    },
    shapes: { lngMicrodegrees: [10_001_000], latMicrodegrees: [50_000_000] },
    texts: ['', 'Große Straße'],
    poles: {
      lngMicrodegrees: [10_000_500, 9_999_000],
      latMicrodegrees: [50_000_100, 50_000_200],
      dwellings: [2, 1],
      kind: [0, 1],
    },
    areas: {
      code: ['AA', 'AA-1'],
      name: ['Aland', 'First'],
      country: ['AA', 'AA'],
      kind: [0, 1],
      level: [2, 4],
      localType: ['country', 'state'],
      parent: [-1, 0],
      areaSquareKm: [1, 1],
      west: [9, 9],
      south: [49, 49],
      east: [11, 11],
      north: [51, 51],
      cut: [0, 0],
    },
    polygons: [
      null,
      [
        [
          [
            [9, 49],
            [11, 49],
            [11.123456789, 51],
            [9, 49],
          ],
        ],
      ],
    ],
    weights: { 'car-normal': { forwardMilliseconds: [9000], backwardMilliseconds: [NONE] } },
    snaps: {
      car: { pole: [0, 1], edge: [0, 0], positionMillimeters: [0, 40_000], accessMillimeters: [70_000, 12_000] },
    },
    sociodemo: {
      units: { code: ['u1'], areaSquareKm: [2.5], insideShare: [1], synthetic: [0] },
      poleUnits: { unit: [0, 0], share: [0.75, 0.25] },
      topics: { residents: { columns: { total: [120], male: [Number.NaN] } } },
    },
  });
}

describe('inMemoryTerritory', () => {
  it('gives back what was put in', () => {
    const territory = drawn();
    expect([...territory.edges.lengthMillimeters]).toEqual([185_000]);
    expect([...territory.weights['car-normal']!.backwardMilliseconds]).toEqual([0xffffffff]);
    expect(territory.weights['walk-normal']).toBeUndefined();
    expect([...territory.snaps.car!.accessMillimeters]).toEqual([70_000, 12_000]);
    expect(territory.texts.text.at(1)).toBe('Große Straße');
    expect(territory.texts.text.at(0)).toBe('');
    expect(territory.areas.name.at(1)).toBe('First');
    expect([...territory.poleAreas.country]).toEqual([-1, -1]);
    expect(territory.addresses.rows).toBe(0);
    expect(territory.areaPolygon(0)).toBeNull();
    expect(territory.areaPolygon(1)).toEqual([
      [
        [
          [9, 49],
          [11, 49],
          [11.123456789, 51],
          [9, 49],
        ],
      ],
    ]);
    expect([...territory.sociodemo!.poleUnits.share]).toEqual([0.75, 0.25]);
    expect([...territory.sociodemo!.topics.get('residents')!.columns.get('total')!]).toEqual([120]);
    expect(territory.sociodemo!.topics.get('residents')!.columns.get('male')![0]).toBeNaN();
    expect([...territory.sociodemo!.topics.get('residents')!.flags]).toEqual([0]);
  });

  it('says which topics there are, all ten in order', () => {
    const entries = drawn().sociodemo!.entries;
    expect(entries).toHaveLength(10);
    expect(entries.filter((entry) => entry.available).map((entry) => entry.code)).toEqual(['residents']);
    expect(entries[6]!.code).toBe('income');
    expect(entries[6]!.note).not.toBe('');
  });

  it('describes itself: box of nodes and poles, versions', () => {
    const territory = drawn();
    expect(territory.manifest.bbox).toEqual({ west: 9.999, south: 50, east: 10.002, north: 50.001 });
    expect(territory.dataVersion).toEqual({ territory: '1', sociodemo: '1' });
    expect(territory.descriptors.sociodemo!.territoryVersion).toBe('1');
  });

  it('is empty tables of the right types where nothing is given', () => {
    const territory = inMemoryTerritory();
    for (const [name, spec] of Object.entries(TERRITORY_TABLES)) {
      const table = territory[name as keyof typeof TERRITORY_TABLES];
      expect([name, table.rows]).toEqual([name, name === 'texts' ? 1 : 0]);
      expect(Object.keys(table).sort()).toEqual([...Object.keys(spec), 'rows'].sort());
    }
    expect(territory.edges.lengthMillimeters).toBeInstanceOf(Uint32Array);
    expect(territory.areas.areaSquareKm).toBeInstanceOf(Float64Array);
    expect(territory.sociodemo).toBeNull();
  });

  it('lies in shared memory', () => {
    expect(drawn().poles.dwellings.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
