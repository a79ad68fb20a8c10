import type { AddressPoint, TerritoryInputs } from '@hinterland/importers';
import { describe, expect, test } from 'vitest';
import { addresses, demo } from '../testing/demo.ts';

describe('roads', () => {
  const waysWith = (key: string, value: string) => {
    const { osm } = demo;
    return [...osm.ways.ids.keys()].filter((way) => osm.tag('way', way, key) === value);
  };

  test('of every class, with one-way streets, roundabouts, bridges, a tunnel, limits, a private road and bollards', () => {
    const classes =
      'motorway motorway_link trunk primary secondary tertiary unclassified residential living_street service track ' +
      'pedestrian footway path cycleway steps';
    expect(classes.split(' ').filter((highway) => waysWith('highway', highway).length === 0)).toEqual([]);
    for (const [key, value, least] of [
      ['oneway', 'yes', 20],
      ['oneway', '-1', 20],
      ['junction', 'roundabout', 5],
      ['bridge', 'yes', 8],
      ['tunnel', 'yes', 1],
      ['access', 'private', 3],
      ['maxspeed', '30', 20],
      ['surface', 'gravel', 10],
    ] as const) {
      expect(waysWith(key, value).length, `${key}=${value}`).toBeGreaterThanOrEqual(least);
    }
    const withoutLimit = waysWith('highway', 'residential').filter(
      (way) => demo.osm.tag('way', way, 'maxspeed') === undefined,
    );
    expect(withoutLimit.length).toBeGreaterThan(500);
    const { osm } = demo;
    expect(
      [...osm.nodes.ids.keys()].filter((node) => osm.tag('node', node, 'barrier') === 'bollard').length,
    ).toBeGreaterThan(5);
  });

  test('Tuaro is reached by the ferry alone, and Motu Manu by nothing', () => {
    const reached = (skipFerries: boolean) => reachedFrom(demo, [-151.7, -36.199], skipFerries);
    const near = (nodes: ReadonlySet<number>, lng: number, lat: number) =>
      [...nodes].some((node) => Math.hypot((demo.osm.lng(node) - lng) * 0.8, demo.osm.lat(node) - lat) < 0.003);
    const [all, dry] = [reached(false), reached(true)];
    const vaimoana = [-151.7 + 25_000 / 89_936, -36.2 + 13_200 / 110_963] as const;
    const belcombe = [-151.7 - 19_300 / 89_936, -36.2 + 2_000 / 110_963] as const;
    const motuManu = [-151.7 - 5_900 / 89_936, -36.2 - 8_400 / 110_963] as const;
    expect(near(all, ...belcombe) && near(dry, ...belcombe)).toBe(true);
    expect(near(all, ...vaimoana)).toBe(true);
    expect(near(dry, ...vaimoana)).toBe(false);
    expect(near(all, ...motuManu)).toBe(false);
    const everything = new Set(demo.osm.nodes.ids.keys());
    expect(near(everything, ...motuManu)).toBe(true);
    const durations = waysWith('route', 'ferry').map((way) => demo.osm.tag('way', way, 'duration'));
    expect(new Set(durations)).toEqual(new Set(['00:12', '00:35']));
  });

  test('only bridges cross the river in the capital, and no house stands in it', () => {
    // The middle of the river between the town hall and Eastbank, from the sea up to the motorway.
    const river = [
      [0.79, -0.6],
      [0.78, 0],
      [0.74, 0.22],
      [0.74, 0.44],
      [0.8, 0.65],
      [0.91, 0.86],
      [1.15, 1.3],
      [1.35, 1.75],
    ].map(([east, north]) => [-151.7 + (east! * 1000) / 89_936, -36.2 + (north! * 1000) / 110_963] as [number, number]);
    const { osm } = demo;
    const crossing = [...osm.ways.ids.keys()].filter((way) => {
      const line = [...osm.wayNodes(way)].map((node): [number, number] => [osm.lng(node), osm.lat(node)]);
      return line.some(
        (point, i) => i > 0 && river.some((bank, k) => k > 0 && cross(line[i - 1]!, point, river[k - 1]!, bank)),
      );
    });
    expect(crossing.length).toBeGreaterThanOrEqual(3);
    expect(crossing.length).toBeLessThanOrEqual(6);
    for (const way of crossing) expect(Object.fromEntries(osm.tags('way', way))).toMatchObject({ bridge: 'yes' });
    const afloat = addresses.filter((address) => Math.abs(riverDistanceMeters(address, river)) < 25);
    expect(afloat).toEqual([]);
  });
});

function cross(a: [number, number], b: [number, number], c: [number, number], d: [number, number]): boolean {
  const side = (p: [number, number], q: [number, number], r: [number, number]) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function riverDistanceMeters({ lng, lat }: AddressPoint, river: readonly [number, number][]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < river.length; i++) {
    const [ax, ay] = [(river[i - 1]![0] - lng) * 89_936, (river[i - 1]![1] - lat) * 110_963];
    const [bx, by] = [(river[i]![0] - lng) * 89_936, (river[i]![1] - lat) * 110_963];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
    least = Math.min(least, Math.hypot(ax + share * dx, ay + share * dy));
  }
  return least;
}

/** Rows of all nodes that hang together with the one nearest to a place, over ways in any sense. */
function reachedFrom(
  inputs: TerritoryInputs,
  [lng, lat]: readonly [number, number],
  skipFerries: boolean,
): Set<number> {
  const { osm } = inputs;
  const next = new Map<number, number[]>();
  for (let way = 0; way < osm.ways.ids.length; way++) {
    if (skipFerries && osm.tag('way', way, 'route') === 'ferry') continue;
    const nodes = [...osm.wayNodes(way)];
    for (let i = 1; i < nodes.length; i++) {
      for (const [from, to] of [
        [nodes[i - 1]!, nodes[i]!],
        [nodes[i]!, nodes[i - 1]!],
      ] as const) {
        next.set(from, [...(next.get(from) ?? []), to]);
      }
    }
  }
  const distance = (node: number) => Math.hypot(osm.lng(node) - lng, osm.lat(node) - lat);
  const start = [...next.keys()].reduce((best, node) => (distance(node) < distance(best) ? node : best));
  const reached = new Set([start]);
  const queue = [start];
  while (queue.length > 0) {
    for (const node of next.get(queue.pop()!) ?? []) {
      if (reached.has(node)) continue;
      reached.add(node);
      queue.push(node);
    }
  }
  return reached;
}
