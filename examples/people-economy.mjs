// Who lives within 5 and 10 minutes of the town hall, how old are they, and what do they earn?
//
// You learn: topics, values and shares, and how to hold a place against its city, state and country.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

// `run` quotes and executes in one go, and stops where the price is above maxCredits: 3 topics at 2 credits each.
const { result } = await hinterland.run(
  'analysis.people_economy',
  { origins: [TOWN_HALL], bandSeconds: [300, 600], topics: ['residents', 'age_classes', 'income'] },
  { maxCredits: 6 },
);
const [residents, ages, income] = ['residents', 'age_classes', 'income'].map((code) =>
  result.topics.find((topic) => topic.code === code),
);

// 1. Every topic has figures for every part (each band alone, and everyone within its limit) and for the areas that most
//    residents live in, so a figure never stands alone.
const columns = [
  ...result.parts
    .filter(({ kind }) => kind === 'cumulative')
    .map(({ id, limitSeconds }) => [id, `${limitSeconds / 60} min`]),
  ...result.benchmarks.filter(({ available }) => available).map(({ level, name }) => [level, name]),
];
const row = (name, topic, field, digits = 0) => [
  name,
  ...columns.map(([id]) => number(topic.figures[id]?.values?.[field], digits)),
];

// 2. `values` are sums or what follows from sums. Each field says its unit, method and base in `topic.fields`.
table(
  ['', ...columns.map(([, name]) => name)],
  [
    row('residents', residents, 'total'),
    row('per square kilometer', residents, 'density'),
    row('change since last census, %', residents, 'change_percent', 1),
    row('aged 0 to 4', ages, 'total_0_4'),
    row('median household income', income, 'median_household'),
    row('below the low-income line, %', income, 'low_income_rate', 1),
  ],
);

// 3. What a figure means stands beside it.
const { unit, method, meaning } = income.fields.median_household;
console.log(`median_household: ${meaning} (${unit}, ${method}; census of ${income.vintage})`);
