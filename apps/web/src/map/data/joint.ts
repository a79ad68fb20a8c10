import type { Feature, Position } from 'geojson';
import { boxAround, type Drawn, LAYERS } from './drawn.ts';

/** Layers that a reader sees: what is drawn on the ground, and the places asked about. */
export const LAYER_NAMES = ['places', ...LAYERS] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

/** The id by which a feature, its row in the table and its mark in a chart are one: its own, else its place in the layer. */
export function jointOf(layer: keyof Drawn, { properties }: Feature, index: number): string {
  const own: unknown = properties?.id ?? properties?.code;
  return typeof own === 'string' || typeof own === 'number' ? String(own) : `${layer} ${index + 1}`;
}

/** The features of a layer, each with its joint among its properties, as the map reads them. */
export const joined = (layer: keyof Drawn, features: readonly Feature[]): Feature[] =>
  features.map((feature, index) => ({
    ...feature,
    properties: { ...feature.properties, joint: jointOf(layer, feature, index) },
  }));

/** The feature with a joint; null where nothing of that is drawn. */
export function featureOf(drawn: Drawn, joint: string): Feature | null {
  for (const layer of LAYERS) {
    const found = drawn[layer].find((feature, index) => jointOf(layer, feature, index) === joint);
    if (found !== undefined) return found;
  }
  return null;
}

/** The middle of the box around a feature. */
export function middleOf(feature: Feature): Position | null {
  const box = boxAround([feature]);
  return box === null ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}
