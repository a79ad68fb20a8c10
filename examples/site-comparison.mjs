// Two sites for a supermarket side by side, row by row.
//
// You learn: comparison tables, which site is best in which row, and whether the result depends on the model.
import { hinterland } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// 20 credits per site: 40.
const { result } = await hinterland.run(
  'analysis.site_comparison',
  {
    candidates: [
      { id: 'centre', name: 'Town hall', lat: -36.2, lng: -151.7 },
      { id: 'north', name: 'North', lat: -36.185, lng: -151.705 },
    ],
    bandSeconds: [300],
    sectorCode: 'food.supermarket',
  },
  { maxCredits: 40 },
);
const names = result.candidates.map(({ name }) => name);

// 1. Every table has a row per figure and a value per site; `best` names the sites that are best in the row.
for (const { title, rows } of result.tables) {
  table(
    [title, ...names, 'best'],
    rows
      .slice(0, 4)
      .map(({ label, values, best }) => [
        label,
        ...values.map((value) =>
          number(value, value === null || Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 1),
        ),
        best.join(', '),
      ]),
  );
}

// 2. In words, and whether another choice of the model's parameters would change the answer.
console.log(`${names[0]}: ${result.candidates[0].reasons[0]}`);
console.log(`The same site is best in every variant of the model: ${result.market?.isRobust ? 'yes' : 'no'}`);
