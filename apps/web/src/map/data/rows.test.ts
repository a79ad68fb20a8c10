import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { Drawn } from './drawn.ts';
import { featureOf, jointOfFound, middleOf, numbered } from './joint.ts';
import { jointOfRow, rowName, tablesOf } from './rows.ts';

const square = (properties: object): Feature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
        [0, 0],
      ],
    ],
  },
});
const point = (properties: object): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [9, 45] },
});
const drawn: Drawn = {
  area: [square({ limitSeconds: 600, residents: 20 }), square({ limitSeconds: 300, residents: 8 })],
  shapes: [],
  points: [point({ name: 'Bar' }), point({ name: '', id: 7, state: 'done' })],
};
const places = [{ joint: '1', name: 'Town hall', lat: 1, lng: 2, state: null }];

describe('tables of the layers of the map', () => {
  const tables = tablesOf(drawn, places);

  it('have a row for each feature drawn, the nearest band first', () => {
    expect(tables.map(({ layer, rows }) => [layer, rows.map(({ joint }) => joint)])).toEqual([
      ['places', ['1']],
      ['area', ['300 s', '600 s']],
      ['points', ['45 9', '7']],
    ]);
  });

  it('have a column for each member that a feature has a value for', () => {
    expect(tables.map(({ columns }) => columns)).toEqual([
      ['name', 'lat', 'lng'],
      ['limitSeconds', 'residents'],
      ['name', 'lat', 'lng', 'state'],
    ]);
  });

  it('have rows that an address can name', () => {
    for (const { layer, rows } of tables)
      for (const [i, { joint }] of rows.entries()) expect(jointOfRow(tables, rowName(layer, i))).toBe(joint);
    for (const name of [null, '', 'places 2', 'shapes 1', 'places', 'places x'])
      expect(jointOfRow(tables, name)).toBeNull();
  });

  it('and map name a feature by the same joint', () => {
    for (const { layer, rows } of tables) {
      if (layer === 'places') continue;
      const joints = numbered(drawn[layer]).map(({ id }) => jointOfFound(drawn, layer, id));
      expect(new Set(joints)).toEqual(new Set(rows.map(({ joint }) => joint)));
      for (const { joint } of rows) expect(featureOf(drawn, joint)).not.toBeNull();
    }
    expect(featureOf(drawn, '300 s')).toBe(drawn.area[1]);
    expect(featureOf(drawn, '9')).toBeNull();
    for (const [layer, id] of [
      ['points', 2],
      ['territory', 0],
      ['area', undefined],
    ] as const)
      expect(jointOfFound(drawn, layer, id)).toBeNull();
    expect(middleOf(drawn.area[0] as Feature)).toEqual([2, 1]);
  });
});
