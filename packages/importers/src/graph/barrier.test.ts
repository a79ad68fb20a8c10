import { expect, test } from 'vitest';
import { gateOf } from './barrier.ts';

test.each<[Record<string, string>, string]>([
  [{ barrier: 'bollard' }, 'car'],
  [{ barrier: 'bollard', bollard: 'rising' }, ''],
  [{ barrier: 'bollard', motor_vehicle: 'yes' }, ''],
  [{ barrier: 'bollard', access: 'no', foot: 'yes', bicycle: 'yes' }, 'car'],
  [{ barrier: 'gate' }, ''],
  [{ barrier: 'gate', access: 'private' }, ''],
  [{ barrier: 'gate', access: 'no' }, 'car walk bicycle'],
  [{ barrier: 'gate', access: 'no', foot: 'yes' }, 'car bicycle'],
  [{ barrier: 'bollard', access: 'private' }, ''],
  [{ barrier: 'gate', locked: 'yes' }, 'car walk bicycle'],
  [{ barrier: 'gate', locked: 'yes', foot: 'yes' }, 'car bicycle'],
  [{ barrier: 'lift_gate' }, ''],
  [{ barrier: 'swing_gate' }, 'car'],
  [{ barrier: 'block' }, 'car'],
  [{ barrier: 'jersey_barrier' }, 'car'],
  [{ barrier: 'cycle_barrier' }, 'car'],
  [{ barrier: 'kissing_gate' }, 'car bicycle'],
  [{ barrier: 'stile' }, 'car bicycle'],
  [{ barrier: 'turnstile' }, 'car bicycle'],
  [{ barrier: 'cattle_grid' }, ''],
  [{ barrier: 'toll_booth' }, ''],
  [{ barrier: 'kerb' }, ''],
  [{ barrier: 'wall' }, 'car walk bicycle'],
  [{ barrier: 'an unheard of thing' }, 'car'],
  [{ ford: 'yes' }, ''],
  [{ ford: 'stepping_stones' }, 'car bicycle'],
  [{ ford: 'boat' }, 'car walk bicycle'],
  [{ highway: 'crossing', bicycle: 'no' }, ''],
])('%j stops %j', (tags, expected) => {
  const bits = gateOf(new Map(Object.entries(tags))).stops;
  const modes = [bits & 1 && 'car', bits & 2 && 'walk', bits & 4 && 'bicycle'].filter(Boolean);
  expect(modes.join(' ')).toBe(expected);
});

test.each<[Record<string, string>, number]>([
  [{ barrier: 'gate' }, 0],
  [{ barrier: 'gate', access: 'private' }, 7],
  [{ barrier: 'gate', access: 'private', foot: 'yes' }, 5],
  [{ barrier: 'lift_gate', motor_vehicle: 'private' }, 1],
  [{ highway: 'crossing', access: 'private' }, 0],
])('%j is a private gate to the modes %i', (tags, bits) => {
  expect(gateOf(new Map(Object.entries(tags))).isPrivateTo).toBe(bits);
});
