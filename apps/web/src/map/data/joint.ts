import type { Feature, Position } from 'geojson';
import { boxAround, type Drawn, LAYERS } from './drawn.ts';

/** Layers that a reader sees: what is drawn on the ground, and the places asked about. */
export const LAYER_NAMES = ['places', ...LAYERS] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

/**
 * The id by which a feature, its row in the table and its mark in a chart are one: its own, else that of a point by its place, of others
 * by their number in the layer.
 */
export function jointOf(layer: keyof Drawn, { geometry, properties }: Feature, index: number): string {
  const own = jointOfMembers(properties ?? {});
  if (own !== undefined) return own;
  if (geometry.type !== 'Point') return `${layer} ${index + 1}`;
  const [lng, lat] = geometry.coordinates;
  return `${lat} ${lng}`;
}

/**
 * The joint of a row of a result by its members; undefined where nothing of it can lie on the map. Bands are known by their limits,
 * whatever a result calls them.
 */
export function jointOfMembers(members: Readonly<Record<string, unknown>>): string | undefined {
  const { id, code, lat, lng, limitSeconds, limitMeters } = members;
  if (typeof limitSeconds === 'number') return `${limitSeconds} s`;
  if (typeof limitMeters === 'number') return `${limitMeters} m`;
  const own = id ?? code;
  if (typeof own === 'string' || typeof own === 'number') return String(own);
  return typeof lat === 'number' && typeof lng === 'number' ? `${lat} ${lng}` : undefined;
}

/** Members that the look of a feature depends on. The map's thread gets no others: a city has tens of thousands of points. */
const LOOKS = ['part', 'cover'] as const;

/**
 * The features of a layer as the map reads them. They are known by their numbers: before MapLibre answers what lies below the pointer, it reads
 * every text that a tile has.
 */
export const numbered = (features: readonly Feature[]): Feature[] =>
  features.map(({ geometry, properties: all }, id) => {
    const properties: Record<string, unknown> = {};
    for (const name of LOOKS) if (all?.[name] !== undefined) properties[name] = all[name];
    return { type: 'Feature', id, geometry, properties };
  });

/** The joint of a feature that the map found, by its layer and number; null where it is no longer drawn. */
export function jointOfFound(drawn: Drawn, layer: string, id: unknown): string | null {
  const name = LAYERS.find((one) => one === layer);
  const feature = name === undefined ? undefined : drawn[name][Number(id)];
  if (name === undefined || feature === undefined) return null;
  const joint = jointOf(name, feature, Number(id));
  lastFound.set(drawn, [joint, feature]);
  return joint;
}

/** What the map found last is what is marked next: then no index of tens of thousands of points is made. */
const lastFound = new WeakMap<Drawn, readonly [string, Feature]>();

const indices = new WeakMap<Drawn, ReadonlyMap<string, Feature>>();

/** The feature with a joint; null where nothing of that is drawn. */
export function featureOf(drawn: Drawn, joint: string): Feature | null {
  const [found, feature] = lastFound.get(drawn) ?? [];
  if (found === joint && feature !== undefined) return feature;
  const index = indices.get(drawn) ?? indexOf(drawn);
  indices.set(drawn, index);
  return index.get(joint) ?? null;
}

function indexOf(drawn: Drawn): ReadonlyMap<string, Feature> {
  const found = new Map<string, Feature>();
  // The first layer that has a joint wins.
  for (const layer of LAYERS.toReversed())
    for (const [i, feature] of drawn[layer].entries()) found.set(jointOf(layer, feature, i), feature);
  return found;
}

/** The middle of the box around a feature. */
export function middleOf(feature: Feature): Position | null {
  const box = boxAround([feature]);
  return box === null ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}
