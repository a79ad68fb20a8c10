import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, choiceOf, differingParts, merged, PARTS } from './merge.ts';
import { NOTHING_ASKED, type Question } from './question.ts';

const place = (id: number) => ({ id, name: `Place ${id}`, lat: id, lng: id });
const base: Question = { actionId: 'site.rank', places: [place(1)], values: { mode: 'car' }, chosen: [] };

const question: fc.Arbitrary<Question> = fc.record({
  actionId: fc.constantFrom(null, 'a', 'b'),
  places: fc.array(fc.integer({ min: 1, max: 3 }).map(place), { maxLength: 2 }),
  values: fc.record({ mode: fc.constantFrom('car', 'foot') }),
  chosen: fc.constantFrom<string[][]>([], ['areas']),
});

describe('two windows that changed one question', () => {
  it('keep the changes of both where they changed different parts', () => {
    const mine = { ...base, places: [place(1), place(2)] };
    const theirs = { ...base, values: { mode: 'foot' } };
    const choice = choiceOf(base, mine, theirs);
    expect(choice).toEqual({ places: 'mine', settings: 'theirs' });
    expect(merged(mine, theirs, choice)).toEqual({ ...base, places: mine.places, values: theirs.values });
  });

  it('begin with mine where both changed the same part', () => {
    const [mine, theirs] = [
      { ...base, actionId: 'a' },
      { ...base, actionId: 'b' },
    ];
    expect(choiceOf(base, mine, theirs)).toEqual({ question: 'mine' });
    expect(merged(mine, theirs, allOf({ question: 'mine' }, 'theirs'))).toEqual(theirs);
  });

  it('lose nothing: each part of the outcome is of one of them, and all of one is that one', () => {
    fc.assert(
      fc.property(question, question, question, (base, mine, theirs) => {
        const choice = choiceOf(base, mine, theirs);
        expect(Object.keys(choice)).toEqual(differingParts(mine, theirs));
        expect(merged(mine, theirs, allOf(choice, 'mine'))).toEqual(mine);
        expect(merged(mine, theirs, allOf(choice, 'theirs'))).toEqual(theirs);
        const outcome = merged(mine, theirs, choice);
        for (const part of PARTS)
          expect([differingParts(outcome, mine), differingParts(outcome, theirs)].some((p) => !p.includes(part))).toBe(
            true,
          );
        // Changes of one window alone are kept whole.
        expect(merged(base, theirs, choiceOf(base, base, theirs))).toEqual(theirs);
        expect(merged(mine, base, choiceOf(base, mine, base))).toEqual(mine);
      }),
    );
  });

  it('have nothing to choose where they agree', () => {
    expect(choiceOf(NOTHING_ASKED, base, base)).toEqual({});
  });
});
