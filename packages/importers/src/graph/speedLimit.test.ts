import { expect, test } from 'vitest';
import { parseSpeedLimit, speedLimit } from './speedLimit.ts';

test.each<[string, number | null]>([
  ['50', 50],
  ['7.5', 7.5],
  ['50 km/h', 50],
  ['50kmh', 50],
  ['30 mph', 48.28032],
  ['30mph', 48.28032],
  ['5 knots', 9.26],
  ['10 knot', 18.52],
  ['none', 130],
  ['walk', 7],
  ['80;60', 60],
  ['50 mph;40 mph', 64.37376],
  ['100|80|60', 60],
  ['80;signals', 80],
  ['DE:urban', 50],
  ['DE:rural', 100],
  ['DE:motorway', 130],
  ['DE:living_street', 7],
  ['RO:rural', 90],
  ['RO:trunk', 100],
  ['CH:rural', 80],
  ['GB:nsl_single', 96.56064],
  ['GB:nsl_dual', 112.65408],
  ['GB:zone20', 32.18688],
  ['UK:zone20', 32.18688],
  ['US:30', 48.28032],
  ['NZ:30', 30],
  ['BE-VLG:rural', 70],
  ['BE-WAL:rural', 90],
  ['de:urban', 50],
  ['DE:zone:30', 30],
  ['DE:zone30', 30],
  ['DE:30', 30],
  ['XX:urban', 50],
  ['DE:urban:deviating', 50],
  ['DE:nonsense', null],
  ['signals', null],
  ['variable', null],
  ['fast', null],
  ['', null],
  ['-50', null],
  ['1', null],
  ['5000', null],
  ['50 furlongs', null],
])('maxspeed=%j is %s km/h', (text, expected) => {
  const limit = parseSpeedLimit(text);
  if (expected === null) expect(limit).toBeNull();
  else expect(limit).toBeCloseTo(expected, 5);
});

test.each<[Record<string, string>, number | null, number | null]>([
  [{}, null, null],
  [{ maxspeed: '50' }, 50, 50],
  [{ maxspeed: '50', 'maxspeed:forward': '30' }, 30, 50],
  [{ maxspeed: 'signals', 'maxspeed:type': 'DE:urban' }, 50, 50],
  [{ 'zone:maxspeed': 'DE:30' }, 30, 30],
  [{ 'zone:traffic': 'FR:urban' }, 50, 50],
  [{ maxspeed: '60', 'source:maxspeed': 'DE:urban' }, 60, 60],
  [{ 'maxspeed:advisory': '40' }, 40, 40],
  [{ maxspeed: '60', 'maxspeed:advisory:forward': '30' }, 30, 60],
])('%j', (tags, forward, backward) => {
  const map = new Map(Object.entries(tags));
  expect([speedLimit(map, true), speedLimit(map, false)]).toEqual([forward, backward]);
});
