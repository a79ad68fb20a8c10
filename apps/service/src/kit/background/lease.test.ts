import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLease } from './lease.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settings = { seconds: 60, lost: () => new Error('lost'), onError: () => {} };

it('is renewed after each quarter of its time until it is stopped', async () => {
  let renewals = 0;
  const lease = keepLease({ ...settings, renew: async () => ++renewals > 0 });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(renewals).toBe(0);
  await vi.advanceTimersByTimeAsync(45_001);
  expect(renewals).toBe(4);
  lease.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([renewals, lease.signal.aborted]).toEqual([4, false]);
});

it('tolerates failed renewals and reports them; once it is lost, the work is aborted', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => true, async () => false];
  const errors: unknown[] = [];
  const { signal, stop } = keepLease({
    ...settings,
    renew: () => answers.shift()?.() ?? Promise.resolve(true),
    onError: (error) => errors.push(error),
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([errors, signal.aborted]).toEqual([[new Error('away')], false]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(signal.reason).toEqual(new Error('lost'));
  stop();
});
