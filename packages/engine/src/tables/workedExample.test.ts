import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnCensus } from '../census/testing/drawnCensus.ts';
import { holdingsOfPoles } from './shares.ts';
import { type AvailableTopic, topicTables } from './topicTables.ts';

const page = readFileSync(new URL('../../../../docs/methods/people-economy.md', import.meta.url), 'utf8');

/** Last column of the row of the page's table that begins with this text. */
function written(figure: string): string {
  const row = page.split('\n').find((line) => line.startsWith(`| ${figure}`));
  return row!.split('|').at(-2)!.trim();
}

it('the example of docs/methods/people-economy.md comes out as written', () => {
  const town = drawnCensus({
    units: [
      { code: 'A', areaSquareKm: 2, poles: [{ dwellings: 1 }, { dwellings: 3 }] },
      { code: 'B', areaSquareKm: 1, poles: [{}] },
    ],
    topics: {
      residents: { total: [100, 60] },
      income: { household_income_0: [16, 6], household_income_1: [20, 9], household_income_2: [4, 9] },
      families: { families: [Number.NaN, 15] },
    },
    entries: {
      income: {
        distributions: [
          {
            name: 'household_income',
            unit: 'currency_per_year',
            meaning: 'Households by yearly income',
            limits: [
              [0, 40_000],
              [40_000, 80_000],
              [80_000, null],
            ],
          },
        ],
      },
    },
  });
  const reached = { unitShares: holdingsOfPoles(town, Uint32Array.of(0, 2)).unitShares, areaSquareKm: null };
  const topics = topicTables(town, ['residents', 'income', 'families'], [reached], []) as AvailableTopic[];
  const [residents, families, income] = topics.map(({ parts }) => parts[0]!);
  const thousands = (value: number) => value.toLocaleString('en-US');

  expect(written('residents')).toBe(String(residents!.values.total));
  expect(written('density')).toBe(residents!.values.density!.toFixed(2));
  expect(written('households by income')).toBe(income!.distributions.household_income!.join(', '));
  expect(written('median household income')).toBe(thousands(income!.values.median_household!));
  expect(written('families')).toBe(String(families!.values.families));
  expect(written('coverage of families')).toBe(families!.coverage.families!.toFixed(3));
});
