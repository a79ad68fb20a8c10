import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { BuiltUpAreas } from './builtUp.ts';
import { townLimitOf } from './country.ts';
import { speedLimit } from './speedLimit.ts';
import { TownLimits } from './townLimits.ts';
import { wayTravel } from './way.ts';

/** A grid of streets 2 km wide with so many meters between them, and a road without neighbors 20 km north. */
function grid(spacingMeters: number, lat: number) {
  const builder = new OsmBuilder();
  const north = (meters: number) => lat + meters / 111_195;
  const east = (meters: number) => 7 + meters / 111_195 / Math.cos((lat * Math.PI) / 180);
  for (let at = -1000; at <= 1000; at += spacingMeters) {
    const steps = Array.from({ length: 21 }, (_, i) => -1000 + 100 * i);
    builder.addWay(
      steps.map((along) => builder.addNode(north(at), east(along))),
      { highway: 'residential' },
    );
    builder.addWay(
      steps.map((along) => builder.addNode(north(along), east(at))),
      { highway: 'residential' },
    );
  }
  const center = builder.addWay(
    [-50, 0, 50].map((along) => builder.addNode(north(7), east(along))),
    { highway: 'primary' },
  );
  const outside = builder.addWay(
    [0, 50, 100].map((along) => builder.addNode(north(20_000), east(along))),
    {
      highway: 'primary',
    },
  );
  const map = builder.build();
  const areas = new BuiltUpAreas(map);
  return [areas.has(map.wayRow(center)), areas.has(map.wayRow(outside))];
}

test.each([0, 45, -60])('streets 250 m apart, 8 km per square kilometer, are built up at %i degrees', (lat) => {
  expect(grid(250, lat)).toEqual([true, false]);
  expect(grid(500, lat)).toEqual([false, false]);
});

describe('a road without a limit', () => {
  const speed = (highway: string, townLimit?: number, tags: Record<string, string> = {}) =>
    wayTravel(new Map(Object.entries({ highway, ...tags })), { townLimit })!.speeds.car[0];

  test('is as fast in town as a share of the limit of towns, and never faster than its class elsewhere', () => {
    expect([speed('primary'), speed('primary', 50), speed('secondary', 50), speed('tertiary', 50)]).toEqual([
      60, 40, 40, 35,
    ]);
    expect([speed('residential', 50), speed('residential', 30)]).toEqual([27, 21]);
    expect([speed('motorway', 50), speed('trunk', 50), speed('service', 50)]).toEqual([100, 80, 15]);
    expect(speed('primary', 50, { maxspeed: '60' })).toBe(54);
  });

  test('takes the limit of its country', () => {
    const builder = new OsmBuilder();
    const [paris, boston] = [builder.addNode(48.86, 2.35), builder.addNode(42.36, -71.06)];
    const ways = [
      builder.addWay([paris, builder.addNode(48.87, 2.35)]),
      builder.addWay([boston, builder.addNode(42.37, -71.06)]),
    ];
    const map = builder.build();
    const limit = (way: number, countries: string[]) => townLimitOf(map, map.wayRow(ways[way]!), countries);
    expect([limit(0, ['FR', 'US']), Math.round(limit(1, ['FR', 'US'])), limit(0, []), limit(1, ['GB', 'FR'])]).toEqual([
      50, 40, 50, 50,
    ]);
    expect(Math.round(limit(0, ['US']))).toBe(40);
  });
});

test.for([
  ['new-york/nyc-lower-manhattan.osm.pbf', 'US', 1],
  ['extracts/monaco-2025-10-23.osm.pbf', 'MC', 1.05],
  ['extracts/liechtenstein-2022-12-15.osm.pbf', 'LI', 1],
  ['extracts/centre-mifflin-pa-merged.osm.pbf', 'US', 1.15],
] as const)(
  '%s: streets of towns without a limit are no faster than those with one',
  async ([name, country, most], { skip }) => {
    const path = `../shared/data/${name}`;
    if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
    const { map } = await readOsmPbf(path);
    const areas = new BuiltUpAreas(map);
    const limits = new TownLimits(map, [country]);
    for (const highway of ['primary', 'secondary', 'tertiary', 'unclassified', 'residential']) {
      const tagged: number[] = [];
      let untagged = 0;
      for (let way = 0; way < map.ways.ids.length; way++) {
        if (map.tag('way', way, 'highway') !== highway || !areas.has(way)) continue;
        const tags = map.tags('way', way);
        const [forward] = wayTravel(tags, { townLimit: limits.of(way) })?.speeds.car ?? [0];
        if (forward === 0) continue;
        if (speedLimit(tags, true) !== null) tagged.push(forward);
        else untagged = Math.max(untagged, forward);
      }
      // A handful of ways is no measure.
      if (tagged.length < 30) continue;
      const mean = tagged.length / tagged.reduce((sum, each) => sum + 1 / each, 0);
      expect(untagged / mean, `${highway}: ${untagged} and ${mean}`).toBeLessThanOrEqual(most);
    }
  },
);
