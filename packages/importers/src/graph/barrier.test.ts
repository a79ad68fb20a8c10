import { expect, test } from 'vitest';
import { blockedModes } from './barrier.ts';

test.each<[Record<string, string>, string]>([
  [{ barrier: 'bollard' }, 'car'],
  [{ barrier: 'bollard', bollard: 'rising' }, ''],
  [{ barrier: 'bollard', motor_vehicle: 'yes' }, ''],
  [{ barrier: 'bollard', access: 'no', foot: 'yes', bicycle: 'yes' }, 'car'],
  [{ barrier: 'gate' }, ''],
  [{ barrier: 'gate', access: 'private' }, 'car walk bicycle'],
  [{ barrier: 'gate', access: 'private', foot: 'yes' }, 'car bicycle'],
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
  const bits = blockedModes(new Map(Object.entries(tags)));
  const modes = [bits & 1 && 'car', bits & 2 && 'walk', bits & 4 && 'bicycle'].filter(Boolean);
  expect(modes.join(' ')).toBe(expected);
});
