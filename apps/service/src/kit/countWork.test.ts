import { expect, it } from 'vitest';
import { countWork } from './countWork.ts';

it('a second counts as the share of it that a busy machine gives', () => {
  let [now, slowness] = [0, 1];
  const worked = countWork(
    () => slowness,
    () => now,
  );
  now = 1000;
  expect(worked()).toBe(1000);
  // The load rises between two readings: the larger one holds.
  [now, slowness] = [13_000, 12];
  expect(worked()).toBe(2000);
  now = 25_000;
  expect(worked()).toBe(3000);
  [now, slowness] = [37_000, 1];
  expect(worked()).toBe(4000);
  now = 38_000;
  expect(worked()).toBe(5000);
});
