import { describe, expect, it } from 'vitest';
import { actions } from '../registry.ts';
import { contextOf } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { islandWithShops } from '../testing/shops.ts';
import { lackOf, lackOfFamily } from './lack.ts';

const territory = withListings(islandWithShops());
const FAMILIES = ['sociodemo', 'players', 'realestate'] as const;

/** Whether the example of an action has an answer; one that says that nothing is available is none. */
function answers({ input, example, run }: (typeof actions)[number], on: typeof territory): boolean {
  try {
    const { result } = run(contextOf(on), input.parse(example)) as { result: { available?: boolean } };
    return result.available !== false;
  } catch {
    return false;
  }
}

describe('what an action needs of a territory', () => {
  it('is nothing where the territory has all', () => {
    for (const action of actions) {
      expect(lackOf(action, territory), action.id).toBeNull();
      if (action.id !== 'search.brands') expect(answers(action, territory), action.id).toBe(true);
    }
  });

  it.each(FAMILIES)('is named where it lacks %s, and without it there is no answer', (family) => {
    const without = { ...territory, [family]: null };
    for (const action of actions) {
      const lack = lackOf(action, without);
      expect(lack !== null, action.id).toBe(action.needs?.includes(family) === true);
      if (lack === null) continue;
      expect(lack).toMatch(/ has no .* \(.*\)$/);
      expect(answers(action, without), action.id).toBe(false);
    }
  });

  it('names what brings timetables', () => {
    expect(lackOfFamily('transit', territory)).toMatch(/timetables of public transport .*--timetables/);
    expect(lackOfFamily('territory', territory)).toBeNull();
  });
});
