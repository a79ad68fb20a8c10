import { describe, expect, test } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { BuiltUpAreas } from './builtUp.ts';
import { countryOfWay } from './country.ts';
import { wayTravel } from './testing/plainNetwork.ts';

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
  const speed = (highway: string, isInTown: boolean, tags: Record<string, string> = {}) =>
    wayTravel(new Map(Object.entries({ highway, ...tags })), { isInTown })!.speeds.car[0];

  test('has the middle one of the speeds that three routers publish, in towns and between them', () => {
    expect(['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].map((each) => speed(each, true))).toEqual([
      90, 85, 65, 55, 40,
    ]);
    expect(['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].map((each) => speed(each, false))).toEqual([
      100, 85, 65, 60, 50,
    ]);
    expect(['unclassified', 'residential', 'service', 'living_street'].map((each) => speed(each, true))).toEqual([
      30, 30, 20, 10,
    ]);
    expect(speed('primary', true, { maxspeed: '60' })).toBe(54);
  });

  test.each<[number, number, string[], string]>([
    [48.86, 2.35, ['FR', 'US'], 'FR'],
    [42.36, -71.06, ['FR', 'US'], 'US'],
    [42.36, -71.06, ['FR'], 'FR'],
    [42.36, -71.06, [], ''],
    [-17.8, 177.97, ['FJ', 'NZ'], 'FJ'],
    [-16.8, -179.97, ['FJ', 'NZ'], 'FJ'],
    [-54.8, -68.3, ['AR', 'CL'], 'AR'],
    [0, -150, ['KI', 'PF'], 'KI'],
  ])('at %d, %d on a map of %j lies in %j', (lat, lng, countries, expected) => {
    const builder = new OsmBuilder();
    const way = builder.addWay([builder.addNode(lat, lng), builder.addNode(lat + 0.001, lng)]);
    const map = builder.build();
    expect(countryOfWay(map, map.wayRow(way), countries)).toBe(expected);
  });
});
