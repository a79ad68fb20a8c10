import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { byteRuns } from './byteRuns.ts';

it('puts near ranges together, and leaves alone what lies far apart', () => {
  expect(
    byteRuns([
      { start: 50_000, end: 90_000 },
      { start: 0, end: 40_000 },
      { start: 1_000_000, end: 1_000_100 },
    ]),
  ).toEqual([
    { start: 0, end: 90_000 },
    { start: 1_000_000, end: 1_000_100 },
  ]);
  expect(byteRuns([])).toEqual([]);
});

it('covers every wanted byte once, with at most a third more, in runs of at most 8 MiB', () => {
  const random = new SeededRandom(43);
  for (let round = 0; round < 50; round++) {
    let at = 0;
    const ranges = Array.from({ length: 40 }, () => {
      const start = at + Math.floor(random.next() * (round % 2 === 0 ? 200_000 : 2000));
      at = start + 1 + Math.floor(random.next() * (round === 0 ? 3e7 : 30_000));
      return { start, end: at };
    });
    const runs = byteRuns(ranges);
    for (const [i, { start, end }] of runs.entries()) {
      expect(end - start).toBeLessThanOrEqual(1 << 23);
      expect(start).toBeGreaterThanOrEqual(runs[i - 1]?.end ?? 0);
    }
    for (const { start, end } of ranges) {
      let covered = start;
      for (const run of runs) if (run.start <= covered && covered < run.end) covered = run.end;
      expect(covered).toBeGreaterThanOrEqual(end);
    }
    const sum = (list: readonly { start: number; end: number }[]) =>
      list.reduce((all, { start, end }) => all + end - start, 0);
    expect(sum(runs)).toBeLessThanOrEqual((4 / 3) * sum(ranges));
  }
});
