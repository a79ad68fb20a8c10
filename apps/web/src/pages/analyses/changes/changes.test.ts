import { readFileSync } from 'node:fs';
import { textsOf } from '@hinterland/answers/texts';
import { LANGUAGES, makeWords, type Said } from '@hinterland/answers/words';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '../differences.ts';
import { answerChanges } from './answerChanges.ts';
import { askedChanges } from './askedChanges.ts';
import { byChange, changeIn, rowChanges } from './rowChanges.ts';

type Result = Record<string, unknown>;

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const ANSWERS: Record<string, { execute: { result?: Result } }> = json(
  '../../../../../service/examples/worked-answers.json',
);

const store = (id: string, reached: number, exclusive: number) => ({
  id,
  name: `Store ${id}`,
  lat: 1,
  lng: 2,
  reached,
  exclusive,
  shared: reached - exclusive,
  poles: 10,
  overlapCount: 1,
  overlapsWith: [],
});

/** Three stores at 5 minutes; at 8 minutes one has lost those whom it alone reached, one is new, and one is gone. */
const network = (covered: number, sharedShare: number, minutes: number, stores: readonly object[]): Result => ({
  measure: 'population',
  network: { covered, sharedShare, coveredByOne: 0, coveredByTwoOrMore: 0, unreached: 0 },
  stores,
  whiteSpots: [],
  method: { minutes, mode: 'car', traffic: 'normal' },
});
const BEFORE = network(100_269, 0.9, 5, [store('a', 1000, 400), store('b', 2000, 900), store('c', 700, 100)]);
const AFTER = network(105_000, 0.96, 8, [store('a', 1500, 300), store('b', 2100, 950), store('d', 300, 20)]);

function said(language: string, actionId: string, before: Result, after: Result): string[] {
  const words = makeWords<string>(language, {
    ...textsOf(language),
    ...json(`../../../text/analyses/${language}.json`),
  });
  const tell = (values: Readonly<Record<string, Said>> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, one]) => [name, words.tell(one)]));
  return answerChanges(actionId, before, after).map(({ text, with: values }) => words.say(text, tell(values)));
}

describe('what changed from one version to another', () => {
  it('says how many more people a network reaches, what part has a choice, and where those without one changed', () => {
    expect(said('en', 'network.coverage', BEFORE, AFTER).slice(0, 2)).toEqual([
      '4,731 more people reach a store, 105,000 in all; 96% instead of 90% of them have more than one.',
      'People whom one store alone reaches: fewer at 1 of 2 stores, more at 1.',
    ]);
    expect(said('en', 'network.coverage', AFTER, BEFORE)[0]).toBe(
      '4,731 fewer people reach a store, 100,269 in all; 90% instead of 96% of them have more than one.',
    );
    expect(said('de', 'network.coverage', BEFORE, AFTER)[0]).toBe(
      '4.731 Menschen mehr erreichen einen Laden, insgesamt 105.000; 96\u00a0% statt 90\u00a0% von ihnen haben mehr als einen.',
    );
  });

  it('has a row for each store that changed, came or went, the largest change in a column first', () => {
    const found = rowChanges(BEFORE, AFTER);
    expect(found?.columns).toEqual(['reached', 'exclusive', 'shared']);
    const order = (column: string) =>
      byChange(found?.rows ?? [], column).map(({ name, state, figures }) => [
        name,
        state,
        changeIn(figures[column] ?? [0, 0]),
      ]);
    expect(order('reached')).toEqual([
      ['Store c', 'gone', -700],
      ['Store a', 'both', 500],
      ['Store d', 'new', 300],
      ['Store b', 'both', 100],
    ]);
    expect(order('exclusive').map(([name, , change]) => [name, change])).toEqual([
      ['Store a', -100],
      ['Store c', -100],
      ['Store b', 50],
      ['Store d', 20],
    ]);
  });

  it('has no row for what did not change, and no table of two equal results', () => {
    const same = structuredClone(BEFORE);
    expect(rowChanges(BEFORE, same)).toBeNull();
    const one = network(100_269, 0.9, 5, [store('a', 1001, 401), store('b', 2000, 900), store('c', 700, 100)]);
    expect(rowChanges(BEFORE, one)?.rows.map(({ joint }) => joint)).toEqual(['a']);
  });

  it('says the first figure of other answers before and after, to the last person, and that a small change is one', () => {
    const area = (residents: number): Result => ({
      bands: [{ limitSeconds: 600, residents, cumulativeResidents: residents }],
      origins: [{}],
      method: { mode: 'car', direction: 'inbound' },
    });
    const of = (before: number, after: number) => said('en', 'analysis.isochrone', area(before), area(after));
    expect(of(106_359, 126_104)).toEqual([
      '126,104 instead of 106,359 people reach this place within 10 minutes by car.',
    ]);
    expect(of(106_359, 106_500)).toEqual(['Hardly changed: 106,500 people reach this place within 10 minutes by car.']);
    expect(of(106_359, 106_359)).toEqual(['As before: 106,359 people reach this place within 10 minutes by car.']);
  });

  it('says whether the verdict changed', () => {
    const result = ANSWERS['analysis.markets_sector']?.execute.result as Result;
    const [, same] = said('en', 'analysis.markets_sector', result, result);
    expect(same).toMatch(/^The answer is as before: ./);
    const verdictsOf = said('en', 'network.coverage', BEFORE, {
      ...AFTER,
      stores: [store('a', 1500, 0), store('b', 2100, 950)],
    });
    expect(verdictsOf.at(-1)).toMatch(/^The answer is now: .+ Before: .+/);
    const closing = (id: string) => ({
      ...BEFORE,
      closurePlan: [
        { id, name: `Store ${id}`, lost: 0, lostInAll: 0, covered: 1, coveredShare: 1, optimum: { gap: 0 } },
      ],
    });
    expect(said('en', 'network.coverage', closing('a'), closing('b')).at(-1)).toMatch(
      /^The answer is as before, but of others: .+ Now Store b; before Store a\.$/,
    );
    expect(said('en', 'network.coverage', closing('a'), closing('a')).at(-1)).toMatch(/^The answer is as before: ./);
  });

  it.each(LANGUAGES)('says each answer of the examples in full in %s', (language) => {
    for (const [id, { execute }] of Object.entries(ANSWERS)) {
      const { result } = execute;
      if (result === undefined) continue;
      for (const text of said(language, id, result, result))
        expect([id, text]).not.toEqual([id, expect.stringMatching(/change\.|undefined|\{\{/)]);
    }
  });

  it('names what changed in the question: values, and things of lists by their ids', () => {
    const before = {
      minutes: 5,
      mode: 'car',
      bandSeconds: [300, 600],
      stores: [
        { id: 'a', lat: 1 },
        { id: 'b', lat: 1 },
      ],
      model: { a: 1 },
    };
    const after = {
      minutes: 8,
      traffic: 'heavy',
      bandSeconds: [300, 900],
      stores: [
        { id: 'b', lat: 2 },
        { id: 'c', lat: 1 },
        { id: 'd', lat: 1 },
      ],
      model: { a: 2 },
    };
    const found = askedChanges(before, after, differencesOf(before, after));
    expect(Object.fromEntries(found.map(({ name, ...rest }) => [name, rest]))).toEqual({
      minutes: { before: 5, after: 8 },
      mode: { before: 'car', after: undefined },
      traffic: { before: undefined, after: 'heavy' },
      bandSeconds: { before: [300, 600], after: [300, 900] },
      stores: { things: { added: 2, gone: 1, changed: 1 } },
      model: {},
    });
    expect(askedChanges(before, before, [])).toEqual([]);
  });
});
