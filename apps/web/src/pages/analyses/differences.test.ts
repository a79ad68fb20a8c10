import { readFileSync } from 'node:fs';
import { NO_PLAN, planOf } from '@hinterland/answers/plan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

const told = (before: unknown, after: unknown, plan = NO_PLAN) =>
  differencesOf(before, after, plan).map(({ path, before: a, after: b }) => [
    path.map(({ key, item }) => item ?? key).join(' › '),
    a,
    b,
  ]);

describe('the difference of two results', () => {
  it('pairs stores by their ids, not by their places', () => {
    const before = {
      stores: [
        { id: 'a', name: 'Harbour', reached: 10 },
        { id: 'b', name: 'Hill', reached: 20 },
      ],
    };
    const after = {
      stores: [
        { id: 'b', name: 'Hill', reached: 25 },
        { id: 'a', name: 'Harbour', reached: 10 },
      ],
    };
    expect(told(before, after)).toEqual([['stores › Hill › reached', 20, 25]]);
  });

  it('names what came and what went', () => {
    const before = { sectors: [{ code: 'bakery', name: 'Bakeries', stores: 3 }] };
    const after = { sectors: [{ code: 'hotel', name: 'Hotels', stores: 4 }] };
    expect(told(before, after)).toEqual([
      ['sectors › Hotels › code', undefined, 'hotel'],
      ['sectors › Hotels › name', undefined, 'Hotels'],
      ['sectors › Hotels › stores', undefined, 4],
      ['sectors › Bakeries › code', 'bakery', undefined],
      ['sectors › Bakeries › name', 'Bakeries', undefined],
      ['sectors › Bakeries › stores', 3, undefined],
    ]);
  });

  it('tells a figure that is not published any more from one that is gone', () => {
    expect(told({ median: 4, mean: 5 }, { median: null })).toEqual([
      ['median', 4, null],
      ['mean', 5, undefined],
    ]);
  });

  it('leaves out what is drawn and how it was made, and has the unit of each value, as the schema says', () => {
    const golden = new URL('../../../../../packages/actions/golden/network.coverage.json', import.meta.url);
    const plan = planOf(JSON.parse(readFileSync(golden, 'utf8')).outputSchema);
    const result = (x: number) => ({
      verdict: { x },
      geojson: { x },
      method: { x },
      dataVersion: { players: String(x) },
      creditsCharged: x,
      // A store is known by its id, whatever its name.
      stores: [
        { id: 'b', name: 'Hill', reached: 1 },
        { id: 'a', name: `Harbour ${x}`, reached: x },
      ].slice(-x),
    });
    const found = differencesOf(result(1), result(2), plan).map(({ path, figure, before, after }) => [
      path.map(({ key }) => key).join('/'),
      figure.unit,
      before,
      after,
    ]);
    expect(found).toEqual([
      ['stores/b/id', undefined, undefined, 'b'],
      ['stores/b/name', undefined, undefined, 'Hill'],
      ['stores/b/reached', 'persons', undefined, 1],
      ['stores/a/name', undefined, 'Harbour 1', 'Harbour 2'],
      ['stores/a/reached', 'persons', 1, 2],
    ]);
  });

  it('leaves out the pairs of stores, whose number is the square of theirs', () => {
    const result = (shared: number) => ({
      stores: [{ id: 'a', reached: shared, overlapsWith: [{ id: 'b', shared }] }],
      overlaps: [{ stores: ['a', 'b'], shared }],
    });
    expect(told(result(1), result(2))).toEqual([['stores › a › reached', 1, 2]]);
  });

  it('pairs by place what nothing tells apart', () => {
    expect(told({ bandSeconds: [300, 600] }, { bandSeconds: [300, 900] })).toEqual([['bandSeconds › 2', 600, 900]]);
  });

  it('of a value with itself is nothing, and turns round with its sides', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(differencesOf(a, structuredClone(a))).toEqual([]);
        const turned = differencesOf(b, a).map(({ before, after }) => JSON.stringify([after, before]));
        const straight = differencesOf(a, b).map(({ before, after }) => JSON.stringify([before, after]));
        expect(turned.toSorted()).toEqual(straight.toSorted());
      }),
      { seed: 20261122, numRuns: 200 },
    );
  });
});
