/** What the guard of speed measures, each as processor milliseconds. */
export const WORKS = ['start', 'free call', 'charged call', 'isochrone', 'row of a table'] as const;
export type Work = (typeof WORKS)[number];
export type Figures = Readonly<Record<Work, number>>;

/** One turn: this code and the reference, one right after the other on the same machine. */
export interface Turn {
  readonly now: Figures;
  readonly reference: Figures;
}

export interface Verdict {
  readonly work: Work;
  /** Median over the turns, ms. */
  readonly now: number;
  readonly reference: number;
  /** Median over the turns of this code ÷ the reference. */
  readonly ratio: number;
  readonly slower: boolean;
}

/** A ratio above this is a slowdown. Pairs of equal code differ by a few hundredths at rest, by a fifth on a busy machine. */
export const LARGEST_RATIO = 1.15;

/** Returns the verdict on each work from at least one turn. */
export const judge = (turns: readonly Turn[]): Verdict[] =>
  WORKS.map((work) => {
    const ratio = median(turns.map(({ now, reference }) => now[work] / reference[work]));
    return {
      work,
      now: median(turns.map(({ now }) => now[work])),
      reference: median(turns.map(({ reference }) => reference[work])),
      ratio,
      slower: !(ratio <= LARGEST_RATIO),
    };
  });

/** Middle of a non-empty list; of two middles their mean. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
