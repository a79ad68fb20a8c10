import { COICOP_DIVISIONS } from './coicop.ts';

/**
 * The ten People & Economy topics as they lie in a bundle: one Arrow table per topic, one row per census unit (and one
 * row per benchmark area), one Float64 column per field. NaN means suppressed or not published; it never means zero.
 *
 * A field is a count that adds up over people ("count"), or the count of one class of a distribution ("class"). Rates,
 * shares, means and medians are never stored: they are computed from sums (docs/methods/people-economy.md), with one
 * exception: "unitMedian" holds a published median of the unit, used only where no distribution exists.
 */

/** Topic codes in the order of the catalogue; the first five are section "people", the last five "economy". */
export const TOPIC_CODES = [
  'residents',
  'age_classes',
  'families',
  'education',
  'origins',
  'employment',
  'income',
  'housing',
  'mobility',
  'consumption',
] as const;
export type TopicCode = (typeof TOPIC_CODES)[number];

/** Unit of a field's value. */
type FieldUnit =
  | 'persons'
  | 'households'
  | 'families'
  | 'dwellings'
  | 'vehicles'
  | 'rooms'
  | 'currency_per_year'
  | 'currency_per_month'
  | 'years';

export interface TopicField {
  /** Column name in the topic's table, snake_case. */
  readonly name: string;
  readonly unit: FieldUnit;
  readonly kind: 'count' | 'class' | 'unitMedian';
  /** One sentence for schemas and documentation. */
  readonly meaning: string;
  /** Name of the count this one is a part of; shares are computed against it. Absent for a topic's own base. */
  readonly base?: string;
}

/** Limits of five-year age classes in whole years; the last class is open. */
export const AGE_CLASSES: readonly { readonly code: string; readonly from: number; readonly to: number | null }[] = [
  ...Array.from({ length: 17 }, (_, i) => ({ code: `${i * 5}_${i * 5 + 4}`, from: i * 5, to: i * 5 + 4 })),
  { code: '85_plus', from: 85, to: null },
];

const count = (name: string, unit: FieldUnit, meaning: string, base?: string): TopicField => ({
  name,
  unit,
  kind: 'count',
  meaning,
  ...(base === undefined ? {} : { base }),
});

/**
 * The fixed fields of every topic. Classes that differ between countries (income, rent, education levels by age base)
 * are distributions: their columns are `<distribution>_<index>` and their limits stand in the family's descriptor
 * (see `Distribution` in descriptor.ts).
 */
