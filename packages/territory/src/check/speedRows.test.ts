import { describe, expect, it } from 'vitest';
import { loadTerritory } from '../read/loadTerritory.ts';
import { bundleWith } from '../testing/changedBundle.ts';
import { checkBundle } from './checkBundle.ts';

/** The drawn bundle with speeds: half of the normal one on its first edge at 8, back only. */
const speeds = () => {
  const factor = Array.from({ length: 48 }, (_, row): number => (row === 32 ? 0.5 : 1));
  const edgeSpeeds = { forwardPattern: [0, 0, 0, 0], backwardPattern: [1, 0, 0, 0] };
  return { edgeSpeeds, speedFactors: { factor } };
};

describe('speeds by hour of the day', () => {
  it('are read and pass the checks', async () => {
    const dir = await bundleWith(({ territory }) => void Object.assign(territory, speeds()));
    expect(await checkBundle(dir)).toEqual([]);
    const { edges, factors } = (await loadTerritory(dir)).speeds!;
    expect([...edges.backwardPattern]).toEqual([1, 0, 0, 0]);
    expect(factors.factor[32]).toBe(0.5);
  });

  it('are null in a territory without them', async () => {
    expect((await loadTerritory(await bundleWith(() => {}))).speeds).toBeNull();
  });

  const defects: [string, (content: ReturnType<typeof speeds>) => unknown, string, RegExp][] = [
    [
      'a pattern that is not there',
      ({ edgeSpeeds }) => edgeSpeeds.forwardPattern.fill(2, 2, 3),
      'edgeSpeeds.arrow, forwardPattern, row 2',
      /2 is not a row of the patterns of speedFactors, which has 2/,
    ],
    [
      'a factor of nothing',
      ({ speedFactors }) => speedFactors.factor.fill(0, 30, 31),
      'speedFactors.arrow, factor, row 30',
      /0 is no share of a speed/,
    ],
    [
      'a factor without end',
      ({ speedFactors }) => speedFactors.factor.fill(Number.POSITIVE_INFINITY, 30, 31),
      'speedFactors.arrow, factor, row 30',
      /Infinity is no share/,
    ],
    [
      'another speed in pattern 0',
      ({ speedFactors }) => speedFactors.factor.fill(0.9, 3, 4),
      'speedFactors.arrow, factor, row 3',
      /0.9 stands in pattern 0/,
    ],
    [
      'half a day',
      ({ speedFactors }) => void speedFactors.factor.splice(36),
      'speedFactors.arrow',
      /it has 36 rows, not 24 for each pattern/,
    ],
    [
      'edges without factors',
      (content) => void delete (content as Partial<typeof content>).speedFactors,
      'edgeSpeeds.arrow',
      /it stands alone/,
    ],
  ];
  it.each(defects)('finds %s', async (_, damage, place, problem) => {
    const dir = await bundleWith(({ territory }) => {
      const content = speeds();
      damage(content);
      Object.assign(territory, content);
    });
    const found = (await checkBundle(dir)).filter((finding) => finding.place === `territory/2026-10/${place}`);
    expect(found.map((finding) => finding.problem).join('\n')).toMatch(problem);
  });

  it('are refused where they have other rows than the edges', async () => {
    const written = bundleWith(({ territory }) => {
      Object.assign(territory, speeds(), { edgeSpeeds: { forwardPattern: [0], backwardPattern: [1] } });
    });
    await expect(written).rejects.toThrow('table "edgeSpeeds" has 1 rows, "edges" has 4');
  });
});
