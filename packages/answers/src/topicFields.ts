/** The field that a topic is known by. A topic without one is known by its first rate. */
const HEADLINES: Readonly<Record<string, string>> = {
  residents: 'change_percent',
  age_classes: 'median_age',
  families: 'average_household_size',
  education: 'tertiary',
  origins: 'foreign_citizens_rate',
  employment: 'employment_rate',
  income: 'median_household',
  housing: 'median_rent',
  mobility: 'vehicles_per_household',
  consumption: 'total_per_resident',
};

/** Limits of a class at the end of a field: "_5_9", "_85_plus". */
const CLASS = /^total_(\d+)_(\d+|plus)$/;
const OF_A_CLASS = /_\d+_(\d+|plus)$/;

/** A topic of the census, as far as its fields are chosen by it. */
export interface TopicOf {
  readonly code: string;
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly unit: string;
        readonly method: string;
        readonly base?: string | undefined;
        readonly available: boolean;
      }
    >
  >;
  readonly figures: Readonly<Record<string, { readonly shares: Readonly<Record<string, number | null>> }>>;
}

export interface Chosen {
  readonly headline: string | undefined;
  /** Fields that compare areas of any size: means, medians, rates. */
  readonly rates: readonly string[];
  /** Fields that are parts of a base, by their shares. */
  readonly shares: readonly string[];
  /** Classes along an axis, with their names. */
  readonly classes: readonly { readonly field: string; readonly name: string }[];
}

/** Returns the fields of a topic that compare places; the counts stand among all figures. */
export function chooseFields(topic: TopicOf): Chosen {
  const names = Object.keys(topic.fields).filter((name) => topic.fields[name]?.available === true);
  const hasShare = (name: string) =>
    topic.fields[name]?.base !== undefined && Object.values(topic.figures).some(({ shares }) => name in shares);
  const classes = names.flatMap((field) => {
    const [, from, to] = CLASS.exec(field) ?? [];
    return from === undefined ? [] : [{ field, name: to === 'plus' ? `${from}+` : `${from}–${to}` }];
  });
  const shares = names.filter((name) => hasShare(name) && !OF_A_CLASS.test(name));
  const isCount = (name: string) => topic.fields[name]?.method === 'sum' || topic.fields[name]?.unit === 'persons';
  const rates = names.filter(
    (name) => !isCount(name) && !shares.includes(name) && !shares.some((share) => name.startsWith(`${share}_`)),
  );
  const known = HEADLINES[topic.code];
  return {
    headline: known !== undefined && names.includes(known) ? known : (rates[0] ?? shares[0]),
    rates,
    shares,
    classes,
  };
}
