import type { TopicCode } from '@hinterland/catalogue';

/** Units with fewer residents publish only how many people and dwellings they have. */
const FEW_RESIDENTS = 50;
/** Units with fewer residents keep their incomes and rents to themselves. */
const SOME_RESIDENTS = 130;

const ALWAYS_PUBLISHED: readonly TopicCode[] = ['residents', 'age_classes'];
/** Fields of the topics that units of some residents withhold. */
const SENSITIVE: Partial<Record<TopicCode, RegExp>> = {
  income: /^./,
  housing: /^(rent_|repayment_|median_)/,
  origins: /^(birth_country|language)__/,
};
const COUNTS_OF_DWELLINGS = new Set(['dwellings', 'occupied', 'vacant']);

/**
 * Hides what would tell of single households, as statistical offices do: cells become NaN. Says per unit whether
 * anything was hidden. A unit without residents hides nothing: its zeros are true.
 */
export function smallNumbers(
  code: TopicCode,
  columns: ReadonlyMap<string, Float64Array>,
  totals: Float64Array,
): boolean[] {
  const hidden = Array.from(totals, () => false);
  if (ALWAYS_PUBLISHED.includes(code)) return hidden;
  for (const [name, column] of columns) {
    for (const [row, total] of totals.entries()) {
      const few = total > 0 && total < FEW_RESIDENTS && !COUNTS_OF_DWELLINGS.has(name);
      const some = total > 0 && total < SOME_RESIDENTS && SENSITIVE[code]?.test(name) === true;
      if (!few && !some) continue;
      column[row] = Number.NaN;
      hidden[row] = true;
    }
  }
  return hidden;
}
