// What do homes cost within 5 minutes of the town hall, and how did prices go?
//
// You learn: medians and quartiles by type, trends by period, and gross yields.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const { result } = await hinterland.run(
  'analysis.realestate',
  { origins: [TOWN_HALL], bandSeconds: [300], types: ['house', 'apartment'], period: 'quarter' },
  { maxCredits: 20 },
);
const [part] = result.parts;
const sales = part.markets.find(({ kind }) => kind === 'sale');
const { currency } = result.territory;

// 1. Half of the offers lie between the two quartiles. The middle says more than a mean: one villa does not move it.
table(
  [`for sale, ${currency}`, 'offers', 'lower quartile', 'median', 'upper quartile', 'per m²', 'days on market'],
  sales.byType.map(({ type, count, price, pricePerSquareMeter, daysOnMarket }) =>
    [type, count, price?.p25, price?.median, price?.p75, pricePerSquareMeter?.median, daysOnMarket?.median].map(
      (cell) => (cell === undefined ? '–' : cell),
    ),
  ),
);

// 2. Medians per square meter by quarter, as a line of blocks.
const { names } = result.period;
for (const { type, trend } of sales.byType) {
  const medians = trend.medianPricePerSquareMeter;
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const blocks = medians.map((value) => '▁▂▃▄▅▆▇█'[Math.round(((value - low) / (high - low)) * 7)]).join('');
  console.log(
    `${type.padEnd(9)} ${names[0]} ${blocks} ${names.at(-1)}  ${number(trend.changePercentPerYear, 1)}% a year`,
  );
}

// 3. Rents of a year against prices.
for (const { type, percent } of part.grossYields) console.log(`gross yield, ${type ?? 'all'}: ${number(percent, 1)}%`);
