import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { type MapDescription, mapStyle } from './mapStyle.ts';
import { BELOW_NAMES } from './source.ts';

const description: MapDescription = {
  tiles: ['/tiles/maravea/2026-10-0123456789ab/{z}/{x}/{y}?share=abc'],
  bounds: [-152, -37, -151, -36],
  sea: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-180, -37],
          [-152, -37],
          [-152, -36],
          [-180, -37],
        ],
      ],
    ],
  },
  minzoom: 0,
  maxzoom: 16,
  attribution: 'Fictional data',
  background: 'bundle',
};
const without = { ...description, background: 'none' } as const;
const styles = [
  ['day', mapStyle(description, 'day', 'https://maps.example')],
  ['night', mapStyle(description, 'night', 'https://maps.example')],
  ['day without a backdrop', mapStyle(without, 'day', 'https://maps.example')],
] as const;
/** Layers of the tiles, as packages/tiles/README.md lists them. */
const TILE_LAYERS = [
  'landuse',
  'water',
  'buildings',
  'rail',
  'places',
  'area',
  'road',
  'area_name',
  'address',
  'store',
];

describe.each(styles)('the style by %s', (_name, style) => {
  it('is one that MapLibre takes', () => {
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
  });

  it('names nothing but the tiles of the service, and layers that they have', () => {
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    const { box, sea, ...others } = style.sources;
    expect(Object.values(others)).toEqual([
      expect.objectContaining({
        tiles: ['https://maps.example/tiles/maravea/2026-10-0123456789ab/{z}/{x}/{y}?share=abc'],
      }),
    ]);
    expect(box).toMatchObject({
      data: {
        type: 'Polygon',
        coordinates: [
          expect.arrayContaining([
            [-152, -37],
            [-151, -36],
          ]),
        ],
      },
    });
    expect(sea).toMatchObject({ data: description.sea });
    const named = style.layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']] : []));
    expect(named.filter((name) => !TILE_LAYERS.includes(name!))).toEqual([]);
  });

  it('has names last, from where data end', () => {
    const types = style.layers.map(({ type }) => type);
    const first = style.layers.findIndex(({ id }) => id === BELOW_NAMES);
    expect(types.indexOf('symbol')).toBe(first);
    expect(types.slice(first).every((type) => type === 'symbol')).toBe(true);
  });
});

it('names areas where there are no places', () => {
  const sources = (style: (typeof styles)[number][1]) =>
    new Set(style.layers.flatMap((layer) => ('source-layer' in layer ? [layer['source-layer']] : [])));
  expect([sources(styles[0][1]).has('places'), sources(styles[0][1]).has('area_name')]).toEqual([true, false]);
  expect([sources(styles[2][1]).has('places'), sources(styles[2][1]).has('area_name')]).toEqual([false, true]);
});
