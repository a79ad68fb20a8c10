import { describe, expect, test } from 'vitest';
import { drawGraph, STREET } from './testing/drawGraph.ts';
import { wayTravel } from './testing/plainNetwork.ts';

type TagRecord = Record<string, string>;
const open = (country: string, tags: TagRecord) => {
  const speeds = wayTravel(new Map(Object.entries(tags)), { country })?.speeds;
  const bicycle = speeds?.bicycle[0] ?? 0;
  return `${(speeds?.walk[0] ?? 0) > 0 ? 'walked' : '-'} ${bicycle === 0 ? '-' : bicycle <= 4.5 ? 'pushed' : 'ridden'}`;
};

describe('access where no tag speaks of it', () => {
  test.each<[string, string, string]>([
    // country, class, on foot and by bicycle
    ['LK', 'trunk', 'walked ridden'],
    ['IN', 'trunk', 'walked ridden'],
    ['KE', 'trunk', 'walked ridden'],
    ['DE', 'trunk', 'walked ridden'],
    ['GB', 'trunk', 'walked ridden'],
    ['JP', 'trunk_link', 'walked ridden'],
    ['', 'trunk', 'walked ridden'],
    ['AT', 'trunk', '- -'],
    ['BE', 'trunk', '- -'],
    ['CH', 'trunk_link', '- -'],
    ['DK', 'trunk', '- -'],
    ['FR', 'trunk', '- -'],
    ['RE', 'trunk', '- -'],
    ['HU', 'trunk', '- -'],
    ['SK', 'trunk', '- -'],
    ['LK', 'motorway', '- -'],
    ['US', 'motorway', '- -'],
    ['DE', 'cycleway', '- ridden'],
    ['FR', 'cycleway', '- ridden'],
    ['IT', 'cycleway', '- ridden'],
    ['RU', 'cycleway', '- ridden'],
    ['BR', 'cycleway', '- ridden'],
    ['US', 'cycleway', 'walked ridden'],
    ['PR', 'cycleway', 'walked ridden'],
    ['GB', 'cycleway', 'walked ridden'],
    ['NL', 'cycleway', 'walked ridden'],
    ['FI', 'cycleway', 'walked ridden'],
    ['AU', 'cycleway', 'walked ridden'],
    ['DE', 'footway', 'walked pushed'],
    ['NO', 'footway', 'walked ridden'],
    ['AU', 'footway', 'walked ridden'],
    ['DE', 'pedestrian', 'walked pushed'],
    ['IT', 'pedestrian', 'walked ridden'],
    ['SE', 'pedestrian', 'walked ridden'],
    ['DE', 'bridleway', '- -'],
    ['GB', 'bridleway', 'walked ridden'],
    ['BE', 'bridleway', 'walked pushed'],
    ['AT', 'path', 'walked pushed'],
    ['DE', 'path', 'walked ridden'],
    ['AT', 'primary', 'walked ridden'],
    ['AT', 'steps', 'walked pushed'],
  ])('%s: %s is %s', (country, highway, expected) => {
    expect(open(country, { highway })).toBe(expected);
  });

  test.each<[string, TagRecord, string]>([
    ['CH', { highway: 'trunk', foot: 'yes' }, 'walked -'],
    ['CH', { highway: 'trunk', sidewalk: 'left;right' }, 'walked -'],
    ['CH', { highway: 'trunk', cycleway: 'lane' }, '- ridden'],
    ['LK', { highway: 'trunk', motorroad: 'yes' }, '- -'],
    ['LK', { highway: 'trunk', foot: 'no' }, '- ridden'],
    ['DE', { highway: 'cycleway', foot: 'yes;designated' }, 'walked ridden'],
    ['DE', { highway: 'cycleway', segregated: 'yes' }, 'walked ridden'],
    ['DE', { highway: 'cycleway', foot: 'no;private' }, 'walked ridden'],
    ['US', { highway: 'cycleway', foot: 'no' }, '- ridden'],
    ['DE', { highway: 'footway;cycleway' }, 'walked pushed'],
    ['DE', { highway: 'footway', bicycle: 'yes;designated' }, 'walked ridden'],
    ['DE', { railway: 'platform' }, 'walked pushed'],
    ['DE', { public_transport: 'platform' }, 'walked pushed'],
    ['DE', { public_transport: 'platform', bus: 'yes' }, 'walked pushed'],
    ['DE', { railway: 'platform;platform_edge' }, 'walked pushed'],
    ['DE', { railway: 'platform', foot: 'no' }, '- -'],
    ['DE', { railway: 'rail' }, '- -'],
    ['DE', { man_made: 'pier' }, 'walked pushed'],
    ['DE', { indoor: 'corridor' }, 'walked pushed'],
    ['DE', { highway: 'corridor', indoor: 'yes' }, 'walked pushed'],
    ['DE', { highway: 'elevator' }, 'walked pushed'],
    ['DE', { man_made: 'bridge' }, '- -'],
    ['DE', { man_made: 'bridge', foot: 'yes' }, 'walked pushed'],
    ['DE', { waterway: 'lock_gate', foot: 'permissive' }, 'walked pushed'],
    ['DE', { man_made: 'breakwater' }, '- -'],
    ['DE', { highway: 'construction', railway: 'platform' }, '- -'],
    ['DE', { highway: 'service', barrier: 'bollard' }, 'walked ridden'],
    ['DE', { highway: 'footway', barrier: 'stile' }, 'walked pushed'],
    ['DE', { highway: 'residential', barrier: 'fence' }, 'walked ridden'],
    ['DE', { highway: 'residential', barrier: 'gate', locked: 'yes' }, '- -'],
    ['DE', { highway: 'residential', access: 'no; private' }, 'walked ridden'],
    ['DE', { highway: 'residential', access: 'Destination' }, 'walked ridden'],
  ])('%s: %j is %s', (country, tags, expected) => {
    expect(open(country, tags)).toBe(expected);
  });
});

