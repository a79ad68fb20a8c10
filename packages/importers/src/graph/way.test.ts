import { describe, expect, test } from 'vitest';
import { wayTravel } from './testing/plainNetwork.ts';

type TagRecord = Record<string, string>;
type Rows = [tags: TagRecord, forward: number, backward: number][];

function speeds(mode: 'car' | 'walk' | 'bicycle', tags: TagRecord): number[] {
  const travel = wayTravel(new Map(Object.entries(tags)));
  return travel === null ? [0, 0] : travel.speeds[mode].map((speed) => Math.round(speed * 10) / 10);
}

/** Tables give km/h along the way and against it; 0 = closed. */
function check(mode: 'car' | 'walk' | 'bicycle', rows: Rows): void {
  test.each(rows)('%j', (tags, forward, backward) => {
    expect(speeds(mode, tags)).toEqual([forward, backward]);
  });
}

describe('cars', () => {
  describe('class speeds', () => {
    check('car', [
      [{ highway: 'motorway' }, 100, 0],
      [{ highway: 'motorway', oneway: 'no' }, 100, 100],
      [{ highway: 'motorway_link' }, 60, 60],
      [{ highway: 'trunk' }, 85, 85],
      [{ highway: 'primary' }, 65, 65],
      [{ highway: 'secondary' }, 60, 60],
      [{ highway: 'tertiary' }, 50, 50],
      [{ highway: 'unclassified' }, 30, 30],
      [{ highway: 'road' }, 30, 30],
      [{ highway: 'residential' }, 30, 30],
      [{ highway: 'living_street' }, 10, 10],
      [{ highway: 'service' }, 20, 20],
      [{ highway: 'track' }, 12, 12],
      [{ highway: 'footway' }, 0, 0],
      [{ highway: 'pedestrian' }, 0, 0],
      [{ highway: 'cycleway' }, 0, 0],
      [{ highway: 'steps', motor_vehicle: 'yes' }, 0, 0],
      [{ highway: 'construction', construction: 'primary' }, 0, 0],
      [{ highway: 'proposed' }, 0, 0],
      [{ highway: 'bus_guideway' }, 0, 0],
      [{ highway: 'raceway' }, 0, 0],
      [{ railway: 'rail' }, 0, 0],
    ]);
  });

  describe('signed limits: nine tenths of them', () => {
    check('car', [
      [{ highway: 'primary', maxspeed: '50' }, 45, 45],
      [{ highway: 'residential', maxspeed: '50' }, 45, 45],
      [{ highway: 'primary', maxspeed: '30 mph' }, 43.5, 43.5],
      [{ highway: 'primary', 'maxspeed:forward': '70', 'maxspeed:backward': '50' }, 63, 45],
      [{ highway: 'primary', maxspeed: '80', 'maxspeed:backward': '60' }, 72, 54],
      [{ highway: 'primary', maxspeed: '80', 'maxspeed:advisory': '40' }, 36, 36],
      [{ highway: 'primary', maxspeed: '80', 'maxspeed:advisory': '100' }, 72, 72],
      [{ highway: 'primary', 'source:maxspeed': 'DE:rural' }, 90, 90],
      [{ highway: 'primary', maxspeed: 'signals' }, 65, 65],
      [{ highway: 'motorway', maxspeed: 'none' }, 117, 0],
      [{ highway: 'motorway', maxspeed: '160' }, 130, 0],
      [{ highway: 'living_street', maxspeed: '10' }, 9, 9],
      [{ highway: 'track', maxspeed: '90' }, 30, 30],
      [{ highway: 'service', maxspeed: '50' }, 30, 30],
    ]);
  });

  describe('what lowers a speed', () => {
    check('car', [
      [{ highway: 'secondary', surface: 'gravel' }, 40, 40],
      [{ highway: 'secondary', surface: 'asphalt' }, 60, 60],
      [{ highway: 'secondary', smoothness: 'very_bad' }, 20, 20],
      [{ highway: 'secondary', smoothness: 'impassable' }, 0, 0],
      [{ highway: 'unclassified', tracktype: 'grade5', surface: 'gravel' }, 20, 20],
      [{ highway: 'unclassified', surface: 'mud' }, 10, 10],
      [{ highway: 'service', service: 'parking_aisle' }, 8, 8],
      [{ highway: 'service', service: 'driveway' }, 10, 10],
      [{ highway: 'service', service: 'emergency_access' }, 0, 0],
      [{ highway: 'unclassified', ford: 'yes' }, 10, 10],
      [{ highway: 'unclassified', ford: 'no' }, 30, 30],
      [{ highway: 'unclassified', ford: 'stepping_stones' }, 0, 0],
      [{ highway: 'residential', maxspeed: '50', surface: 'cobblestone' }, 30, 30],
    ]);
  });

  describe('access', () => {
    check('car', [
      [{ highway: 'residential', access: 'no' }, 0, 0],
      [{ highway: 'residential', access: 'private' }, 30, 30],
      [{ highway: 'residential', access: 'destination' }, 30, 30],
      [{ highway: 'service', access: 'customers' }, 20, 20],
      [{ highway: 'service', access: 'delivery' }, 20, 20],
      [{ highway: 'track', access: 'forestry' }, 12, 12],
      [{ highway: 'track', motor_vehicle: 'agricultural;destination' }, 12, 12],
      [{ highway: 'residential', access: 'no', motor_vehicle: 'yes' }, 30, 30],
      [{ highway: 'residential', access: 'yes', vehicle: 'no' }, 0, 0],
      [{ highway: 'residential', vehicle: 'no', motorcar: 'yes' }, 30, 30],
      [{ highway: 'residential', motor_vehicle: 'yes', motorcar: 'no' }, 0, 0],
      [{ highway: 'residential', foot: 'no', bicycle: 'no' }, 30, 30],
      [{ highway: 'residential', access: 'something new' }, 30, 30],
      [{ highway: 'residential', 'motor_vehicle:backward': 'no' }, 30, 0],
      [{ highway: 'residential', access: 'no', 'vehicle:forward': 'yes' }, 30, 0],
      [{ highway: 'pedestrian', motor_vehicle: 'destination' }, 8, 8],
      [{ highway: 'pedestrian', access: 'yes' }, 0, 0],
      [{ highway: 'footway', vehicle: 'yes' }, 0, 0],
    ]);
  });

  describe('one way', () => {
    check('car', [
      [{ highway: 'residential', oneway: 'yes' }, 30, 0],
      [{ highway: 'residential', oneway: 'true' }, 30, 0],
      [{ highway: 'residential', oneway: '-1' }, 0, 30],
      [{ highway: 'residential', oneway: 'no' }, 30, 30],
      [{ highway: 'residential', oneway: 'reversible' }, 0, 0],
      [{ highway: 'residential', oneway: 'alternating' }, 30, 30],
      [{ highway: 'residential', junction: 'roundabout' }, 30, 0],
      [{ highway: 'residential', junction: 'circular' }, 30, 0],
      [{ highway: 'residential', junction: 'roundabout', oneway: 'no' }, 30, 30],
      [{ highway: 'residential', junction: 'intersection' }, 30, 30],
      [{ highway: 'residential', oneway: 'yes', 'oneway:motor_vehicle': 'no' }, 30, 30],
      [{ highway: 'residential', 'oneway:bicycle': 'yes' }, 30, 30],
      [{ highway: 'residential', oneway: 'yes', 'maxspeed:backward': '30' }, 30, 0],
    ]);
  });
});

