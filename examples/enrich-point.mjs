// Everything about one place in one call.
//
// You learn: sections, the price as a sum of them, and that one catchment serves them all.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const input = {
  ...TOWN_HALL,
  bandSeconds: [300],
  include: ['people', 'economy', 'sectors'],
  sectors: ['food.supermarket'],
};

// 1. The quote lists what each section costs.
const { quotedCredits, quote } = await hinterland.quote('enrich.point', input);
table(
  ['section', 'credits'],
  quote.lines.map(({ label, credits }) => [label, credits]),
);

// 2. Sections without data in the territory are left out, not charged, and say why.
const { result } = await hinterland.execute('enrich.point', input, { quotedCredits });
console.log(`Charged: ${result.creditsCharged} of ${quotedCredits} credits`);
console.log(
  `Within 5 minutes: ${number(result.catchment.residents)} residents on ${number(result.catchment.poles)} address points`,
);

// 3. Each section is what its own action would have answered.
const topic = (section, code) => result[section].topics.find((each) => each.code === code).figures.band_1.values;
console.log(`Residents per square kilometer: ${number(topic('people', 'residents').density)}`);
console.log(`Median household income: ${number(topic('economy', 'income').median_household)}`);
