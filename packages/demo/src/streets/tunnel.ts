import { distance, type Point } from '../geometry/plane.ts';
import { TUNNELS } from '../plan/roads.ts';
import { LEVEL, type Line, placeKey, type Tie } from './line.ts';

/** A road with a tunnel in three parts, the middle one underground; other roads as they are. */
export function withTunnel(road: Line): Line[] {
  const tunnel = TUNNELS.find(({ name }) => name === road.name);
  if (tunnel === undefined) return [road];
  const [from, to] = [tunnel.from, tunnel.to].map((end) => road.ties.find(({ key }) => key === placeKey(end)));
  if (from === undefined || to === undefined) return [road];
  const index = (tie: Tie) => {
    let best = 0;
    for (let i = 1; i < road.points.length; i++) {
      if (distance(road.points[i]!, tie.point) < distance(road.points[best]!, tie.point)) best = i;
    }
    return best;
  };
  const [first, last] = [index(from), index(to)];
  const part = (points: Point[], extra: Partial<Line>) => ({
    ...road,
    points,
    ties: road.ties.filter((tie) => points.some((point) => distance(point, tie.point) < 60)),
    ...extra,
  });
  return [
    part(road.points.slice(0, first + 1), {}),
    part(road.points.slice(first, last + 1), {
      level: LEVEL.underground,
      tags: { ...road.tags, maxspeed: '80', tunnel: 'yes', layer: '-1' },
      ties: [from, to],
    }),
    part(road.points.slice(last), {}),
  ];
}
