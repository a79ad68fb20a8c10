import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { ToDegrees } from '../shapes/projections.ts';

/** A cell of a grid with people. */
export interface Cell {
  readonly code: string;
  /** Its outline in degrees, closed, counterclockwise; neighbors have corners that are alike. */
  readonly ring: number[][];
  /** Texts of the figures, in the order of the columns; the first are the people, a number. */
  readonly figures: readonly string[];
}

/** The outline of a cell whose sides are known in a projection; `toDegrees` is null where they are degrees. */
export function cellRing(
  [left, bottom, right, top]: readonly [number, number, number, number],
  toDegrees: ToDegrees | null,
): number[][] {
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
  return toDegrees === null ? corners : corners.map(([x, y]) => toDegrees(x!, y!));
}

export const ringAreaSquareKm = (ring: number[][]): number => multiPolygonAreaSquareKm([[ring]]);

/** Above this a number is a sign for "no data", such as 4294967295: no cell on Earth has so many people. */
const MOST_PEOPLE = 1e8;

/** Whether a number counts people; the signs for "no data" are below zero, huge or NaN. */
export const isCount = (value: number): boolean => value >= 0 && value <= MOST_PEOPLE;
