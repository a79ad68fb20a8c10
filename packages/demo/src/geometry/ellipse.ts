import type { Point } from './plane.ts';

/** An ellipse; `angleDegrees` is the direction of its axis `along`, counterclockwise from east. */
export interface Ellipse {
  readonly center: Point;
  readonly alongMeters: number;
  readonly acrossMeters: number;
  readonly angleDegrees: number;
}

/** Whether a point lies inside an ellipse that is grown by `marginMeters` all around. */
export function insideEllipse(point: Point, ellipse: Ellipse, marginMeters: number): boolean {
  const dx = point.x - ellipse.center.x;
  const dy = point.y - ellipse.center.y;
  // Most points lie outside of every ellipse; they cost no sine.
  const farthest = Math.max(ellipse.alongMeters, ellipse.acrossMeters) + marginMeters + 1;
  if (Math.abs(dx) > farthest || Math.abs(dy) > farthest) return false;
  const angle = (ellipse.angleDegrees * Math.PI) / 180;
  const along = (dx * Math.cos(angle) + dy * Math.sin(angle)) / (ellipse.alongMeters + marginMeters);
  const across = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / (ellipse.acrossMeters + marginMeters);
  return along * along + across * across < 1;
}

/** Points around an ellipse. */
export function outlineOf({ center, alongMeters, acrossMeters, angleDegrees }: Ellipse): Point[] {
  const angle = (angleDegrees * Math.PI) / 180;
  return Array.from({ length: 32 }, (_, i) => {
    const along = alongMeters * Math.cos((i * Math.PI) / 16);
    const across = acrossMeters * Math.sin((i * Math.PI) / 16);
    return {
      x: center.x + along * Math.cos(angle) - across * Math.sin(angle),
      y: center.y + along * Math.sin(angle) + across * Math.cos(angle),
    };
  });
}
