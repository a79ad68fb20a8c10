import type { SeededRandom } from '@hinterland/geo';
import { COICOP_DIVISIONS } from '@hinterland/territory';
import { apportion, part } from './apportion.ts';
import type { Columns } from './columns.ts';
import { lognormalBelow, lognormalClasses } from './lognormal.ts';
import type { People } from './people.ts';
import type { Profile } from './profile.ts';
import { aged } from './topicsPeople.ts';

/** Lower limits of classes; the last is open. Dollars of Maravea, by year for incomes, by month for rents. */
export const HOUSEHOLD_INCOME = [
  0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 125_000, 150_000, 200_000,
];
export const PERSONAL_INCOME = [0, 8_000, 16_000, 24_000, 32_000, 42_000, 52_000, 65_000, 80_000, 105_000, 150_000];
export const RENT = [0, 400, 700, 900, 1_100, 1_300, 1_600, 2_000, 2_500, 3_200];
export const REPAYMENT = [0, 500, 900, 1_200, 1_500, 1_800, 2_200, 2_700, 3_400, 4_500];
/** Minutes to work, one way. */
export const COMMUTE = [0, 10, 20, 30, 45, 60];

export const BUILDING_PERIODS = [
  ['before_1920', 'Before 1920'],
  ['1920_1945', '1920 to 1945'],
  ['1946_1969', '1946 to 1969'],
  ['1970_1989', '1970 to 1989'],
  ['1990_2009', '1990 to 2009'],
  ['since_2010', '2010 and later'],
] as const;

/** Sections of ISIC revision 4, joined where a small country publishes them so. */
export const INDUSTRIES = [
  ['a', 'Agriculture, forestry and fishing'],
  ['b_e', 'Mining, energy, water and waste'],
  ['c', 'Manufacturing'],
  ['f', 'Construction'],
  ['g', 'Wholesale and retail trade'],
  ['h', 'Transport and storage'],
  ['i', 'Accommodation and food service'],
  ['j', 'Information and communication'],
  ['k_l', 'Finance, insurance and real estate'],
  ['m_n', 'Professional and administrative services'],
  ['o', 'Public administration and defence'],
  ['p', 'Education'],
  ['q', 'Health and social work'],
  ['r_s', 'Arts, recreation and other services'],
] as const;
const INDUSTRY_SHARES = [4, 2.5, 7, 8.5, 14, 6, 10, 3.5, 5, 10, 8, 8.5, 13.5, 5.5];

const MEDIAN_HOUSEHOLD_INCOME = 66_000;
const MEDIAN_PERSONAL_INCOME = 37_000;
const HOUSEHOLD_SIGMA = 0.72;

const keysOf = (list: readonly (readonly [string, string])[]) => list.map(([key]) => key);

export function employment(
  columns: Columns,
  row: number,
  profile: Profile,
  people: People,
  random: SeededRandom,
): void {
  const byAge = people.male.map((male, i) => male + people.female[i]!);
  const rates = [0, 0, 0, 0.48, 0.79, 0.86, 0.87, 0.87, 0.88, 0.87, 0.85, 0.78, 0.6, 0.3, 0.13, 0.06, 0.02, 0];
  const keen = Math.min(1.1, 0.93 + 0.08 * profile.income - 0.16 * profile.student + 0.04 * random.next());
  const base = aged(people, 3);
  const labourForce = Math.min(
    base,
    byAge.reduce((sum, count, i) => sum + part(count, rates[i]! * keen), 0),
  );
  const unemployed = part(
    labourForce,
    Math.min(0.16, Math.max(0.015, 0.058 - 0.04 * (profile.income - 1) + 0.02 * random.next())),
  );
  const employed = labourForce - unemployed;
  const [self, publicly, privately] = apportion(employed, [
    0.11 + (profile.urban ? 0 : 0.1),
    0.2 + 0.05 * profile.income,
    0.68,
  ]);
  columns.set(row, {
    base,
    labour_force: labourForce,
    employed,
    unemployed,
    not_in_labour_force: base - labourForce,
    self_employed: self!,
    private_employees: privately!,
    public_employees: publicly!,
  });
  const farms = profile.urban ? 0.35 : 5;
  const offices = 0.6 + 0.5 * profile.income + 0.4 * profile.young;
  const leanings = [
    farms,
    1,
    1,
    1,
    1,
    1,
    1 + 0.4 * profile.student,
    offices,
    offices,
    offices,
    1,
    1 + 0.6 * profile.student,
    1,
    1,
  ];
  const shares = INDUSTRY_SHARES.map((share, i) => share * leanings[i]! * random.between(0.75, 1.25));
  columns.setList(row, 'industry', keysOf(INDUSTRIES), apportion(employed, shares));
}

