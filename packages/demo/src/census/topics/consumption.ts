import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import { apportion } from '../apportion.ts';
import { lognormalClasses } from '../lognormal.ts';
import { classMiddle } from './classes.ts';
import {
  HOUSEHOLD_INCOME,
  HOUSEHOLD_SIGMA,
  MEDIAN_HOUSEHOLD_INCOME,
  medianHouseholdIncome,
} from './householdIncome.ts';
import type { Topic } from './topic.ts';

/** Percent of spend per division in a household of typical income, and how the share moves with income. */
const COICOP_SHARES = [16.5, 4, 4.5, 22, 6, 5, 13, 5, 7.5, 2.5, 7, 4, 3];
const COICOP_ELASTICITY = [-0.35, -0.1, 0.15, -0.2, 0.2, 0, 0.1, -0.1, 0.3, 0.35, 0.35, 0.1, 0.1];

/** Yearly spend by division: what is left after saving, in proportions that shift from food to leisure with income. */
export const consumption: Topic = {
  note: 'Invented figures of a fictional country, modelled from income.',
  fill({ columns, row, profile, people }) {
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
  },
};
