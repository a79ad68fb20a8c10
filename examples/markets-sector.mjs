// Is there room for another supermarket within 10 minutes of the town hall?
//
// You learn: demand, supply, and how much of what residents spend stays here.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const { result } = await hinterland.run(
  'analysis.markets_sector',
  { origins: [TOWN_HALL], bandSeconds: [300, 600], sectors: ['food.supermarket'] },
  { maxCredits: 40 },
);
const [sector] = result.sectors;
const { currency } = result.territory;

// 1. Demand is what residents spend on the sector in a year, wherever they do. Supply is what the stores here sell.
//    Opportunity is the difference: below zero, the stores live on people from further away.
const parts = result.parts.filter(({ kind }) => kind === 'band');
const million = (value) => number(value / 1e6, 1);
table(
  [
    `${sector.name}, million ${currency} a year`,
    ...parts.map(({ limitSeconds }) => `band to ${limitSeconds / 60} min`),
  ],
  [
    ['stores', ...parts.map(({ id }) => sector.figures[id].stores)],
    ['demand of residents', ...parts.map(({ id }) => million(sector.figures[id].demand))],
    ['sales of the stores', ...parts.map(({ id }) => million(sector.figures[id].supply))],
    ['opportunity', ...parts.map(({ id }) => million(sector.figures[id].opportunity))],
    ['stays in the stores of the band, %', ...parts.map(({ id }) => number(sector.figures[id].capturedShare * 100))],
  ],
);

// 2. The stores behind it, largest sales first, with where their floor area comes from.
const largest = [...sector.stores].sort((a, b) => b.sales - a.sales).slice(0, 3);
for (const { name, squareMeters, floorAreaSource, sales } of largest) {
  console.log(`${name}: ${number(squareMeters)} m² (${floorAreaSource}), about ${million(sales)} million a year`);
}
