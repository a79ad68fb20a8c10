/** Decay of utility with travel time t, in minutes: t^−exponent, or exp(−perMinute · t). */
export type Decay =
  | { readonly kind: 'power'; readonly exponent: number }
  | { readonly kind: 'exponential'; readonly perMinute: number };

/** Parameters that weigh size against travel time; one set per sector. */
export interface HuffParameters {
  /** α: utility grows with attraction^α. 0 or more; 0 makes all stores equal. */
  readonly attractionExponent: number;
  readonly decay: Decay;
  /** t₀: a power of less time than this would run away, so shorter trips count as this long. Above 0, seconds. */
  readonly floorSeconds: number;
  /** Tmax: stores further than this are no choice. Inclusive, seconds, at most MAX_STEP_SECONDS. */
  readonly limitSeconds: number;
}

/** Travel times to stores are kept in tenths of a second, two bytes each. */
export const STEPS_PER_SECOND = 10;
/** The step of stores out of reach. */
export const TOO_FAR = 0xffff;
/** Longest time of a step, in seconds: 109 minutes. */
export const MAX_STEP_SECONDS = (TOO_FAR - 1) / STEPS_PER_SECOND;

const MILLISECONDS_PER_STEP = 1000 / STEPS_PER_SECOND;

/** Returns the step of a travel time in whole milliseconds, halves upward. */
export const stepOf = (milliseconds: number): number =>
  ((milliseconds + MILLISECONDS_PER_STEP / 2) / MILLISECONDS_PER_STEP) | 0;

/** Returns the utility of attraction 1 at this travel time, regardless of the limit. */
export function decayAt({ decay, floorSeconds }: Pick<HuffParameters, 'decay' | 'floorSeconds'>, seconds: number) {
  if (decay.kind === 'exponential') return Math.exp((-decay.perMinute * seconds) / 60);
  return (Math.max(seconds, floorSeconds) / 60) ** -decay.exponent;
}

/** Tables made last: a model without each fold asks for the same one as often as there are folds. */
const kept: { readonly key: string; readonly table: Float64Array }[] = [];
const KEPT_MAX = 4;

/** Returns the utilities by step, 0 beyond the limit: a table instead of a power per pair. It is shared: nobody writes to it. */
export function decayTable(parameters: HuffParameters): Float64Array {
  const { limitSeconds, floorSeconds, decay } = parameters;
  if (!(limitSeconds > 0 && limitSeconds <= MAX_STEP_SECONDS)) {
    throw new RangeError(`limitSeconds lies above 0 and not above ${MAX_STEP_SECONDS}, not at ${limitSeconds}.`);
  }
  if (decay.kind === 'power' && !(floorSeconds > 0)) throw new RangeError('floorSeconds must lie above 0.');
  const key = JSON.stringify([decay, floorSeconds, limitSeconds]);
  const known = kept.find((one) => one.key === key);
  if (known !== undefined) return known.table;
  const table = new Float64Array(TOO_FAR + 1);
  const last = Math.round(limitSeconds * STEPS_PER_SECOND);
  for (let step = 0; step <= last; step++) table[step] = decayAt(parameters, step / STEPS_PER_SECOND);
  kept.unshift({ key, table });
  kept.length = Math.min(kept.length, KEPT_MAX);
  return table;
}
