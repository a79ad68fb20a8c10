import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { contextOf, island } from '../testing/island.ts';
import { areaDirectory } from './areaDirectory.ts';
import { whyNotOnMap } from './heldOnMap.ts';

const { territory } = island();
const { byRow, residents } = areaDirectory(territory);
const state = byRow.find(({ level }) => level === 4)!;
const onMap = residents![state.row]!;

/** The island as the cut part of a state with so many people, of whom the tables hold a share. */
function cutStateOf(people: number, coverage = 1): Territory {
  const { areas, sociodemo } = territory;
  const total = Float64Array.of(people * coverage);
  const topic = { ...sociodemo!.benchmarks.get('residents')!, columns: new Map([['total', total]]) };
  const area = { code: { length: 1, at: () => state.code }, coverage: Float64Array.of(coverage), rows: 1 };
  return {
    ...contextOf(territory).territory,
    areas: { ...areas, cut: new Uint8Array(areas.rows).fill(1) },
    sociodemo: {
      ...sociodemo!,
      benchmarkAreas: { ...sociodemo!.benchmarkAreas, ...area },
      benchmarks: new Map([['residents', topic]]),
    } as Territory['sociodemo'],
  };
}

const why = (on: Territory, level: 'state' | 'local_government_area' = 'state', area: Partial<typeof state> = {}) =>
  whyNotOnMap(on, level, 'stores', { ...state, ...area });

describe('areas whose stores and listings are elsewhere', () => {
  it('a whole area speaks for itself, and a cut one that holds half of the people', () => {
    expect(why(territory)).toBeNull();
    expect(why(cutStateOf(2 * onMap))).toBeNull();
    expect(why(cutStateOf(2 * onMap, 0.3))).toBeNull();
  });

  it('says which share of the people the map holds', () => {
    expect(why(cutStateOf(4 * onMap))?.text).toBe(
      `The map holds only 25% of the residents of ${state.name}; its stores elsewhere are not on it.`,
    );
    // A quarter as well: the tables hold half of eight times as many.
    expect(why(cutStateOf(4 * onMap, 0.5))?.text).toContain('only 25%');
    expect(why(cutStateOf(1000 * onMap))?.text).toContain('less than 1%');
  });

  it('refuses a part of an area whose people nobody has counted', () => {
    expect(why(cutStateOf(onMap), 'state', { code: 'elsewhere' })?.text).toBe(
      `The map holds only a part of ${state.name}, and the territory does not say how many people all of it has.`,
    );
  });

  it('compares with the part of a local government area that is there, unless most of its people are published to live elsewhere', () => {
    expect(why(cutStateOf(1000 * onMap), 'local_government_area', { code: 'elsewhere' })).toBeNull();
    expect(why(cutStateOf(2 * onMap), 'local_government_area')).toBeNull();
    expect(why(cutStateOf(4 * onMap), 'local_government_area')?.text).toContain('only 25%');
  });
});
