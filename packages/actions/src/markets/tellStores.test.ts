import { makeWords } from '@hinterland/answers';
import { textsOf } from '@hinterland/answers/texts';
import { LANGUAGES } from '@hinterland/answers/words';
import { describe, expect, it } from 'vitest';
import { tellStores } from './tellStores.ts';

const SUPPLY = { stores: {}, floorAreas: {}, completeness: null, note: '' };
const english = makeWords('en', textsOf('en'));
const said = (result: object, words = english) =>
  tellStores(result as never).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'list' ? part.items.map((item) => words.tell(item)) : [])),
  );
const measured = {
  sectors: ['food.bakery'],
  areas: [],
  mapped: 80,
  expected: 100,
  value: 0.8,
  low: 0.7,
  high: 0.9,
  method: 'areas',
  source: 'Register of businesses',
  year: 2024,
};
const corrections = { revision: '1.3', of: { organization: 3, operator: 1 }, stores: {}, notFound: 1 };

describe('what an answer says of its stores', () => {
  it('how many may be missing, with range and method, where lists or a register measured it', () => {
    const lists = [1, 2, 3].map((i) => ({ name: `list ${i}`, kind: 'osm', stores: 10 }));
    const byLists = {
      ...SUPPLY,
      completeness: 0.8,
      lists,
      completenessRange: { low: 0.72, high: 0.88, method: 'log_linear' },
    };
    expect(said({ supplyData: byLists })[0]).toMatch(/72.*88.*3 lists/);
    expect(said({ supplyData: { ...SUPPLY, completeness: 0.8, measured: [measured] } })[0]).toMatch(
      /70.*90.*Register of businesses \(2024\)/,
    );
  });

  it('"not measured" of a single list, never that it is complete; nothing where the completeness is stated', () => {
    expect(said({ supplyData: SUPPLY })[0]).toMatch(/not measured/);
    expect(said({ supplyData: { ...SUPPLY, lists: [] } })[0]).toMatch(/do not tell/);
    expect(said({ supplyData: { ...SUPPLY, completeness: 1 } })).toEqual([]);
    expect([said({}), tellStores(null)]).toEqual([[], []]);
  });

  it('whose corrections it was computed with, in each language', () => {
    expect(said({ corrections })).toEqual([
      '3 corrections by the organization are in this answer.',
      'One correction by the operator is in this answer.',
      'One corrected store is no longer in the lists: its correction had no effect.',
    ]);
    for (const tag of LANGUAGES) {
      const words = makeWords(tag, textsOf(tag));
      for (const text of said({ corrections, supplyData: SUPPLY }, words))
        expect(text, tag).not.toMatch(/supply\.|\{\{/);
      if (tag !== 'en') expect(said({ corrections }, words)).not.toEqual(said({ corrections }));
    }
  });
});
