import type { Box } from '@hinterland/geo';
import type { FromDegrees } from './projections.ts';

/** Points along each side of a box in degrees: its sides are curves in a projection. */
const STEPS = 16;

/** A rectangle in units of a projection. */
export interface ProjectedBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The rectangle of a projection around a box in degrees; `project` is null where its units are degrees, too. */
export function projectedBox(project: FromDegrees | null, { west, south, east, north }: Box): ProjectedBox {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i <= STEPS; i++) {
    const [lng, lat] = [west + ((east - west) * i) / STEPS, south + ((north - south) * i) / STEPS];
    for (const [x, y] of [
      [lng, south],
      [lng, north],
      [west, lat],
      [east, lat],
    ] as const) {
      const [px, py] = project === null ? [x, y] : project(x, y);
      xs.push(px);
      ys.push(py);
    }
  }
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}
