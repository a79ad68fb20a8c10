import type { Feature } from 'geojson';
import type { Drawn } from './drawn.ts';
import { jointOf, LAYER_NAMES, type LayerName } from './joint.ts';

/** A feature of the map as a row of a table. */
export interface FeatureRow {
  readonly joint: string;
  readonly cells: Readonly<Record<string, unknown>>;
}

/** A place asked about. */
interface Placed {
  readonly joint: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  readonly state: string | null;
}

export interface LayerTable {
  readonly layer: LayerName;
  readonly columns: readonly string[];
  readonly rows: readonly FeatureRow[];
}

/** Members of properties that are for the map alone. */
const HIDDEN = ['id', 'joint', 'weight', 'cover'];

/** Returns a table for each layer that has a feature, with a column for each member that one of its features has. */
export function tablesOf(drawn: Drawn, places: readonly Placed[]): LayerTable[] {
  const rows: Record<LayerName, readonly FeatureRow[]> = {
    places: places.map(({ joint, name, lat, lng, state }) => ({
      joint,
      cells: { name, lat, lng, ...(state === null ? {} : { state }) },
    })),
    area: drawn.area.map((feature, i) => rowOf('area', feature, i)).toReversed(),
    shapes: drawn.shapes.map((feature, i) => rowOf('shapes', feature, i)),
    points: drawn.points.map((feature, i) => rowOf('points', feature, i)),
  };
  return LAYER_NAMES.filter((layer) => rows[layer].length > 0).map((layer) => ({
    layer,
    columns: columnsOf(rows[layer]),
    rows: rows[layer],
  }));
}

function rowOf(layer: keyof Drawn, feature: Feature, index: number): FeatureRow {
  const { geometry, properties } = feature;
  const at = geometry.type === 'Point' ? { lat: geometry.coordinates[1], lng: geometry.coordinates[0] } : {};
  const members = Object.entries(properties ?? {}).filter(
    ([name, value]) => !HIDDEN.includes(name) && (value === null || typeof value !== 'object'),
  );
  return { joint: jointOf(layer, feature, index), cells: { ...Object.fromEntries(members), ...at } };
}

/** Members in the order in which they are met; those that no row has a value for are left out. */
function columnsOf(rows: readonly FeatureRow[]): string[] {
  const columns = new Set<string>();
  for (const { cells } of rows)
    for (const [name, value] of Object.entries(cells)) if (value !== '' && value !== null) columns.add(name);
  return [...columns];
}

/** How the address names a row: "places 3" is the third place. */
export const rowName = (layer: LayerName, index: number): string => `${layer} ${index + 1}`;

/** The joint of the row that the address names; null where there is none. */
export function jointOfRow(tables: readonly LayerTable[], name: string | null): string | null {
  const [layer, no] = (name ?? '').split(' ');
  return tables.find((table) => table.layer === layer)?.rows[Number(no) - 1]?.joint ?? null;
}
