/** Figures that say what a place is like, as logarithms. */
const TRAITS = ['floorArea', 'spendWithinReach', 'competition', 'ownStoreDistance'] as const;
export type Trait = (typeof TRAITS)[number];
export type Traits = Readonly<Record<Trait, number>>;

/** Smallest and largest value of a trait among own stores, and its standard deviation. */
export interface Span {
  readonly least: number;
  readonly most: number;
  readonly deviation: number;
}
export type Spans = Readonly<Record<Trait, Span>>;

/** A trait of a place that lies beyond those of all own stores. */
export interface Beyond {
  readonly trait: Trait;
  readonly side: 'less' | 'more';
  /** By how many standard deviations. */
  readonly by: number;
}

/** Half a standard deviation beyond the last own store still counts as like it. */
const MARGIN = 0.5;
/** Share by which a range grows per standard deviation beyond. */
const WIDENED = 0.5;

export function spansOf(stores: readonly Traits[]): Spans {
  const spans = TRAITS.map((trait) => {
    const values = stores.map((store) => store[trait]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
    return [trait, { least: Math.min(...values), most: Math.max(...values), deviation }];
  });
  return Object.fromEntries(spans);
}

/** Returns the traits in which a place is unlike all own stores, the farthest first. */
export function beyondOf(place: Traits, spans: Spans): Beyond[] {
  return TRAITS.flatMap((trait): Beyond[] => {
    const { least, most, deviation } = spans[trait];
    const unit = Math.max(deviation, 0.05);
    const by = Math.max(least - place[trait], place[trait] - most) / unit;
    if (!(by > MARGIN)) return [];
    return [{ trait, side: place[trait] < least ? 'less' : 'more', by }];
  }).sort((a, b) => b.by - a.by);
}

/** Returns the factor on a range for a place beyond own stores, 1 for one that is not. */
export const wideningOf = (beyond: readonly Beyond[]): number =>
  1 + WIDENED * Math.max(0, ...beyond.map(({ by }) => Math.min(by, 6)));

/** Returns the squared distance of two places in standard deviations of own stores. */
export const unlikenessOf =
  (spans: Spans) =>
  (a: Traits, b: Traits): number =>
    TRAITS.reduce((sum, trait) => sum + ((a[trait] - b[trait]) / Math.max(spans[trait].deviation, 0.05)) ** 2, 0);