export function income(columns: Columns, row: number, profile: Profile, people: People, random: SeededRandom): void {
  const median = medianHouseholdIncome(profile);
  const households = part(people.households, 0.92 + 0.04 * random.next());
  const byIncome = apportion(households, lognormalClasses(HOUSEHOLD_INCOME, median, HOUSEHOLD_SIGMA));
  const earners = part(aged(people, 3), 0.9 - 0.12 * profile.student);
  const personalMedian = MEDIAN_PERSONAL_INCOME * profile.income * (1 - 0.4 * profile.student);
  const byPerson = apportion(earners, lognormalClasses(PERSONAL_INCOME, personalMedian, 0.78));
  const lowBase = people.inHouseholds;
  columns.set(row, {
    households,
    total_income: incomeOf(byIncome, HOUSEHOLD_INCOME),
    earners,
    total_personal_income: incomeOf(byPerson, PERSONAL_INCOME),
    low_income: part(lowBase, lognormalBelow(0.5 * MEDIAN_HOUSEHOLD_INCOME, median, HOUSEHOLD_SIGMA)),
    low_income_base: lowBase,
    median_household: groupedMedian(byIncome, HOUSEHOLD_INCOME),
    median_personal: groupedMedian(byPerson, PERSONAL_INCOME),
  });
  columns.setClasses(row, 'household_income', byIncome);
  columns.setClasses(row, 'personal_income', byPerson);
}

export function housing(columns: Columns, row: number, profile: Profile, people: People, random: SeededRandom): void {
  const occupied = people.households;
  const [houses, apartments, other] = apportion(occupied, [
    (1 - profile.flatShare) * 0.985,
    profile.flatShare * 0.995,
    0.015 * (1 - profile.flatShare) + 0.005 * profile.flatShare,
  ]);
  const rent = 0.2 + 0.32 * profile.flatShare + 0.15 * profile.young + 0.2 * profile.student;
  const [outright, mortgaged, rented] = apportion(occupied, [
    0.2 + 0.35 * profile.retired,
    0.2 + 0.34 * profile.family,
    rent,
    0.02,
  ]);
  const monthly = 1_250 * profile.income ** 0.7 * (1 + 0.2 * profile.young);
  const byRent = apportion(part(rented!, 0.96), lognormalClasses(RENT, monthly, 0.38));
  const repayment = 1_750 * profile.income ** 0.75;
  const byRepayment = apportion(part(mortgaged!, 0.95), lognormalClasses(REPAYMENT, repayment, 0.45));
  columns.set(row, {
    dwellings: people.dwellings,
    occupied,
    vacant: people.dwellings - occupied,
    houses: houses!,
    apartments: apartments!,
    other_type: other!,
    owned_outright: outright!,
    mortgaged: mortgaged!,
    rented: rented!,
    rooms: Math.round(houses! * (5.2 + 0.7 * profile.income) + apartments! * (2.6 + 0.5 * profile.income) + other! * 2),
    median_rent: groupedMedian(byRent, RENT),
    median_repayment: groupedMedian(byRepayment, REPAYMENT),
  });
  columns.setClasses(row, 'rent', byRent);
  columns.setClasses(row, 'repayment', byRepayment);
  const old = Math.exp(-profile.townMeters / 1_300);
  const recent = Math.max(0, profile.growth) * 8;
  const periods = [
    0.06 + 0.5 * old,
    0.1 + 0.4 * old,
    0.32,
    0.28,
    0.18 + 0.4 * recent,
    0.08 + 0.6 * recent + 0.15 * profile.flatShare,
  ];
  columns.setList(
    row,
    'building_period',
    keysOf(BUILDING_PERIODS),
    apportion(
      people.dwellings,
      periods.map((share) => share * random.between(0.8, 1.2)),
    ),
  );
}