export const TOPIC_FIELDS: Readonly<Record<TopicCode, readonly TopicField[]>> = {
  residents: [
    count('total', 'persons', 'Usual residents'),
    count('male', 'persons', 'Male residents', 'total'),
    count('female', 'persons', 'Female residents', 'total'),
    count('in_households', 'persons', 'Residents who live in private households', 'total'),
    count('previous_total', 'persons', 'Usual residents at the previous census, on the same boundaries'),
  ],
  age_classes: AGE_CLASSES.flatMap(({ code, from, to }) => {
    const years = to === null ? `aged ${from} and over` : `aged ${from} to ${to}`;
    return [
      count(`total_${code}`, 'persons', `Residents ${years}`),
      count(`male_${code}`, 'persons', `Male residents ${years}`, `total_${code}`),
      count(`female_${code}`, 'persons', `Female residents ${years}`, `total_${code}`),
    ];
  }),
  families: [
    count('families', 'families', 'Census families: couples with or without children and one-parent families'),
    count('couples_without_children', 'families', 'Couples without children', 'families'),
    count('couples_with_children', 'families', 'Couples with children', 'families'),
    count('one_parent', 'families', 'One-parent families', 'families'),
    count('other_families', 'families', 'Other related people in one household; not part of families'),
    count('households', 'households', 'Private households, including people living alone'),
    ...[1, 2, 3, 4, 5].map((n) =>
      count(`households_${n}`, 'households', `Households of ${n} ${n === 1 ? 'person' : 'persons'}`, 'households'),
    ),
    count('households_6_plus', 'households', 'Households of six persons or more', 'households'),
    count('persons_in_households', 'persons', 'Persons in private households; with households gives the average size'),
  ],
  education: [
    count('base', 'persons', 'Persons of the age the national census asks (see the topic note), level stated'),
    count('primary_or_none', 'persons', 'No schooling or primary school only', 'base'),
    count('lower_secondary', 'persons', 'Lower secondary school', 'base'),
    count('upper_secondary', 'persons', 'Upper secondary school', 'base'),
    count('vocational', 'persons', 'Vocational certificate or diploma', 'base'),
    count('tertiary', 'persons', 'University degree', 'base'),
    count('attending', 'persons', 'Attending an educational institution'),
  ],
  origins: [
    count('base', 'persons', 'Residents whose country of birth is stated'),
    count('born_in_country', 'persons', 'Born in the country', 'base'),
    count('born_abroad', 'persons', 'Born abroad', 'base'),
    count('citizens', 'persons', 'Citizens of the country'),
    count('foreign_citizens', 'persons', 'Citizens of another country'),
    count('other_language_at_home', 'persons', 'Speak another language than the national one at home'),
  ],
  employment: [
    count('base', 'persons', 'Persons aged 15 and over (or the national working age, see the topic note)'),
    count('labour_force', 'persons', 'In the labour force', 'base'),
    count('employed', 'persons', 'Employed', 'labour_force'),
    count('unemployed', 'persons', 'Unemployed', 'labour_force'),
    count('not_in_labour_force', 'persons', 'Not in the labour force', 'base'),
    count('self_employed', 'persons', 'Self-employed', 'employed'),
    count('private_employees', 'persons', 'Private-sector employees', 'employed'),
    count('public_employees', 'persons', 'Public-sector employees', 'employed'),
  ],
  income: [
    count('households', 'households', 'Households with stated income'),
    count('total_income', 'currency_per_year', 'Sum of household income; with households gives the mean'),
    count('earners', 'persons', 'Persons with income'),
    count('total_personal_income', 'currency_per_year', 'Sum of personal income; with earners gives the mean'),
    count('low_income', 'persons', 'Residents below the national low-income line'),
    count('low_income_base', 'persons', 'Residents for whom low income was determined'),
    {
      name: 'median_household',
      unit: 'currency_per_year',
      kind: 'unitMedian',
      meaning: 'Published median household income of the unit',
    },
    {
      name: 'median_personal',
      unit: 'currency_per_year',
      kind: 'unitMedian',
      meaning: 'Published median personal income of the unit',
    },
  ],
  housing: [
    count('dwellings', 'dwellings', 'Private dwellings'),
    count('occupied', 'dwellings', 'Occupied dwellings', 'dwellings'),
    count('vacant', 'dwellings', 'Vacant dwellings', 'dwellings'),
    count('houses', 'dwellings', 'Separate and row houses', 'occupied'),
    count('apartments', 'dwellings', 'Flats and apartments', 'occupied'),
    count('other_type', 'dwellings', 'Other dwelling types', 'occupied'),
    count('owned_outright', 'dwellings', 'Owned without a mortgage', 'occupied'),
    count('mortgaged', 'dwellings', 'Owned with a mortgage', 'occupied'),
    count('rented', 'dwellings', 'Rented', 'occupied'),
    count('rooms', 'rooms', 'Rooms (or bedrooms, see the topic note) in occupied dwellings'),
    {
      name: 'median_rent',
      unit: 'currency_per_month',
      kind: 'unitMedian',
      meaning: 'Published median rent of the unit',
    },
    {
      name: 'median_repayment',
      unit: 'currency_per_month',
      kind: 'unitMedian',
      meaning: 'Published median mortgage repayment of the unit',
    },
  ],
  mobility: [
    count('households', 'households', 'Households whose cars are stated'),
    count('cars_0', 'households', 'Households without a car', 'households'),
    count('cars_1', 'households', 'Households with one car', 'households'),
    count('cars_2', 'households', 'Households with two cars', 'households'),
    count('cars_3_plus', 'households', 'Households with three cars or more', 'households'),
    count('vehicles', 'vehicles', 'Cars of the residents'),
    count('commuters', 'persons', 'Employed persons whose way to work is stated'),
    count('commute_car', 'persons', 'Go to work by car as driver or passenger', 'commuters'),
    count('commute_transit', 'persons', 'Go to work by public transport', 'commuters'),
    count('commute_walk', 'persons', 'Walk to work', 'commuters'),
    count('commute_bicycle', 'persons', 'Cycle to work', 'commuters'),
    count('commute_other', 'persons', 'Go to work in another way', 'commuters'),
    count('work_at_home', 'persons', 'Work at home', 'commuters'),
  ],
  consumption: COICOP_DIVISIONS.map(([code, title]) =>
    count(code, 'currency_per_year', `Yearly spend of residents: ${title}`),
  ),
};
