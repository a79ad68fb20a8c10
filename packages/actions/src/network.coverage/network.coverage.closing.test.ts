import { coverOf, LANGUAGES, makeWords, planOf, tablesOf } from '@hinterland/answers';
import { textsOf } from '@hinterland/answers/texts';
import { SeededRandom } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tellingOf } from '../tell.ts';
import { contextOf } from '../testing/island.ts';
import { refusal } from '../testing/network.ts';
import { islandWithShops } from '../testing/shops.ts';
import { networkCoverage as action } from './index.ts';
import { input, type Output } from './schema.ts';

const SECTOR = 'food.supermarket';
const rival = { sector: SECTOR, right: 4, up: 4, squareMeters: 900 };
const island = islandWithShops([rival]);
const spots = [
  ['centre', 0, 0],
  ['beside', 1, 0],
  ['north', 0, 5],
  ['south', -4, -5],
] as const;
const stores = spots.map(([id, right, up]) => ({ id, ...island.town.at(right, up), name: `Shop ${id}` }));
const sales = [900_000, 300_000, 700_000, 500_000].map((sold, i) => ({ id: stores[i]!.id, sales: sold }));
const run = (given: object = {}) => {
  const asked = { stores, minutes: 10, closing: { sectorCode: SECTOR, sales }, closeCount: 3, ...given };
  return action.run(contextOf(island.territory), input.parse(asked)).result as Output & {
    readonly verdict: { readonly outcome: string; readonly text: string };
  };
};

it('closes by sales: what moves and what is lost are what the store sold, to own stores by name', () => {
  const { closingBySales } = run();
  const { steps, stores: alone, salesInAll } = closingBySales!;
  expect(salesInAll).toBe(2_400_000);
  for (const one of [...steps, ...alone]) {
    expect(Math.min(one.toOwn, one.toRivals, one.toNobody)).toBeGreaterThanOrEqual(0);
    expect((one.toOwn + one.toRivals + one.toNobody) / one.sales).toBeCloseTo(1, 5);
    expect(one.lost / (one.sales - one.toOwn)).toBeCloseTo(1, 5);
  }
  expect(steps).toHaveLength(3);
  expect(alone.map(({ lost }) => lost)).toEqual(alone.map(({ lost }) => lost).toSorted((a, b) => a - b));
  const [first] = steps;
  expect(first!.id).toBe(alone[0]!.id);
  expect(first!.moved.reduce((sum, one) => sum + one.sales, 0) / first!.toOwn).toBeCloseTo(1, 4);
  expect(first!.moved.map(({ name }) => name)).toContain('Shop centre');
  const last = steps.at(-1)!;
  expect(last.keptShare).toBeCloseTo(1 - last.lostInAll / salesInAll, 5);
});

it('puts the store that loses least first in the verdict, and closes no fixed one', () => {
  const { verdict, closingBySales } = run();
  expect(verdict.text).toContain(closingBySales!.steps[0]!.name!);
  const first = closingBySales!.steps[0]!.id;
  const fixed = run({ fixedStores: [first] }).closingBySales!;
  expect(fixed.steps.map(({ id }) => id)).not.toContain(first);
  expect(fixed.steps).toHaveLength(3);
  expect(run({ closeCount: undefined }).closingBySales!.steps).toHaveLength(1);
  expect(run({ closing: undefined })).not.toHaveProperty('closingBySales');
});

it('names stores that could close at the same loss, and asks for the sales of all', () => {
  const twins = [stores[0]!, { ...stores[0]!, id: 'twin', name: 'Twin' }, stores[3]!];
  const same = twins.map(({ id }) => ({ id, sales: 400_000, squareMeters: 500 }));
  const closing = { sectorCode: SECTOR, sales: same };
  const { closingBySales } = run({ stores: twins, closing, closeCount: 1, fixedStores: ['south'] });
  expect(closingBySales!.steps[0]).toMatchObject({ id: 'centre', ties: ['twin'] });
  expect(refusal({ closing: { sectorCode: SECTOR, sales: [{ id: 'a', sales: 1 }] } })).toBe(
    '#/closing/sales The sales of the store "b" are missing: closing is weighed by those of every store.',
  );
  const random = new SeededRandom(1);
  const shuffled = random.shuffle([...sales]);
  expect(run({ closing: { sectorCode: SECTOR, sales: shuffled } }).closingBySales).toEqual(run().closingBySales);
});

it('says the money of the call, else that of the territory, on every surface', () => {
  const own = island.territory.descriptors.sociodemo?.currency ?? null;
  const inEuros = run({ closing: { sectorCode: SECTOR, sales, currency: 'EUR' } });
  expect([run().currency, inEuros.currency]).toEqual([own, 'EUR']);
  expect(run({ closing: undefined })).not.toHaveProperty('currency');
  const unitsOf = (result: Output) =>
    tellingOf('network.coverage', result).sections.flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
  expect(unitsOf(inEuros)).toContainEqual({ unit: 'currency_per_year', currency: 'EUR' });
  const tables = tablesOf(inEuros, { plan: planOf(z.toJSONSchema(action.output) as never) });
  expect(tables.flatMap(({ rows }) => rows.flat())).toContain('EUR');
  const words = makeWords('en', textsOf('en'));
  const about = { title: '', question: '', by: '', at: new Date(0), link: null, data: [] };
  expect(JSON.stringify(coverOf(tellingOf('network.coverage', inEuros), words, about).figures)).toContain('EUR a year');
  expect(refusal({ closing: { sectorCode: SECTOR, sales, currency: 'euro' } })).toContain(
    'currency must be an ISO 4217 code such as "EUR".',
  );
});

it('is told first: a table of the steps, and where all that each sells goes, the same in pages, reports and workbooks', () => {
  const result = run();
  const { steps, stores: alone } = result.closingBySales!;
  const telling = tellingOf('network.coverage', result);
  const parts = telling.sections.flatMap(({ parts: of }) => of);
  const table = parts.find((part) => part.kind === 'table')!;
  expect(parts[0]).toBe(table);
  expect(table.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual(
    steps.map(({ sales: sold, toOwn, toRivals, toNobody }) => [sold, toOwn, toRivals, toNobody]),
  );
  const choice = parts.find((part) => part.kind === 'choice')!;
  choice.choices.forEach(({ parts: [split] }, i) => {
    if (split?.kind !== 'bars') throw new Error('The sales of a step are a whole with portions.');
    expect(split.bars.reduce((sum, { value }) => sum + value!, 0) / steps[i]!.sales).toBeCloseTo(1, 5);
    expect(split.bars[0]!.value).toBe(steps[i]!.moved[0]!.sales);
  });
  for (const language of LANGUAGES) {
    const words = makeWords(language, textsOf(language));
    const about = { title: '', question: '', by: '', at: new Date(0), link: null, data: [] };
    const { figures } = coverOf(telling, words, about);
    expect(figures[0]!.rows.map(({ values }) => values[1])).toEqual(steps.map(({ toOwn }) => toOwn));
    const lost = figures.find(({ title }) => title === words.say('closing.alone'))!;
    expect(lost.rows.map(({ values }) => values[0])).toEqual(alone.map((one) => one.lost));
    expect(JSON.stringify(figures)).not.toMatch(/closing\.|\{\{/);
  }
});
