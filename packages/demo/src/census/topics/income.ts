import { apportion, part } from '../apportion.ts';
import { lognormalBelow, lognormalClasses } from '../lognormal.ts';
import { classMiddle, groupedMedian } from './classes.ts';
import { aged } from './count.ts';
import {
  HOUSEHOLD_INCOME,
  HOUSEHOLD_SIGMA,
  MEDIAN_HOUSEHOLD_INCOME,
  medianHouseholdIncome,
} from './householdIncome.ts';
import { classes, type Topic } from './topic.ts';

/** Lower limits of classes in dollars a year; the last is open. */
const PERSONAL_INCOME = [0, 8_000, 16_000, 24_000, 32_000, 42_000, 52_000, 65_000, 80_000, 105_000, 150_000];
const MEDIAN_PERSONAL_INCOME = 37_000;

export const income: Topic = {
  note: 'Invented figures of a fictional country. Low income is below half of the median household income.',
  distributions: [
    classes('household_income', 'currency_per_year', 'Households by yearly income', HOUSEHOLD_INCOME),
    classes('personal_income', 'currency_per_year', 'Persons by yearly income', PERSONAL_INCOME),
  ],
  fill({ columns, row, profile, people, random }) {
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
  },
};

function incomeOf(counts: readonly number[], limits: readonly number[]): number {
  return counts.reduce((sum, count, i) => sum + count * classMiddle(limits, i), 0);
}
