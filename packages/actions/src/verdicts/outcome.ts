import type { Outcome } from '@hinterland/answers/words';

/** Of two figures, the share of the larger by which they differ, 0..1: the same whichever of the two is taken first. */
export const apart = (one: number, other: number): number => {
  const larger = Math.max(Math.abs(one), Math.abs(other));
  return larger === 0 ? 0 : Math.min(1, Math.abs(one - other) / larger);
};

/** A lead of this share stands out; one of at most the other is none. Between them nothing is clear. */
export const LEAD = { clear: 0.05, none: 0.02 } as const;

/** Yes where all variants say so, no where none does. */
export function outcomeOf(votes: readonly boolean[]): Outcome {
  if (votes.length > 0 && votes.every((vote) => vote)) return 'yes';
  return votes.some((vote) => vote) || votes.length === 0 ? 'not_clear' : 'no';
}

/** Yes from a share on, no up to another. */
export function outcomeBetween(value: number, { no, yes }: { readonly no: number; readonly yes: number }): Outcome {
  if (value >= yes) return 'yes';
  return value <= no ? 'no' : 'not_clear';
}

/** The key of a headline by its outcome, "verdict.room" + ".yes". */
export const OUTCOME_KEYS = { yes: 'yes', no: 'no', not_clear: 'notClear' } as const;

/** A verdict is clear from this share of the draws on. */
export const CLEAR_SHARE = 0.9;
/** The best of several places is sure from this share of the draws on. */
export const FIRST_SHARE = 0.9;
/** What a store of usual size cannot sell: more than so many times its usual sales is demand in reach. */
export const SOLD_AT_MOST = 1.5;
/** How many draws there are, as sentences say it. */
export const DRAWS_TOLD = '400';
/** A share of the reach beyond the map is told from this on. */
export const EDGE_TOLD = 0.1;
/** From data that may hold a smaller share of the stores nobody signs a yes: what is missing lies where it likes. */
export const HELD_LEAST = 0.5;
