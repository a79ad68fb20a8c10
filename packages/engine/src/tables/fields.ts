import { AGE_CLASSES, COICOP_DIVISIONS, TOPIC_FIELDS, type TopicCode } from '@hinterland/catalogue';

/** Kind of computation of a figure. */
export type FieldMethod =
  /** Sum of the units' counts, each times the share of the unit's people that is reached. */
  | 'sum'
  /** Quotient or difference of such sums. */
  | 'from_sums'
  /** Median of a distribution: class counts are summed first (see groupedMedian). */
  | 'grouped_median'
  /** Weighted median of the units' published medians, where the source has no distribution (see medianOfMedians). */
  | 'median_of_medians'
  /** 100 × figure ÷ the same figure of the country. */
  | 'index_country_100';

/** One field of a topic's table. */
export interface Field {
  /** Unit of the value, e.g. "persons", "percent", "currency_per_year". */
  readonly unit: string;
  readonly method: FieldMethod;
  /** One sentence. */
  readonly meaning: string;
  /** The field that this one is a part of: of a sum `shares` holds its percentage of that, a rate is one. */
  readonly base?: string;
}

/** A figure computed from sums of the same topic, or of `residents.total` and the part's `area`. */
export interface Indicator extends Field {
  /** Of two indicators with one name the first whose inputs the source has counts. */
  readonly name: string;
  /** Fields or earlier indicators of the topic; "residents.total" and "area" (km²) come from outside the topic. */
  readonly inputs: readonly string[];
  /** Gets the inputs in order, all finite. A result that is not finite (0 ÷ 0) becomes null. */
  readonly formula: (...inputs: number[]) => number;
}

/** A median: of a distribution where the census has one, else of the units' medians. */
export interface MedianField {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  /** Name of the distribution in the family's descriptor. */
  readonly distribution: string;
  /** Column with published medians, and the field that weighs them. */
  readonly unitMedian: string;
  readonly weight: string;
}

/** 100 × figure ÷ the country's; of the first field of the list that both the territory and its country have. */
export interface IndexField {
  readonly name: string;
  readonly of: readonly string[];
  readonly meaning: string;
}

export interface TopicDefinition {
  readonly title: string;
  readonly section: 'people' | 'economy';
  readonly indicators: readonly Indicator[];
  readonly medians: readonly MedianField[];
  readonly indices: readonly IndexField[];
  /** Bases of stored counts beyond those of TOPIC_FIELDS. */
  readonly bases?: Readonly<Record<string, string>>;
  /** Entries shown of each labeled list, greatest first; the rest is summed in `others`. */
  readonly listEntries: number;
}

const add = (...inputs: number[]) => inputs.reduce((sum, value) => sum + value, 0);
const divide = (a: number, b: number) => a / b;
const percent = (a: number, b: number) => (100 * a) / b;

const total = (name: string, unit: string, meaning: string, inputs: readonly string[], base?: string): Indicator => ({
  name,
  unit,
  method: 'sum',
  meaning,
  inputs,
  formula: add,
  ...(base === undefined ? {} : { base }),
});
const quotient = (
  name: string,
  unit: string,
  meaning: string,
  inputs: readonly string[],
  formula: (...inputs: number[]) => number = divide,
): Indicator => ({ name, unit, method: 'from_sums', meaning, inputs, formula });
/** A quotient in percent or per 100 of its base, which is the last input where nothing else is said. */
const rate = (
  name: string,
  unit: 'percent' | 'per_100',
  meaning: string,
  inputs: readonly string[],
  formula: (...inputs: number[]) => number = percent,
  base: string = inputs.at(-1)!,
): Indicator => ({ ...quotient(name, unit, meaning, inputs, formula), base });

const ages = (from: number, to: number) =>
  AGE_CLASSES.filter((age) => age.from >= from && (age.to ?? Number.POSITIVE_INFINITY) <= to).map(
    ({ code }) => `total_${code}`,
  );
const open = Number.POSITIVE_INFINITY;

/** The medians' distribution that the age classes are; not in the descriptor, since the classes are fixed. */
export const AGE_DISTRIBUTION = 'age';
export const AGE_LIMITS = AGE_CLASSES.map(({ from, to }) => [from, to === null ? null : to + 1] as const);

