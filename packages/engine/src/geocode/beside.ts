import type { Token } from './query.ts';

/** Kinds of streets weigh as much at most: they may stand between a name and its number. */
const KIND_OF_STREET = 0.3;

/**
 * Whether a house number stands beside words of a street in a query, before or behind them: of "Langgade 84, 2. tv" 84 does,
 * and 2 does not. Between commas, a number with words is beside these; alone, beside the words on both sides. Masks: tokens as bits.
 */
export function isBeside(tokens: readonly Token[], nameMask: number, numberMask: number): boolean {
  const has = (mask: number, at: number) => (mask & (1 << at)) !== 0;
  let first = 0;
  while (first < tokens.length && !has(numberMask, first)) first++;
  if (first === tokens.length) return true;
  let last = first;
  while (last + 1 < tokens.length && has(numberMask, last + 1)) last++;
  const { segment } = tokens[first]!;
  const isWithWords = tokens.some(
    (token, at) => token.segment === segment && !has(numberMask, at) && token.weight > KIND_OF_STREET,
  );
  const reaches = (from: number, step: 1 | -1) => {
    for (let at = from; at >= 0 && at < tokens.length; at += step) {
      if (isWithWords && tokens[at]!.segment !== segment) return false;
      if (has(nameMask, at)) return true;
      if (tokens[at]!.weight > KIND_OF_STREET) return false;
    }
    return false;
  };
  return reaches(first - 1, -1) || reaches(last + 1, 1);
}
