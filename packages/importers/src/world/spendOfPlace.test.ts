import { describe, expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { makePlan } from './plan.ts';

const spendAt = (text: string) => {
  const { spend, files, notes } = makePlan(findPlace(text), {});
  return {
    currency: spend.currency,
    levels: spend.sources.map(({ source, level, income }) => [source.code, level.of, income?.vintage ?? null]),
    incomes: files.filter(({ purpose }) => purpose.startsWith('incomes')).map(({ name }) => name),
    notes,
  };
};

describe('the spend of a place before anything is fetched', () => {
  it('is that of the country of each source of people, in the currency of the first', () => {
    expect(spendAt('Vaduz')).toMatchObject({ currency: 'CHF', levels: [['eurostat-2021', 'CH', null]] });
    expect(spendAt('Detroit')).toMatchObject({
      currency: 'USD',
      levels: [
        ['us-census-2020', 'US', '2018-2022'],
        ['statcan-census-2021', 'CA', '2020'],
      ],
      incomes: ['acsdt5y2022-b19301.psv', '98-401-X2021012_eng_CSV.zip', 'lada000b21a_e.zip'],
    });
    // The squares of people have the incomes, too.
    expect(spendAt('Paris')).toMatchObject({ currency: 'EUR', levels: [['filosofi-2021', 'FR', '2021']], incomes: [] });
    expect(spendAt('Bern')).toMatchObject({
      levels: [['eurostat-2021', 'CH', '2024']],
      incomes: ['bfs-taxable-income.csv', 'swissboundaries3d-2024.zip'],
    });
    expect(spendAt('Vienna').levels).toContainEqual(['eurostat-2021', 'AT', null]);
    expect(spendAt('Nairobi')).toMatchObject({ currency: 'KES', levels: [['worldpop', 'KE', null]] });
  });

  it('is not known where nobody publishes it, which is said by name', () => {
    expect(spendAt('Havana')).toMatchObject({
      currency: 'CUP',
      levels: [],
      notes: expect.arrayContaining(['Nobody publishes what households of Cuba spend.']),
    });
  });
});
