import { HOURS_OF_DAY, inMemoryTerritory, type Territory } from '@hinterland/territory';

/** Shares of the normal speed by hour of the day; 1 at the hours left out. */
export type DrawnPattern = Readonly<Record<number, number>>;

/**
 * A territory whose cars drive at other speeds by hour of the day. In: patterns from 1 on, and the pattern of each edge in
 * the direction of its line and against it, 0 for none.
 */
export function withSpeeds(
  territory: Territory,
  patterns: readonly DrawnPattern[],
  patternsOf: (edge: number) => readonly [forward: number, backward: number],
): Territory {
  const ofEdges = Array.from({ length: territory.edges.rows }, (_, edge) => patternsOf(edge));
  const factor = [{}, ...patterns].flatMap((pattern: DrawnPattern) =>
    Array.from({ length: HOURS_OF_DAY }, (_, hour) => pattern[hour] ?? 1),
  );
  const edges = { forwardPattern: ofEdges.map(([one]) => one), backwardPattern: ofEdges.map(([, other]) => other) };
  return { ...territory, speeds: inMemoryTerritory({ speeds: { edges, factors: { factor } } }).speeds };
}
