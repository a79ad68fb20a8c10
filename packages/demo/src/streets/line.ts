import type { Point } from '../geometry/plane.ts';

/** A road as it is drawn, before the network cuts it at junctions. */
export interface Line {
  points: Point[];
  /** Value of the OSM tag highway, or "ferry". */
  readonly highway: string;
  /** "" for streets that get a name from the lists later. */
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Lines cross at junctions only on the same level; ties join levels. */
  readonly level: number;
  /** Places that become nodes; equal keys become the same node, whatever the level. */
  readonly ties: Tie[];
  /** Parts with tags of their own, from one distance along the line to another: bridges and tunnels. */
  readonly spans: {
    readonly fromMeters: number;
    readonly toMeters: number;
    readonly tags: Readonly<Record<string, string>>;
  }[];
  /** Where the line comes from; streets and lanes may be thinned out, what was drawn by hand stays. */
  readonly origin: 'drawn' | 'street' | 'lane' | 'path';
}

export interface Tie {
  readonly point: Point;
  readonly key: string;
  /** Crossings of lines of this level next to the tie are the same node. */
  readonly level: number;
}

/** Ramps have levels of their own from `ramp` on, for they cross nothing. */
export const LEVEL = { ground: 0, motorway: 1, ramp: 10, underground: -1, water: 2 } as const;

/** The key of a place of the plan: lines tied to equal keys meet. */
export function placeKey({ x, y }: Point): string {
  return `${x},${y}`;
}

export function line(points: Point[], highway: string, origin: Line['origin'], extra: Partial<Line> = {}): Line {
  return { points, highway, origin, name: '', tags: {}, level: LEVEL.ground, ties: [], spans: [], ...extra };
}
