import type { Say, TextKey } from '../../text/index.ts';

const REASONS = [
  'given',
  'by_hand',
  'exact',
  'in_range',
  'no_unit',
  'misspelt',
  'ambiguous',
  'other_suffix',
  'number_not_held',
  'no_number',
  'place_only',
  'unsure',
  'nothing',
  'coordinates_invalid',
  'coordinates_swapped',
  'coordinates_unclear',
  'outside',
  'pending',
] as const;

/** Why a row has its place, or none, in words; the reason itself where a newer service has others. */
export const reasonText = (say: Say, reason: string): string =>
  (REASONS as readonly string[]).includes(reason) ? say(`datasets.reason.${reason}` as TextKey) : reason;