export function mobility(
  columns: Columns,
  row: number,
  profile: Profile,
  people: People,
  employed: number,
  random: SeededRandom,
): void {
  const households = part(people.households, 0.95 + 0.03 * random.next());
  const city = 1 / (1 + (profile.capitalMeters / 2_200) ** 2);
  const [cars0, cars1, cars2, cars3] = apportion(households, [
    0.05 + 0.28 * city + 0.1 * profile.flatShare + 0.1 * profile.student,
    0.36 + 0.1 * profile.flatShare,
    0.4 - 0.22 * city - 0.1 * profile.flatShare + 0.08 * profile.family,
    0.16 - 0.1 * city - 0.06 * profile.flatShare,
  ]);
  const commuters = part(employed, 0.94);
  const walking = (profile.urban ? 0.05 : 0.02) + 0.3 * city;
  const [car, transit, walk, bicycle, other, atHome] = apportion(commuters, [
    0.78 - 0.45 * city,
    profile.urban ? 0.09 + 0.1 * city : 0.03,
    walking,
    (profile.urban ? 0.025 : 0.01) + 0.04 * city,
    0.02,
    0.07 + 0.05 * profile.income,
  ]);
  columns.set(row, {
    households,
    cars_0: cars0!,
    cars_1: cars1!,
    cars_2: cars2!,
    cars_3_plus: cars3!,
    vehicles: cars1! + 2 * cars2! + Math.round(3.3 * cars3!),
    commuters,
    commute_car: car!,
    commute_transit: transit!,
    commute_walk: walk!,
    commute_bicycle: bicycle!,
    commute_other: other!,
    work_at_home: atHome!,
  });
  const typical = 11 + Math.min(20, profile.capitalMeters / 900) * (profile.capitalMeters < 16_000 ? 1 : 0.45);
  columns.setClasses(row, 'commute_time', apportion(commuters - atHome!, lognormalClasses(COMMUTE, typical, 0.6)));
}

/** Yearly spend by division: what is left after saving, in proportions that shift from food to leisure with income. */
export function consumption(columns: Columns, row: number, profile: Profile, people: People): void {
  const median = medianHouseholdIncome(profile);
  const shares = lognormalClasses(HOUSEHOLD_INCOME, median, HOUSEHOLD_SIGMA);
  const spend = shares.reduce((sum, share, i) => {
    const earned = classMiddle(HOUSEHOLD_INCOME, i);
    return (
      sum + share * earned * Math.min(1.1, Math.max(0.55, 0.86 - 0.16 * Math.log(earned / MEDIAN_HOUSEHOLD_INCOME)))
    );
  }, 0);
  const rich = Math.log(profile.income);
  const leanings = COICOP_SHARES.map((share, i) => share * Math.exp(COICOP_ELASTICITY[i]! * rich));
  const divisions = apportion(
    Math.round(spend * people.households + 9_000 * (people.total - people.inHouseholds)),
    leanings,
  );
  columns.set(row, Object.fromEntries(COICOP_DIVISIONS.map(([code], i) => [code, divisions[i]!])));
}

/** Percent of spend per division in a household of typical income, and how the share moves with income. */
const COICOP_SHARES = [16.5, 4, 4.5, 22, 6, 5, 13, 5, 7.5, 2.5, 7, 4, 3];
const COICOP_ELASTICITY = [-0.35, -0.1, 0.15, -0.2, 0.2, 0, 0.1, -0.1, 0.3, 0.35, 0.35, 0.1, 0.1];

function medianHouseholdIncome(profile: Profile): number {
  return (
    MEDIAN_HOUSEHOLD_INCOME *
    profile.income *
    (1 - 0.22 * profile.flatShare - 0.3 * profile.student + 0.22 * profile.family - 0.2 * profile.retired)
  );
}

/** Middle of a class; the open one counts as 1.35 times its limit. */
function classMiddle(limits: readonly number[], i: number): number {
  const upper = limits[i + 1];
  return upper === undefined ? limits[i]! * 1.35 : (limits[i]! + upper) / 2;
}

function incomeOf(counts: readonly number[], limits: readonly number[]): number {
  return counts.reduce((sum, count, i) => sum + count * classMiddle(limits, i), 0);
}

/** Median of classes, linear within the class (docs/methods/people-economy.md), to the whole dollar; NaN without people or in the open class. */
function groupedMedian(counts: readonly number[], limits: readonly number[]): number {
  const half = counts.reduce((a, b) => a + b, 0) / 2;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    const upper = limits[i + 1];
    if (half > 0 && below + count >= half) {
      return upper === undefined
        ? Number.NaN
        : Math.round(limits[i]! + ((half - below) / count) * (upper - limits[i]!));
    }
    below += count;
  }
  return Number.NaN;
}
