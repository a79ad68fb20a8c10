import { SeededRandom } from '@hinterland/geo';
import { expect, test } from 'vitest';
import { namelessTravel, type WaySurroundings } from './way.ts';
import { WayTravels } from './wayTravels.ts';

/** Keys that are asked for only where another has a certain value, among others. */
const TAGS: Readonly<Record<string, readonly string[]>> = {
  highway: ['residential', 'footway', 'motorway', 'trunk', 'cycleway', 'track', 'construction'],
  route: ['ferry', 'shuttle_train'],
  access: ['private', 'no', 'destination', 'customers;delivery'],
  motor_vehicle: ['yes', 'no'],
  'motor_vehicle:backward': ['no'],
  bicycle: ['dismount', 'yes', 'no'],
  foot: ['designated', 'no'],
  barrier: ['gate', 'bollard', 'block'],
  bollard: ['rising'],
  oneway: ['yes', '-1', 'no'],
  'oneway:bicycle': ['no'],
  junction: ['roundabout'],
  maxspeed: ['30', '20 mph', 'walk'],
  'maxspeed:forward': ['80'],
  surface: ['gravel', 'asphalt'],
  tunnel: ['yes', 'building_passage'],
  sidewalk: ['both'],
  name: ['Main Street', 'Elm Street'],
  ref: ['A 1'],
};

test('means what the tags of each way mean, whichever ways came before', () => {
  const random = new SeededRandom(46);
  const travels = new WayTravels();
  let shared = 0;
  const seen = new Set<object>();
  for (let way = 0; way < 10_000; way++) {
    const tags = new Map<string, string>();
    for (const [key, values] of Object.entries(TAGS)) {
      if ((random.int(key === 'highway' ? 20 : 8) !== 0) === (key === 'highway')) tags.set(key, random.pick(values));
    }
    const surroundings: WaySurroundings = {
      isInTown: random.int(2) === 0,
      country: random.pick(['', 'FR', 'US']),
      hasHeights: random.int(2) === 0,
      ...(random.int(4) === 0 ? { ferrySpeed: 30 } : {}),
    };
    const travel = travels.of(tags, surroundings);
    expect(travel, JSON.stringify([...tags])).toEqual(namelessTravel(tags, surroundings));
    if (travel === null) continue;
    if (seen.has(travel)) shared++;
    seen.add(travel);
  }
  expect(shared).toBeGreaterThan(1000);
});
