import { COICOP_DIVISIONS, type CoicopDivision } from '@hinterland/catalogue';

/** A survey of what households spend, brought to COICOP 2018 divisions. */
interface ExpenditureSurvey {
  readonly country: string;
  readonly currency: string;
  readonly vintage: string;
  /** Publication of the figures, for notes. */
  readonly publication: string;
  readonly personsPerHousehold: number;
  /** Yearly spend per household by division. */
  readonly perHousehold: Readonly<Record<CoicopDivision, number>>;
}

const WEEKS_PER_YEAR = 52.18;
const weekly = (spend: Record<CoicopDivision, number>): Record<CoicopDivision, number> =>
  Object.fromEntries(Object.entries(spend).map(([division, value]) => [division, value * WEEKS_PER_YEAR])) as Record<
    CoicopDivision,
    number
  >;

/**
 * Published surveys. Groups that are no COICOP division are put where most of their goods belong; what households do not
 * consume (taxes, pensions, gifts, mortgage principal) is left out, so sums lie below the published totals.
 */
export const EXPENDITURE_SURVEYS = {
  'au-hes-2016': {
    country: 'AU',
    currency: 'AUD',
    vintage: '2015-16',
    publication: 'ABS, Household Expenditure Survey 2015-16, table 1',
    personsPerHousehold: 2.6,
    // A$ a week, of 1,425. Food of 237 holds meals in restaurants (44) and fast food (31), which are division 11.
    perHousehold: weekly({
      cp01: 237 - 44 - 31,
      cp02: 32 + 13,
      cp03: 44,
      cp04: 279 + 41,
      cp05: 58 + 45,
      cp06: 82,
      cp07: 207,
      cp08: 47,
      cp09: 172,
      cp10: 44,
      cp11: 44 + 31,
      cp12: 0,
      cp13: 29 + 97,
    }),
  },
  'us-ces-2018': {
    country: 'US',
    currency: 'USD',
    vintage: '2018',
    publication: 'BLS, Consumer Expenditure Survey 2018, average annual expenditures of all consumer units',
    personsPerHousehold: 2.5,
    // US$ a year, of 61,224; left out are cash contributions (1,888) and personal insurance and pensions (7,296). Utilities of
    // 4,049 hold telephone services (1,407), healthcare of 4,968 holds health insurance (3,405): divisions 8 and 12.
    perHousehold: {
      cp01: 4_464,
      cp02: 583 + 347,
      cp03: 1_866,
      cp04: 11_747 + 4_049 - 1_407,
      cp05: 1_522 + 747 + 2_025,
      cp06: 4_968 - 3_405,
      cp07: 9_761,
      cp08: 1_407,
      cp09: 3_226 + 108,
      cp10: 1_407,
      cp11: 3_459,
      cp12: 3_405,
      cp13: 768 + 993,
    },
  },
} as const satisfies Record<string, ExpenditureSurvey>;
export type SurveyName = keyof typeof EXPENDITURE_SURVEYS;

/** Elasticity of the spend on a division to income: guesses (food 0.5, most services 0.8, clothing and furniture 1). */
export const INCOME_ELASTICITY: Readonly<Record<CoicopDivision, number>> = {
  cp01: 0.5,
  cp02: 0.5,
  cp03: 1,
  cp04: 0.6,
  cp05: 1,
  cp06: 0.5,
  cp07: 0.8,
  cp08: 0.6,
  cp09: 1,
  cp10: 1,
  cp11: 1,
  cp12: 0.8,
  cp13: 0.8,
};

/** Inputs of the spend of units. */
interface SpendInput {
  /** Usual residents per unit; NaN where not published. */
  readonly residents: Float64Array;
  /** Income of a typical person or household per unit; NaN where not known. Null: no income is known anywhere. */
  readonly income: Float64Array | null;
  readonly survey: Pick<ExpenditureSurvey, 'personsPerHousehold' | 'perHousehold'>;
}

/**
 * Yearly spend of each unit's residents on each division: residents × spend per resident × (income / mean income)^η,
 * then scaled so that all units together spend what the survey says for their residents. The mean is that of residents
 * with a known income; a unit without one counts as the mean. Units without residents spend nothing; where residents are
 * not published, neither is the spend. A division on which the survey says nothing is left out.
 */
export function spendByDivision({ residents, income, survey }: SpendInput): Map<CoicopDivision, Float64Array> {
  const index = incomeIndex(residents, income);
  const people = sum(residents);
  const spend = new Map<CoicopDivision, Float64Array>();
  for (const [division] of COICOP_DIVISIONS) {
    const perResident = survey.perHousehold[division] / survey.personsPerHousehold;
    if (!(perResident > 0)) continue;
    const raw = residents.map((count, unit) => count * perResident * index[unit]! ** INCOME_ELASTICITY[division]);
    const scale = sum(raw) > 0 ? (people * perResident) / sum(raw) : 1;
    spend.set(
      division,
      raw.map((value) => value * scale),
    );
  }
  return spend;
}

/** Income of each unit by the mean of all residents with a known income; 1 where it is not known. */
function incomeIndex(residents: Float64Array, income: Float64Array | null): Float64Array {
  if (income === null) return new Float64Array(residents.length).fill(1);
  let [people, total] = [0, 0];
  income.forEach((value, unit) => {
    if (!(value > 0) || !(residents[unit]! > 0)) return;
    people += residents[unit]!;
    total += residents[unit]! * value;
  });
  const mean = total / people;
  return income.map((value) => (value > 0 && mean > 0 ? value / mean : 1));
}

/** Of the published ones. */
function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
}
