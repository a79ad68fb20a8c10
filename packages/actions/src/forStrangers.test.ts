import { describe, expect, it } from 'vitest';
import { runForStrangers, stateForStrangers } from './forStrangers.ts';
import { findAction } from './registry.ts';

const action = (id: string) => findAction(id)!;
const stores = [
  { id: 'a', name: 'Quay', lat: 1, lng: 2 },
  { id: 'b', name: 'Hill', lat: 3, lng: 4 },
];
const model = { analysis: 'abcdefghijkl', version: 2 };
const customers = { columns: ['spent'], rows: [{ lat: 1, lng: 2, values: [7] }] };

describe('a run as strangers see it', () => {
  it('has no members of the input that are own, and the names of datasets and models', () => {
    const seen = (input: object) =>
      runForStrangers(action('analysis.isochrone'), { input, state: {}, results: {} }, true).input;
    expect(seen({ bandSeconds: [300], ownData: customers })).toEqual({ bandSeconds: [300] });
    const named = { dataset: 'ds_1', columns: ['spent'] };
    expect(seen({ ownData: named })).toEqual({ ownData: named });
    // What comes along with a name is no name.
    expect(seen({ ownData: { ...named, ...customers } })).toEqual({ ownData: { dataset: 'ds_1', columns: ['spent'] } });
  });

  it('has no list of a dataset and no row about its places, and the sums', () => {
    const results = { network: { covered: 9 }, stores: [{ id: 'a', reached: 4 }], overlapCount: 1, overlaps: [] };
    const seen = (list: unknown, namesLists: boolean, state: object = {}) =>
      runForStrangers(
        action('network.coverage'),
        { input: { stores: list, fixedStores: ['a'], minutes: 5 }, state, results },
        namesLists,
      );
    const hidden = { network: { covered: 9 }, overlapCount: 1, overlaps: [] };
    expect(seen({ dataset: 'ds_1' }, true)).toEqual({
      input: { stores: { dataset: 'ds_1' }, minutes: 5 },
      state: {},
      results: hidden,
    });
    // Typed places are the question.
    expect(seen(stores, true)).toEqual({ input: { stores, fixedStores: ['a'], minutes: 5 }, state: {}, results });
    // A run from before does not tell, but where the page that asked shows them as typed.
    expect(seen(stores, false)).toEqual({ input: { minutes: 5 }, state: {}, results: hidden });
    const typed = { question: { actionId: 'network.coverage', places: stores, values: {} } };
    expect(seen(stores, false, typed)).toMatchObject({ input: { stores }, results });
    const chosen = { question: { ...typed.question, values: { stores: { dataset: 'ds_1' } } } };
    expect(seen(stores, false, chosen)).toMatchObject({ input: { minutes: 5 }, results: hidden });
  });

  it('has a forecast without the stores that it was learned from', () => {
    const forecast = { sales: 9, similar: [{ id: 'a', sales: 5 }], takenFromOwnStores: [], takenFromOwn: 1 };
    const notes = ['A note.', 'Own stores that the players data does not hold were added to the market: Quay.'];
    const results = { candidates: [{ id: 1, forecast }], ownStores: [{ id: 'a', squareMeters: 9 }], notes };
    const input = { candidates: stores, ownStores: stores, model: { id: 'sm_1', stores } };
    expect(runForStrangers(action('site.rank'), { input, state: {}, results }, true)).toEqual({
      input: { candidates: stores },
      state: {},
      results: { candidates: [{ id: 1, forecast: { sales: 9, takenFromOwn: 1 } }], notes: ['A note.'] },
    });
  });

  it('has nothing of an action that is gone', () => {
    expect(runForStrangers(undefined, { input: { a: 1 }, state: { zoom: 9 }, results: { b: 2 } }, true)).toEqual({
      input: {},
      state: { zoom: 9 },
      results: {},
    });
  });

  it('has no sum that is the figure of one or two rows, nor a difference of sums', () => {
    const part = (id: string, sum: number, values: number) => ({
      id,
      rows: 9,
      figures: [{ column: 'c', sum, values }],
    });
    const seen = (parts: readonly object[]) => {
      const results = { ownData: { rows: 20, outside: 0, parts } };
      const run = runForStrangers(action('analysis.isochrone'), { input: {}, state: {}, results }, true);
      const { ownData } = run.results as { ownData: { parts: { figures: { sum?: number }[] }[] } };
      return ownData.parts.map(({ figures }) => figures[0]!.sum);
    };
    expect(seen([part('band_1', 10, 5), part('cumulative_1', 10, 5)])).toEqual([10, 10]);
    expect(seen([part('band_1', 10, 5), part('band_2', 0, 0)])).toEqual([10, 0]);
    expect(seen([part('band_1', 10, 5), part('band_2', 4, 2), part('cumulative_2', 14, 7)])).toEqual([
      undefined,
      undefined,
      14,
    ]);
    expect(seen([part('band_1', 3, 1)])).toEqual([undefined]);
  });
});

it('a state keeps what is asked, and the names of datasets and models', () => {
  const values = { sectorCode: 'x', model, ownStores: stores, ownData: { dataset: 'ds_1' } };
  const state = { zoom: 9, question: { actionId: 'site.rank', places: stores, values, chosen: [] } };
  expect(stateForStrangers(state)).toEqual({
    zoom: 9,
    question: {
      actionId: 'site.rank',
      places: stores,
      values: { sectorCode: 'x', model, ownData: { dataset: 'ds_1' } },
      chosen: [],
    },
  });
  const ofSales = { question: { actionId: 'market.calibrate', places: stores, values: { stores } } };
  expect(stateForStrangers(ofSales)).toEqual({
    question: { actionId: 'market.calibrate', places: [], values: {} },
  });
});
