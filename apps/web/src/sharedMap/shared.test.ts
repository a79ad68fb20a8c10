import { describe, expect, it } from 'vitest';
import { mapOf, type SharedFeature, type SharedLegend } from './shared.ts';

const polygon = (size: number, properties: Record<string, unknown>): SharedFeature => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-size, -size],
        [size, -size],
        [size, size],
        [-size, -size],
      ],
    ],
  },
});
const point = (lng: number, lat: number, properties: Record<string, unknown>): SharedFeature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
const LEGEND = new Map<string, SharedLegend>([
  ['600 s', { text: 'Bis 10 min', isAsked: false, mark: 'dot' }],
  ['origins', { text: 'Angefragter Ort', isAsked: true, mark: 'dot' }],
  ['candidates', { text: 'Mögliche Orte', isAsked: true, mark: 'diamond' }],
  ['stores', { text: 'Filialen', isAsked: false, mark: 'dot' }],
  ['white', { text: 'Von niemandem erreicht', isAsked: false, mark: 'dot' }],
]);

describe('mapOf', () => {
  it('keeps bands, parts, places asked about and other places apart, and names each', () => {
    const { drawn, pins, marks, box, names } = mapOf(
      [
        polygon(2, { layer: '600 s', limitSeconds: 600 }),
        polygon(1, { layer: 'white', code: 'XM-1', name: 'Nordviertel' }),
        point(3, 0, { layer: 'stores', id: 7, name: 'Bäckerei' }),
        point(0, 0, { layer: 'origins' }),
        point(0, 1, { layer: 'candidates', id: 'b' }),
      ],
      LEGEND,
    );
    expect([drawn.area.length, drawn.shapes.length, drawn.points.length]).toEqual([1, 1, 1]);
    expect(drawn.shapes[0]?.properties?.part).toBe('white');
    expect(pins.map(({ name, caption, lat, lng }) => [name, caption, lat, lng])).toEqual([
      ['Angefragter Ort', undefined, 0, 0],
      ['b', 'b', 1, 0],
    ]);
    expect(marks).toEqual(['dot', 'diamond']);
    expect(box).toEqual([-2, -2, 3, 2]);
    expect(Object.fromEntries(names)).toEqual({
      '600 s': 'Bis 10 min',
      'XM-1': 'Nordviertel',
      7: 'Bäckerei',
      '0 0': 'Angefragter Ort',
      b: 'b',
    });
  });

  it('draws many places asked about as points', () => {
    const many = Array.from({ length: 201 }, (_, i) => point(i / 100, 0, { layer: 'origins', id: i }));
    const { drawn, pins } = mapOf(many, LEGEND);
    expect([drawn.points.length, pins.length]).toEqual([201, 0]);
    expect(mapOf(many.slice(1), LEGEND).pins.length).toBe(200);
  });
});