describe('walking', () => {
  check('walk', [
    [{ highway: 'residential', oneway: 'yes' }, 5, 5],
    [{ highway: 'footway' }, 5, 5],
    [{ highway: 'cycleway' }, 0, 0],
    [{ highway: 'cycleway', cycleway: 'crossing' }, 0, 0],
    [{ highway: 'cycleway', segregated: 'no' }, 5, 5],
    [{ highway: 'cycleway', foot: 'yes' }, 5, 5],
    [{ highway: 'cycleway', cycleway: 'lane' }, 0, 0],
    [{ highway: 'cycleway', cycleway: 'lane', foot: 'yes' }, 5, 5],
    [{ highway: 'corridor' }, 5, 5],
    [{ highway: 'elevator' }, 5, 5],
    [{ man_made: 'pier' }, 5, 5],
    [{ highway: 'steps' }, 2.5, 2.5],
    [{ highway: 'steps', conveying: 'forward' }, 2.5, 0],
    [{ highway: 'steps', conveying: 'backward' }, 0, 2.5],
    [{ highway: 'steps', conveying: 'yes' }, 2.5, 2.5],
    [{ highway: 'path', sac_scale: 'strolling' }, 5, 5],
    [{ highway: 'path', sac_scale: 'hiking' }, 4.5, 4.5],
    [{ highway: 'path', sac_scale: 'mountain_hiking' }, 4, 4],
    [{ highway: 'path', sac_scale: 'demanding_mountain_hiking' }, 3.3, 3.3],
    [{ highway: 'path', sac_scale: 'alpine_hiking' }, 2, 2],
    [{ highway: 'path', sac_scale: 'difficult_alpine_hiking' }, 0.8, 0.8],
    [{ highway: 'footway', foot: 'no' }, 0, 0],
    [{ highway: 'footway', access: 'private' }, 5, 5],
    [{ highway: 'footway', access: 'no' }, 0, 0],
    [{ highway: 'service', access: 'no', foot: 'permissive' }, 5, 5],
    [{ highway: 'residential', vehicle: 'no' }, 5, 5],
    [{ highway: 'footway', 'oneway:foot': 'yes' }, 5, 0],
    [{ highway: 'footway', 'oneway:foot': '-1' }, 0, 5],
    [{ highway: 'footway', 'foot:backward': 'no' }, 5, 0],
    [{ highway: 'motorway' }, 0, 0],
    [{ highway: 'motorway', foot: 'yes' }, 5, 5],
    [{ highway: 'motorway_link' }, 0, 0],
    [{ highway: 'trunk' }, 5, 5],
    [{ highway: 'trunk', sidewalk: 'both' }, 5, 5],
    [{ highway: 'trunk', 'sidewalk:left': 'yes' }, 5, 5],
    [{ highway: 'trunk', sidewalk: 'separate' }, 5, 5],
    [{ highway: 'trunk', sidewalk: 'right', foot: 'no' }, 0, 0],
    [{ highway: 'trunk', foot: 'designated' }, 5, 5],
    [{ highway: 'primary', motorroad: 'yes' }, 0, 0],
    [{ highway: 'trunk', motorroad: 'yes', sidewalk: 'both' }, 0, 0],
    [{ highway: 'residential', foot: 'use_sidepath' }, 0, 0],
    [{ highway: 'path', ford: 'stepping_stones' }, 5, 5],
    [{ highway: 'path', ford: 'boat' }, 0, 0],
    [{ highway: 'via_ferrata' }, 0, 0],
  ]);
});

