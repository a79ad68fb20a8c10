import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Colors } from './colors.ts';
import { BELOW_NAMES, byZoom, isOneOf, type Of, STRONG, symbol, TEXT } from './source.ts';

const NAME: ExpressionSpecification = ['get', 'name'];
/** A city is a locality with the detail "city"; a quarter a neighbourhood. */
const DETAIL: ExpressionSpecification = ['coalesce', ['get', 'kind_detail'], ['get', 'kind']];
const isPlace = (...details: string[]): ExpressionSpecification => ['in', DETAIL, ['literal', details]];

/** Names, the least important first: a later layer takes the place of an earlier one. */
export const labels = (colors: Colors, hasPlaces: boolean): LayerSpecification[] => {
  const plain = { 'text-color': colors.quietName, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 };
  const strong = { 'text-color': colors.name, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 };
  const water = { 'text-color': colors.waterName, 'text-halo-color': colors.water, 'text-halo-width': 1 };
  return [
    symbol(BELOW_NAMES, 'address', {
      minzoom: 17,
      layout: { 'text-field': ['get', 'number'], 'text-font': TEXT, 'text-size': 10, 'text-padding': 4 },
      paint: { ...plain, 'text-halo-width': 1 },
    }),
    roadNames(
      'minor-name',
      14.5,
      ['unclassified', 'residential', 'living_street', 'pedestrian', 'service'],
      10.5,
      plain,
    ),
    roadNames('main-name', 13, ['secondary', 'tertiary'], 11, plain),
    roadNames('highway-name', 12, ['motorway', 'trunk', 'primary'], 11.5, plain),
    symbol('water-line-name', 'water', {
      minzoom: 12,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: {
        'text-field': NAME,
        'text-font': TEXT,
        'text-size': 11,
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-letter-spacing': 0.08,
        'text-max-angle': 35,
      },
      paint: water,
    }),
    symbol('park-name', 'landuse', {
      minzoom: 13.5,
      filter: isOneOf('kind', ['park', 'cemetery', 'aerodrome', 'nature_reserve']),
      layout: { 'text-field': NAME, 'text-font': TEXT, 'text-size': 10.5, 'text-max-width': 7, 'text-padding': 12 },
      paint: plain,
    }),
    ...(hasPlaces ? placeNames(plain, strong) : areaNames(plain, strong)),
  ];
};

/** Beside its place where a pin lies on it. */
const BESIDE = {
  'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
  'text-radial-offset': 1.1,
  'text-justify': 'auto',
} as const satisfies Of<'symbol'>['layout'];

type Paint = { readonly 'text-color': string; readonly 'text-halo-color': string; readonly 'text-halo-width': number };

const roadNames = (id: string, minzoom: number, classes: readonly string[], size: number, paint: Paint) =>
  symbol(id, 'road', {
    minzoom,
    filter: ['all', ['has', 'name'], isOneOf('class', classes)],
    layout: {
      'text-field': NAME,
      'text-font': TEXT,
      'text-size': byZoom(minzoom, size, 18, size + 3),
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-max-angle': 30,
      'text-padding': 3,
    },
    paint,
  });

const placeNames = (plain: Paint, strong: Paint): LayerSpecification[] => [
  symbol('neighbourhood', 'places', {
    minzoom: 14,
    maxzoom: 17,
    filter: isPlace('neighbourhood', 'hamlet', 'quarter'),
    layout: { 'text-field': NAME, 'text-font': TEXT, 'text-size': 11, 'text-max-width': 7, 'text-padding': 6 },
    paint: plain,
  }),
  symbol('suburb', 'places', {
    minzoom: 12,
    maxzoom: 16,
    filter: isPlace('suburb'),
    layout: {
      'text-field': NAME,
      'text-font': TEXT,
      'text-size': byZoom(12, 10.5, 15, 13),
      'text-max-width': 7,
      'text-letter-spacing': 0.04,
      'text-padding': 10,
    },
    paint: plain,
  }),
  symbol('village', 'places', {
    minzoom: 10,
    maxzoom: 16,
    filter: isPlace('village'),
    layout: {
      'text-field': NAME,
      'text-font': TEXT,
      'text-size': byZoom(10, 10.5, 14, 13),
      'text-max-width': 7,
      'text-padding': 6,
      ...BESIDE,
    },
    paint: strong,
  }),
  symbol('island', 'places', {
    minzoom: 7,
    maxzoom: 12,
    filter: isPlace('island'),
    layout: {
      'text-field': NAME,
      'text-font': TEXT,
      'text-size': 11,
      'text-letter-spacing': 0.12,
      'text-max-width': 6,
      'text-offset': [0, 1.2],
    },
    paint: plain,
  }),
  symbol('town', 'places', {
    minzoom: 8,
    maxzoom: 15,
    filter: isPlace('town'),
    layout: {
      'text-field': NAME,
      'text-font': STRONG,
      'text-size': byZoom(8, 11, 14, 16),
      'text-max-width': 7,
      'text-padding': 6,
      ...BESIDE,
    },
    paint: strong,
  }),
  symbol('city', 'places', {
    minzoom: 4,
    maxzoom: 14,
    filter: isPlace('city'),
    layout: {
      'text-field': NAME,
      'text-font': STRONG,
      'text-size': byZoom(4, 12, 13, 20),
      'text-max-width': 7,
      ...BESIDE,
    },
    paint: strong,
  }),
];

/** Of a territory without places: its areas are named in their stead. */
const areaNames = (plain: Paint, strong: Paint): LayerSpecification[] => [
  symbol('locality', 'area_name', {
    minzoom: 11,
    filter: isOneOf('kind', ['locality']),
    layout: { 'text-field': NAME, 'text-font': TEXT, 'text-size': 11, 'text-max-width': 7, 'text-padding': 10 },
    paint: plain,
  }),
  symbol('municipality', 'area_name', {
    minzoom: 7,
    maxzoom: 14,
    filter: isOneOf('kind', ['municipality']),
    layout: {
      'text-field': NAME,
      'text-font': STRONG,
      'text-size': byZoom(7, 11, 14, 16),
      'text-max-width': 7,
      ...BESIDE,
    },
    paint: strong,
  }),
];
