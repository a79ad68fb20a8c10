import { TOPIC_FLAG } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { CensusInput, TopicInput } from '../inputs/census.ts';
import { benchmarkTopic } from './benchmarkTopic.ts';

const RESIDENTS = Float64Array.of(100, 200, 300, 400);

function figures(columns: Record<string, number[]>, unitRows: number[], flags = [0, 0, 0, 0]) {
  const topic: TopicInput = {
    code: 'income',
    entry: { note: '', vintage: '', comparability: 'full', missingFields: [], lists: [], distributions: [] },
    columns: new Map(Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)])),
    flags: Uint8Array.from(flags),
  };
  const benchmark = {
    code: 'X',
    name: 'X',
    kind: 'county',
    areaSquareKm: 1,
    coverage: 1,
    unitRows: Uint32Array.from(unitRows),
  } as const;
  const made = benchmarkTopic({ benchmarks: [benchmark] } as unknown as CensusInput, topic, RESIDENTS);
  return { ...Object.fromEntries([...made.columns].map(([name, [value]]) => [name, value])), flags: made.flags[0] };
}

describe('benchmarks', () => {
  it('add counts over their units', () => {
    expect(figures({ households: [1, 2, 4, 8] }, [0, 2, 3])).toEqual({ households: 13, flags: 0 });
  });

  it('count units that do not publish at the rate of the others, flagged, and publish nothing of a minority', () => {
    // 13 households of 800 residents make 16.25 of 1000.
    expect(figures({ households: [1, NaN, 4, 8] }, [0, 1, 2, 3])).toEqual({
      households: 16.25,
      flags: TOPIC_FLAG.estimated,
    });
    expect(figures({ households: [1, 2, NaN, NaN] }, [0, 1, 2, 3])).toEqual({
      households: NaN,
      flags: TOPIC_FLAG.suppressed,
    });
  });

  it('take the weighted median of medians', () => {
    // 10 households have a median of 300, 30 of 500, 15 of 400: the 27.5th of 55 lies among the 500s.
    const columns = { households: [10, 30, 15, 0], median_household: [300, 500, 400, 9000] };
    expect(figures(columns, [0, 1, 2, 3])).toEqual({
      households: 55,
      median_household: 500,
      flags: TOPIC_FLAG.estimated,
    });
    // Without households, residents weigh: 100, 200 and 300 of them; the 300th of 600 lies among the 400s.
    expect(figures({ median_household: [300, 500, 400, NaN] }, [0, 1, 2])).toMatchObject({ median_household: 400 });
  });

  it('carry the flags of their units', () => {
    expect(figures({ households: [1, 2, 4, 8] }, [0, 1], [TOPIC_FLAG.imputed, 0, TOPIC_FLAG.estimated, 0])).toEqual({
      households: 3,
      flags: TOPIC_FLAG.imputed,
    });
  });

  it('of no units hold nothing', () => {
    expect(figures({ households: [1, 2, 4, 8] }, [])).toEqual({ households: NaN, flags: TOPIC_FLAG.suppressed });
  });
});