describe('cycling', () => {
  check('bicycle', [
    [{ highway: 'cycleway' }, 17, 17],
    [{ highway: 'residential' }, 15, 15],
    [{ highway: 'residential', oneway: 'yes' }, 15, 0],
    [{ highway: 'residential', oneway: 'yes', 'oneway:bicycle': 'no' }, 15, 15],
    [{ highway: 'residential', oneway: 'yes', cycleway: 'opposite' }, 15, 15],
    [{ highway: 'residential', oneway: 'yes', 'cycleway:left': 'opposite_lane' }, 15, 15],
    [{ highway: 'residential', oneway: 'yes', 'cycleway:left': 'lane', 'cycleway:left:oneway': '-1' }, 15, 15],
    [{ highway: 'residential', oneway: 'yes', cycleway: 'lane' }, 15, 0],
    [{ highway: 'residential', junction: 'roundabout' }, 15, 0],
    [{ highway: 'motorway' }, 0, 0],
    [{ highway: 'trunk' }, 16, 16],
    [{ highway: 'trunk', 'cycleway:right': 'lane' }, 16, 16],
    [{ highway: 'trunk', bicycle: 'yes' }, 16, 16],
    [{ highway: 'primary', motorroad: 'yes' }, 0, 0],
    [{ highway: 'primary', bicycle: 'no' }, 0, 0],
    [{ highway: 'primary', bicycle: 'use_sidepath' }, 0, 0],
    [{ highway: 'residential', vehicle: 'no' }, 0, 0],
    [{ highway: 'residential', vehicle: 'no', bicycle: 'yes' }, 15, 15],
    [{ highway: 'footway' }, 4.5, 4.5],
    [{ highway: 'footway', bicycle: 'yes' }, 8, 8],
    [{ highway: 'footway', bicycle: 'no' }, 0, 0],
    [{ highway: 'footway', access: 'no' }, 0, 0],
    [{ highway: 'pedestrian', bicycle: 'dismount' }, 4.5, 4.5],
    [{ highway: 'residential', bicycle: 'dismount' }, 4.5, 4.5],
    [{ highway: 'steps' }, 1.5, 1.5],
    [{ highway: 'path' }, 11, 11],
    [{ highway: 'path', surface: 'mud' }, 5, 5],
    [{ highway: 'cycleway', oneway: 'yes' }, 17, 0],
    [{ highway: 'cycleway', oneway: 'yes', foot: 'yes' }, 17, 4.5],
  ]);
});

