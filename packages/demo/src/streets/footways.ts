import { distance, type Point, smoothLine } from '../geometry/plane.ts';
import { drawnPath } from '../plan/paths.ts';
import { zonesOf } from '../plan/zones.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { overWater, withBridges } from './bridges.ts';
import { type Line, line } from './line.ts';

/** Ways for feet and bicycles that no car uses, and the service roads of the airport. */
export function footways(terrain: Terrain): Line[] {
  return [
    ...riverPaths(terrain),
    promenade(terrain),
    harbourBridge(terrain),
    ...parkPaths(terrain),
    ...reserve(),
    ...airport(),
  ];
}

/** On both banks of the capital's river, from the wetlands to the harbor. */
function riverPaths(terrain: Terrain): Line[] {
  const course = terrain.rivers[0]!.line.filter(({ y }) => y < 4_300 && y > -700);
  return [1, -1].map((side) => {
    const points: Point[] = [];
    for (let i = 2; i < course.length - 2; i += 2) {
      const [before, here, after] = [course[i - 2]!, course[i]!, course[i + 2]!];
      const length = distance(before, after);
      const normal = { x: (-(after.y - before.y) / length) * side, y: ((after.x - before.x) / length) * side };
      let meters = 4;
      const at = () => ({ x: here.x + normal.x * meters, y: here.y + normal.y * meters });
      while (terrain.bankMeters(at()) < 24 && meters < 200) meters += 4;
      if (terrain.coastMeters(at()) > 40) points.push(at());
    }
    const tags: Record<string, string> = side === 1 ? { foot: 'designated', segregated: 'no' } : {};
    return line(smoothLine(points, 40), side === 1 ? 'footway' : 'cycleway', 'path', {
      name: side === 1 ? '' : 'Waimarō Trail',
      tags,
    });
  });
}

/** Along the harbor on the town side, from the western head to the mouth of the river. */
function promenade(terrain: Terrain): Line {
  const points: Point[] = [];
  let point: Point = { x: -2_700, y: -3_300 };
  let heading = { dx: 0, dy: 1 };
  for (let step = 0; step < 400 && point.x < 560; step++) {
    const { dx, dy } = terrain.inland(point);
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    const sense = -dy * heading.dx + dx * heading.dy >= 0 ? 1 : -1;
    heading = { dx: (-dy / length) * sense, dy: (dx / length) * sense };
    const correction = (38 - terrain.coastMeters(point)) * 0.4;
    point = {
      x: point.x + heading.dx * 18 + (dx / length) * correction,
      y: point.y + heading.dy * 18 + (dy / length) * correction,
    };
    points.push(point);
  }
  return line(
    smoothLine(
      points.filter((_, i) => i % 3 === 0),
      40,
    ),
    'footway',
    'path',
    { name: 'Harbour Walk', tags: { bicycle: 'yes' } },
  );
}

/** The bridge that cars may not use. */
function harbourBridge(terrain: Terrain): Line {
  const name = 'Lantern Footbridge';
  const bridge = line([...drawnPath(name)], 'cycleway', 'path', { name, tags: { foot: 'yes' } });
  return withBridges(bridge, '1', overWater(terrain));
}

/** A round and four ways in for every park, the campus and the hospital. */
function parkPaths(terrain: Terrain): Line[] {
  return zonesOf('park', 'campus', 'hospital').flatMap((zone) => {
    const angle = (zone.angleDegrees * Math.PI) / 180;
    const at = (turn: number, share: number, extra = 0): Point => {
      const along = Math.cos(turn) * (zone.alongMeters * share + extra);
      const across = Math.sin(turn) * (zone.acrossMeters * share + extra);
      return {
        x: zone.center.x + along * Math.cos(angle) - across * Math.sin(angle),
        y: zone.center.y + along * Math.sin(angle) + across * Math.cos(angle),
      };
    };
    const dry = (points: Point[]) =>
      points.filter((point) => terrain.bankMeters(point) > 15 && terrain.coastMeters(point) > 30);
    const round = Array.from({ length: 33 }, (_, i) => at((i / 16) * Math.PI, 0.66));
    // The round's ends overlap a little, so that they cross.
    const ring = line(dry(round), 'footway', 'path', { name: zone.kind === 'park' ? '' : `${zone.name} Walk` });
    const ways = [0.2, 0.7, 1.2, 1.7].map((turn, i) => {
      const highway = zone.kind !== 'park' && i % 2 === 0 ? 'service' : 'footway';
      return line(
        dry([at(turn * Math.PI, 0.1), at(turn * Math.PI, 0.6), at(turn * Math.PI, 1), at(turn * Math.PI, 1, 130)]),
        highway,
        'path',
      );
    });
    return [ring, ...ways].filter(({ points }) => points.length > 2);
  });
}

/** A round for visitors of the bird reserve, on an islet that nothing else reaches. */
function reserve(): Line[] {
  const { center } = zonesOf('reserve')[0]!;
  const round = Array.from({ length: 13 }, (_, i) => ({
    x: center.x + 260 * Math.cos((i / 12) * 2 * Math.PI),
    y: center.y + 230 * Math.sin((i / 12) * 2 * Math.PI),
  }));
  const landing = [
    { x: center.x, y: center.y },
    { x: center.x + 300, y: center.y + 60 },
  ];
  return [line(round, 'path', 'path', { name: 'Petrel Walk' }), line(landing, 'path', 'path')];
}

/** Terminal loop and apron road; the apron is closed to the public. */
function airport(): Line[] {
  const points = (name: string) => smoothLine(drawnPath(name), 40);
  return [
    line(points('Terminal Loop'), 'service', 'path', { name: 'Terminal Loop', tags: { oneway: 'yes' } }),
    line(points('Apron Road'), 'service', 'path', { tags: { access: 'private' } }),
  ];
}
