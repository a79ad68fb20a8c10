import type { Feature, FeatureCollection } from 'geojson';

/** What is drawn on the ground, apart from the places asked about, which are pins. */
export interface Drawn {
  /** The catchment, one polygon per band, inner bands included; the largest first. */
  readonly area: readonly Feature[];
  /** Polygons of a result. */
  readonly shapes: readonly Feature[];
  /** Stores and other points of a result. */
  readonly points: readonly Feature[];
}

export const NOTHING_DRAWN: Drawn = { area: [], shapes: [], points: [] };

export const LAYERS = ['area', 'shapes', 'points'] as const satisfies readonly (keyof Drawn)[];

export const collection = (features: readonly Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [...features],
});

/** The layers drawn and how many features each has, "area:3 places:1", as tests read it. */
export function layerCounts(drawn: Drawn, places: number): string {
  const counts = LAYERS.map((name) => [name, drawn[name].length] as const);
  return [...counts, ['places', places] as const]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}:${count}`)
    .join(' ');
}

/** West, south, east and north. */
export type Box = readonly [number, number, number, number];

/** The box around polygons and points; null around nothing. */
export function boxAround(features: readonly Feature[]): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [lng, lat] = coordinates;
    if (typeof lng !== 'number' || typeof lat !== 'number') for (const one of coordinates) visit(one);
    else
      [west, south, east, north] = [
        Math.min(west, lng),
        Math.min(south, lat),
        Math.max(east, lng),
        Math.max(north, lat),
      ];
  };
  for (const { geometry } of features) if ('coordinates' in geometry) visit(geometry.coordinates);
  return west > east ? null : [west, south, east, north];
}