describe('ferries', () => {
  test.each<[TagRecord, number[], number[], number[]]>([
    [{ route: 'ferry' }, [18, 18], [18, 18], [18, 18]],
    [{ route: 'ferry', foot: 'yes', bicycle: 'yes' }, [0, 0], [18, 18], [18, 18]],
    [{ route: 'ferry', foot: 'yes', motor_vehicle: 'yes' }, [18, 18], [18, 18], [18, 18]],
    [{ route: 'ferry', foot: 'no', motorcar: 'yes' }, [18, 18], [0, 0], [18, 18]],
    [{ route: 'ferry', access: 'no' }, [0, 0], [0, 0], [0, 0]],
    [{ route: 'ferry', oneway: 'yes' }, [18, 0], [18, 0], [18, 0]],
    [{ route: 'bus' }, [0, 0], [0, 0], [0, 0]],
  ])('%j', (tags, car, walk, bicycle) => {
    expect([speeds('car', tags), speeds('walk', tags), speeds('bicycle', tags)]).toEqual([car, walk, bicycle]);
  });

  test('a road that a ferry line follows stays a road', () => {
    expect(wayTravel(new Map(Object.entries({ route: 'ferry', highway: 'residential' })))?.roadClass).toBe(
      'residential',
    );
  });
});

test.each<[TagRecord, string]>([
  [{ highway: 'primary', name: 'Broadway', ref: 'NY 9A' }, 'Broadway'],
  [{ highway: 'motorway', ref: 'A 1' }, 'A 1'],
  [{ highway: 'path' }, ''],
])('the street of %j is %j', (tags, street) => {
  expect(wayTravel(new Map(Object.entries(tags)))?.street).toBe(street);
});

test.each<[TagRecord, number]>([
  [{ highway: 'residential' }, 0],
  [{ highway: 'motorway_link' }, 1],
  [{ highway: 'residential', tunnel: 'yes' }, 7],
  [{ highway: 'residential', tunnel: 'building_passage' }, 0],
  [{ route: 'ferry' }, 7],
])('%j is avoided by the modes %i (1 car, 2 walk, 4 bicycle) when a pole looks for its street', (tags, bits) => {
  expect(wayTravel(new Map(Object.entries(tags)))?.avoidSnap).toBe(bits);
});

test.each<[TagRecord, number]>([
  [{ highway: 'residential' }, 0],
  [{ highway: 'residential', access: 'private' }, 7],
  [{ highway: 'residential', access: 'private', foot: 'yes' }, 5],
  [{ highway: 'residential', access: 'private;destination' }, 0],
  [{ highway: 'residential', motor_vehicle: 'private' }, 1],
  [{ highway: 'service', access: 'military' }, 7],
  [{ highway: 'service', access: 'customers' }, 0],
])('%j is private to the modes %i', (tags, bits) => {
  expect(wayTravel(new Map(Object.entries(tags)))?.privateTo).toBe(bits);
});

describe('roads of buses are open to those whom their tags name', () => {
  check('car', [
    [{ highway: 'busway' }, 0, 0],
    [{ highway: 'busway', access: 'no', bus: 'yes' }, 0, 0],
    [{ highway: 'busway', motor_vehicle: 'yes' }, 20, 20],
    [{ highway: 'busway', motor_vehicle: 'yes', oneway: 'yes' }, 20, 0],
  ]);
  check('walk', [
    [{ highway: 'busway' }, 0, 0],
    [{ highway: 'busway', foot: 'yes' }, 5, 5],
    [{ highway: 'busway', access: 'no', foot: 'designated' }, 5, 5],
    [{ highway: 'busway', access: 'no' }, 0, 0],
    [{ highway: 'busway', sidewalk: 'both' }, 5, 5],
    [{ highway: 'busway', sidewalk: 'both', foot: 'no' }, 0, 0],
    [{ highway: 'bus_guideway', foot: 'yes' }, 0, 0],
  ]);
  check('bicycle', [
    [{ highway: 'busway' }, 0, 0],
    [{ highway: 'busway', bicycle: 'yes' }, 13, 13],
    [{ highway: 'busway', access: 'no', bicycle: 'designated', oneway: 'yes' }, 13, 0],
  ]);
});
