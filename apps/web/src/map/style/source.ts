import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';

/** Name of the source in the style; layers of data name it too. */
export const SOURCE = 'territory';

/** Name of the source with the box of the map. */
export const BOX = 'box';

/** Name of the source with the sea beyond that box. */
export const SEA = 'sea';

/** The first layer of names. Data are drawn before it: above the ground and roads, below the names. */
export const BELOW_NAMES = 'house-number';

/** Families that the page or the machine has: labels are drawn from them, without glyph files. */
export const TEXT = ['IBM Plex Sans Variable', 'Noto Sans', 'sans-serif'];
/** MapLibre reads the weight in the first name; no family is called so, and the next ones are drawn in it. */
export const STRONG = ['SemiBold', ...TEXT];

type Filled = Extract<LayerSpecification, { type: 'fill' | 'line' | 'symbol' }>;
type Rest<T> = Omit<T, 'id' | 'type' | 'source' | 'source-layer'>;
export type Of<T extends Filled['type']> = Rest<Extract<LayerSpecification, { type: T }>>;

export const fill = (id: string, layer: string, rest: Of<'fill'>): LayerSpecification => ({
  id,
  type: 'fill',
  source: SOURCE,
  'source-layer': layer,
  ...rest,
});

export const line = (id: string, layer: string, rest: Of<'line'>): LayerSpecification => ({
  id,
  type: 'line',
  source: SOURCE,
  'source-layer': layer,
  ...rest,
});

export const symbol = (id: string, layer: string, rest: Of<'symbol'>): LayerSpecification => ({
  id,
  type: 'symbol',
  source: SOURCE,
  'source-layer': layer,
  ...rest,
});

/** Whether a field has one of these values. */
export const isOneOf = (field: string, values: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', field],
  ['literal', [...values]],
];

/** How much widths and sizes grow with each zoom. */
export const GROWTH = 1.6;

/** A width or size that grows with the zoom, doubling about once per zoom between the stops. */
export const byZoom = (...stops: readonly number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', GROWTH], ['zoom'], ...stops] as ExpressionSpecification;
