import type { Said, TextKey } from '@hinterland/answers/words';
import { SeededRandom } from '@hinterland/geo';
import { CLEAR_SHARE, DRAWS_TOLD } from './outcome.ts';

/** All verdicts of all places are drawn with the same numbers: the same question has the same answer. */
const SEED = 60;
/** A share of draws has a standard error of at most 2.5%. */
export const DRAWS = 400;
/** What is uncertain in a draw: numbers in 0..1 per cause, all of them equally likely. */
export type Draw<Cause extends string> = Readonly<Record<Cause, readonly number[]>>;

/** Shares of the draws, 0..1, that say yes and no; the others cannot tell. */
export interface Shares<Cause extends string> {
  readonly yes: number;
  readonly no: number;
  /** The uncertainty without which most would be clear; null where the draws agree or no single one decides. */
  readonly decides: Cause | null;
}

const keptDraws = new Map<string, readonly Draw<string>[]>();

/** Numbers per cause and draw; 0.5 stands for the middle. */
function drawsOf<Cause extends string>(causes: readonly Cause[], numbers: number): readonly Draw<Cause>[] {
  const key = `${causes.join()} ${numbers}`;
  let draws = keptDraws.get(key);
  if (draws === undefined) {
    const random = new SeededRandom(SEED);
    draws = Array.from({ length: DRAWS }, () =>
      Object.fromEntries(causes.map((cause) => [cause, Array.from({ length: numbers }, () => random.next())])),
    );
    keptDraws.set(key, draws);
  }
  return draws as readonly Draw<Cause>[];
}

/**
 * Asks `ask` under many draws of everything that is uncertain at once: true for yes, false for no, null where it cannot tell. Then once
 * more per cause with that cause settled (`settled`), which tells the one that decides. A draw has so many `numbers` per cause; from the
 * share `clear` on nothing has to decide.
 */
export function draw<Cause extends string>(
  causes: readonly Cause[],
  ask: (draw: Draw<Cause>, settled: Cause | null) => boolean | null,
  { numbers = 2, clear = CLEAR_SHARE }: { readonly numbers?: number; readonly clear?: number } = {},
): Shares<Cause> {
  const draws = drawsOf(causes, numbers);
  const shareOf = (settled: Cause | null) => {
    let [yes, no] = [0, 0];
    for (const one of draws) {
      const said = ask(one, settled);
      if (said === true) yes++;
      if (said === false) no++;
    }
    return { yes: yes / draws.length, no: no / draws.length };
  };
  const { yes, no } = shareOf(null);
  const clarity = Math.max(yes, no);
  if (clarity >= clear) return { yes, no, decides: null };
  const settled = causes.map((cause) => {
    const without = shareOf(cause);
    return { cause, clarity: Math.max(without.yes, without.no) };
  });
  const most = settled.reduce((best, one) => (one.clarity > best.clarity ? one : best));
  return { yes, no, decides: most.clarity > clarity ? most.cause : null };
}

/** The shares of the draws in words: `some` has those that say yes and no; `none` is for draws of which not one can tell. */
export function sharesSaid(
  { yes, no }: Pick<Shares<string>, 'yes' | 'no'>,
  { some, none }: { readonly some: TextKey; readonly none: TextKey },
  more: Readonly<Record<string, Said>> = {},
): Said {
  if (yes === 0 && no === 0) return { text: none, with: { ...more, draws: DRAWS_TOLD } };
  return { text: some, with: { ...more, yes: { portion: yes }, no: { portion: no }, draws: DRAWS_TOLD } };
}

/** Number between two others, both above 0, by the logarithm: as likely to be halved as to be doubled. */
export const between = (share: number, low: number, high: number): number => low * (high / low) ** share;

/** Standard normal of a number in 0..1, to two digits (J. Tukey's lambda): for noise, not for tails. */
export const normalOf = (share: number): number => {
  const p = Math.min(0.999, Math.max(0.001, share));
  return 4.91 * (p ** 0.14 - (1 - p) ** 0.14);
};