test.each<[TagRecord, number]>([
  [{}, 0],
  [{ access: 'destination' }, 5],
  [{ motor_vehicle: 'destination' }, 1],
  [{ vehicle: 'destination' }, 5],
  [{ vehicle: 'destination', motor_vehicle: 'yes' }, 4],
  [{ vehicle: 'yes', motor_vehicle: 'destination' }, 1],
  [{ motor_vehicle: 'no', motorcar: 'destination' }, 1],
  [{ bicycle: 'destination' }, 4],
  [{ access: 'customers', bicycle: 'yes' }, 1],
  [{ access: 'delivery' }, 5],
  [{ motor_vehicle: 'agricultural' }, 1],
  [{ motor_vehicle: 'agricultural;forestry' }, 1],
  [{ motor_vehicle: 'destination;delivery' }, 1],
  [{ motor_vehicle: 'yes;destination' }, 0],
  [{ access: 'private' }, 5],
  [{ foot: 'destination' }, 0],
  [{ access: 'no' }, 0],
  [{ 'motor_vehicle:forward': 'destination' }, 0],
  [{ 'motor_vehicle:forward': 'destination', oneway: 'yes' }, 5 & 1],
])('a street of %j is not driven through by the modes %i (1 car, 4 bicycle)', (tags, bits) => {
  expect(wayTravel(new Map(Object.entries({ highway: 'residential', ...tags })))?.limitedTo ?? 0).toBe(bits);
});

describe('nodes that nobody passes through', () => {
  /** Letters of places that are inside for cars: all nodes of the network there, or some. */
  const inside = (picture: string, ways: [string, TagRecord][]) => {
    const { graph, drawn } = drawGraph(picture, { ways });
    const { lngMicrodegrees, latMicrodegrees } = graph.nodes;
    return [...new Set(picture.match(/[a-z]/g))]
      .sort()
      .filter((letter) => {
        const [x, y] = drawn.position(letter);
        return [...lngMicrodegrees.keys()].some(
          (node) =>
            lngMicrodegrees[node] === Math.round(x * 1e6) &&
            latMicrodegrees[node] === Math.round(y * 1e6) &&
            ((graph.limits?.insideFor[node] ?? 0) & 1) !== 0,
        );
      })
      .join('');
  };
  const LIMITED = { highway: 'residential', motor_vehicle: 'destination' };
  const RING = `
    a---b---c---d
    |   |   |   |
    e---f---g---h`;

  test.each<[string, string, [string, TagRecord][], string]>([
    ['none where no way is limited', RING, [['abcdhgfea', STREET]], ''],
    [
      'the ends of a limited short cut',
      RING,
      [
        ['abcdhgfea', STREET],
        ['bf', LIMITED],
      ],
      'bf',
    ],
    [
      'a chain of limited ways',
      'a---b---c---d\n|           |\ne---f---g---h',
      [
        ['bae', STREET],
        ['efgh', STREET],
        ['hd', STREET],
        ['bc', LIMITED],
        ['cd', { ...LIMITED, name: 'x' }],
      ],
      'bcd',
    ],
    [
      'a private way behind a limited one',
      RING,
      [
        ['abcdhgfea', STREET],
        ['bf', { highway: 'service', access: 'private' }],
      ],
      'bf',
    ],
    [
      'a street behind a limited one',
      `
      a---b---c---d---i---j
      |   |   |   |
      e---f---g---h`,
      [
        ['abcdhgfea', STREET],
        ['bf', STREET],
        ['cg', STREET],
        ['di', LIMITED],
        ['ij', STREET],
      ],
      'dij',
    ],
    ['none on a map of limited ways alone', 'a---b---c', [['abc', LIMITED]], ''],
  ])('%s', (_, picture, ways, expected) => {
    expect(inside(picture, ways)).toBe(expected);
  });
});