/** Figures of each topic beyond its stored counts. A new indicator is one line here. */
export const TOPICS: Readonly<Record<TopicCode, TopicDefinition>> = {
  residents: {
    title: 'Residents',
    section: 'people',
    indicators: [
      quotient('density', 'persons_per_square_km', 'Residents per square kilometer', ['total', 'area']),
      quotient(
        'change',
        'persons',
        'Change since the previous census',
        ['total', 'previous_total'],
        (now, before) => now - before,
      ),
      rate(
        'change_percent',
        'percent',
        'Change since the previous census',
        ['total', 'previous_total'],
        (now, before) => (100 * (now - before)) / before,
      ),
    ],
    medians: [],
    indices: [],
    listEntries: 25,
  },
  age_classes: {
    title: 'Age classes',
    section: 'people',
    indicators: [
      total('total', 'persons', 'Residents of all ages', ages(0, open)),
      total('male', 'persons', 'Male residents of all ages', ages(0, open).map(male), 'total'),
      total('female', 'persons', 'Female residents of all ages', ages(0, open).map(female), 'total'),
      total('under_5', 'persons', 'Residents under 5', ages(0, 4), 'total'),
      total('aged_0_14', 'persons', 'Residents aged 0 to 14', ages(0, 14), 'total'),
      total('aged_15_64', 'persons', 'Residents aged 15 to 64', ages(15, 64), 'total'),
      total('aged_65_plus', 'persons', 'Residents aged 65 and over', ages(65, open), 'total'),
      total('aged_70_plus', 'persons', 'Residents aged 70 and over', ages(70, open), 'total'),
      rate('old_age_index', 'per_100', 'Residents aged 65 and over per 100 aged 0 to 14', [
        'aged_65_plus',
        'aged_0_14',
      ]),
      rate(
        'dependency_ratio',
        'per_100',
        'Residents aged 0 to 14 or 65 and over per 100 aged 15 to 64',
        ['aged_0_14', 'aged_65_plus', 'aged_15_64'],
        (young, old, working) => (100 * (young + old)) / working,
      ),
    ],
    medians: [
      {
        name: 'median_age',
        unit: 'years',
        meaning: 'Half of the residents are younger',
        distribution: AGE_DISTRIBUTION,
        unitMedian: 'median_age',
        weight: 'total',
      },
    ],
    indices: [],
    bases: Object.fromEntries(AGE_CLASSES.map(({ code }) => [`total_${code}`, 'total'])),
    listEntries: 25,
  },
  families: {
    title: 'Families and households',
    section: 'people',
    indicators: [
      quotient('average_household_size', 'persons_per_household', 'Persons in private households per household', [
        'persons_in_households',
        'households',
      ]),
    ],
    medians: [],
    indices: [],
    listEntries: 25,
  },
  education: {
    title: 'Education',
    section: 'people',
    indicators: [],
    medians: [],
    indices: [],
    listEntries: 25,
  },
  origins: {
    title: 'Origins and citizenship',
    section: 'people',
    indicators: [
      rate(
        'foreign_citizens_rate',
        'percent',
        'Foreign citizens in all residents whose citizenship is stated',
        ['foreign_citizens', 'citizens'],
        (foreign, national) => (100 * foreign) / (foreign + national),
        'citizens + foreign_citizens',
      ),
    ],
    medians: [],
    indices: [],
    listEntries: 10,
  },
  employment: {
    title: 'Employment',
    section: 'economy',
    indicators: [
      rate('participation_rate', 'percent', 'Labour force in the persons of working age', ['labour_force', 'base']),
      rate('employment_rate', 'percent', 'Employed in the persons of working age', ['employed', 'base']),
      rate('unemployment_rate', 'percent', 'Unemployed in the labour force', ['unemployed', 'labour_force']),
    ],
    medians: [],
    indices: [],
    listEntries: 25,
  },
  income: {
    title: 'Income',
    section: 'economy',
    indicators: [
      quotient('mean_household', 'currency_per_year', 'Mean household income', ['total_income', 'households']),
      quotient('mean_personal', 'currency_per_year', 'Mean personal income of earners', [
        'total_personal_income',
        'earners',
      ]),
      rate(
        'low_income_rate',
        'percent',
        'Residents below the national low-income line in those for whom it was determined',
        ['low_income', 'low_income_base'],
      ),
    ],
    medians: [
      {
        name: 'median_household',
        unit: 'currency_per_year',
        meaning: 'Half of the households have less income',
        distribution: 'household_income',
        unitMedian: 'median_household',
        weight: 'households',
      },
      {
        name: 'median_personal',
        unit: 'currency_per_year',
        meaning: 'Half of the earners have less income',
        distribution: 'personal_income',
        unitMedian: 'median_personal',
        weight: 'earners',
      },
    ],
    indices: [
      {
        name: 'income_index',
        of: ['median_household', 'mean_household', 'median_personal', 'mean_personal'],
        meaning: 'Income where the country is 100',
      },
    ],
    listEntries: 25,
  },
  housing: {
    title: 'Housing',
    section: 'economy',
    indicators: [
      quotient('average_rooms', 'rooms_per_dwelling', 'Rooms per occupied dwelling', ['rooms', 'occupied']),
      rate('vacancy_rate', 'percent', 'Vacant dwellings in all dwellings', ['vacant', 'dwellings']),
      rate(
        'vacancy_rate',
        'percent',
        'Dwellings that are not occupied in all dwellings; the source does not count vacant ones by themselves',
        ['occupied', 'dwellings'],
        (occupied, dwellings) => percent(dwellings! - occupied!, dwellings!),
      ),
    ],
    medians: [
      {
        name: 'median_rent',
        unit: 'currency_per_month',
        meaning: 'Half of the rented dwellings cost less a month',
        distribution: 'rent',
        unitMedian: 'median_rent',
        weight: 'rented',
      },
      {
        name: 'median_repayment',
        unit: 'currency_per_month',
        meaning: 'Half of the mortgaged dwellings repay less a month',
        distribution: 'repayment',
        unitMedian: 'median_repayment',
        weight: 'mortgaged',
      },
    ],
    indices: [],
    listEntries: 25,
  },
  mobility: {
    title: 'Mobility',
    section: 'economy',
    indicators: [
      quotient('vehicles_per_household', 'vehicles_per_household', 'Cars per household', ['vehicles', 'households']),
    ],
    medians: [
      {
        name: 'median_commute_time',
        unit: 'minutes',
        meaning: 'Half of those who travel to work take less, one way',
        distribution: 'commute_time',
        unitMedian: 'median_commute_time',
        weight: 'commuters',
      },
    ],
    indices: [],
    listEntries: 25,
  },
  consumption: {
    title: 'Consumption',
    section: 'economy',
    indicators: [
      total(
        'total',
        'currency_per_year',
        'Yearly spend of residents, all divisions',
        COICOP_DIVISIONS.map(([code]) => code),
      ),
      ...['total', ...COICOP_DIVISIONS.map(([code]) => code)].map((code) =>
        quotient(
          `${code}_per_resident`,
          'currency_per_year_and_person',
          `Yearly spend per resident: ${divisionTitle(code)}`,
          [code, 'residents.total'],
        ),
      ),
    ],
    medians: [],
    indices: ['total', ...COICOP_DIVISIONS.map(([code]) => code)].map((code) => ({
      name: `${code}_index`,
      of: [`${code}_per_resident`],
      meaning: `Spend per resident where the country is 100: ${divisionTitle(code)}`,
    })),
    bases: Object.fromEntries(COICOP_DIVISIONS.map(([code]) => [code, 'total'])),
    listEntries: 25,
  },
};

function male(column: string): string {
  return column.replace('total_', 'male_');
}
function female(column: string): string {
  return column.replace('total_', 'female_');
}
function divisionTitle(code: string): string {
  return COICOP_DIVISIONS.find(([division]) => division === code)?.[1] ?? 'all divisions';
}

/** Stored counts of a topic, in catalogue order. Published medians of units are no counts and not among them. */
export const countFields = (topic: TopicCode) => TOPIC_FIELDS[topic].filter((field) => field.kind !== 'unitMedian');
