import { describe, expect, it } from 'vitest';
import { Durations } from './durations.ts';
import { type ForecastTask, forecast } from './forecast.ts';

const SECOND = 1000;
/** Tasks of any lane that take so many seconds and may end within a minute. */
const tasks = (...seconds: number[]): ForecastTask<string>[] =>
  seconds.map((duration) => ({ takenBy: () => true, duration: duration * SECOND, timeLeft: 60 * SECOND }));
const threads = (...freeIn: number[]) => freeIn.map((seconds) => ({ lane: 'runs', freeIn: seconds * SECOND }));
const seconds = (prospects: ReturnType<typeof forecast>) =>
  prospects.map(({ wait, late }) => [wait / SECOND, late / SECOND]);

describe('the forecast of waiting tasks', () => {
  it('60 runs of 20 s on one thread: three end within a minute, 57 are late by 20 s', () => {
    const prospects = seconds(forecast(threads(0), tasks(...Array.from({ length: 60 }, () => 20))));
    expect(prospects.slice(0, 3)).toEqual([
      [0, 0],
      [20, 0],
      [40, 0],
    ]);
    expect(prospects.slice(3)).toEqual(Array.from({ length: 57 }, () => [60, 20]));
  });

  it('goes to the thread that is free first; a task that is refused takes no time of it', () => {
    const prospects = forecast(threads(30, 5), tasks(10, 20, 25, 40, 10));
    // 10 on B until 15; 20 on B until 35; 25 on A from 30 until 55; 40 would end on B at 75; 10 on B from 35.
    expect(seconds(prospects)).toEqual([
      [5, 0],
      [15, 0],
      [30, 0],
      [35, 15],
      [35, 0],
    ]);
  });

  it('a task waits for threads of its lane alone', () => {
    const lanes = [
      { lane: 'runs', freeIn: 1 * SECOND },
      { lane: 'long', freeIn: 50 * SECOND },
    ];
    const [plan, run] = tasks(20, 20);
    const only = (lane: string) => (one: string) => one === lane;
    const prospects = forecast(lanes, [
      { ...plan!, takenBy: only('long') },
      { ...run!, takenBy: only('runs') },
    ]);
    expect(seconds(prospects)).toEqual([
      [50, 10],
      [1, 0],
    ]);
  });

  it('a task that need not wait is never late, and one that ends just in time is not', () => {
    expect(seconds(forecast(threads(0, 10), tasks(500, 50, 50.001)))).toEqual([
      [0, 0],
      [10, 0],
      [60, 50.001],
    ]);
  });
});

it('a duration is the mean of the last twenty of its kind', () => {
  const durations = new Durations();
  expect(durations.mean('run geo.isochrone')).toBe(0);
  for (let i = 1; i <= 22; i++) durations.note('run geo.isochrone', i * 100);
  durations.note('quote geo.isochrone', 7);
  expect(durations.mean('run geo.isochrone')).toBe(1250); // 300 to 2200
  expect(durations.mean('quote geo.isochrone')).toBe(7);
});
