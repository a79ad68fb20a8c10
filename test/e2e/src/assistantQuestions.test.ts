import { actions, describeAction } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { type ExpectedCall, KINDS, type Question } from '../../../bench/src/eval/question.ts';
import { questions } from '../../../bench/src/eval/questions/index.ts';
import { differences } from '../../../bench/src/eval/sameInput.ts';

const callOf = ({ expected }: Question): ExpectedCall | undefined =>
  expected.does === 'run' ? expected : expected.does === 'refuse' ? expected.card : undefined;
const calls = questions.flatMap((question) => {
  const call = callOf(question);
  return call === undefined ? [] : [[question.id, call] as const];
});

describe('the questions to evaluate an assistant with', () => {
  it('are 82, each once, of every kind, in the five languages', () => {
    expect(questions).toHaveLength(82);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(82);
    expect(new Set(questions.map(({ text }) => text)).size).toBe(82);
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(questions.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'fr', 'it', 'es']));
  });

  it('ask for every action that answers in one call', () => {
    const asked = new Set(calls.map(([, { action }]) => action));
    const others = actions.map(({ id }) => id).filter((id) => !asked.has(id));
    // Enriching says what the other actions say, the search is the way to a place, and no question asks yet between which places, or brings sales.
    expect(others.toSorted()).toEqual([
      'enrich.point',
      'enrich.points',
      'market.calibrate',
      'network.matrix',
      'network.nearest',
      'search.addresses',
    ]);
  });

  it.each(calls)('%s expects an input that its action takes', (_, call) => {
    const action = actions.find(({ id }) => id === call.action);
    if (action === undefined) throw new Error(`There is no action ${call.action}.`);
    const { properties } = describeAction(action).inputSchema as { properties: object };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(call.input)));
    const given = completed(call);
    expect(action.input.safeParse(given).error).toBeUndefined();
    expect(differences(call, given)).toEqual([]);
  });
});

describe('the input of a call', () => {
  const call: ExpectedCall = {
    action: 'analysis.people_economy',
    input: { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300, 600], mode: 'car', topics: ['income'] },
  };
  const given = (more: object) => differences(call, { ...call.input, ...more });

  it('may differ in what the question leaves open', () => {
    expect(given({ mode: undefined, topics: ['residents', 'income'], traffic: 'heavy' })).toEqual([]);
    expect(given({ origins: [{ lat: -36.201, lng: -151.7, name: 'Here' }], bandSeconds: [300, 600] })).toEqual([]);
  });

  it.each([
    ['bandSeconds', { bandSeconds: [600] }],
    ['bandSeconds', { bandSeconds: [300, 600, 900] }],
    ['mode', { mode: 'walk' }],
    ['topics', { topics: ['residents'] }],
    ['origins', { origins: [{ lat: -36.202, lng: -151.7 }] }],
    ['origins', { origins: [{ lat: -36.2, lng: -151.698 }] }],
    ['(not an input of the action)', { bandSeconds: 'ten minutes' }],
  ])('is wrong in %s with %j', (member, more) => {
    expect(given(more)).toEqual([member]);
  });
});

/** The words of an address are the model's to choose, but there must be some. */
const completed = ({ action, input }: ExpectedCall) =>
  action === 'search.resolve_address' ? { query: '56 Northern Road', ...input } : input;
