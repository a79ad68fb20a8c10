import { HOURS_OF_DAY } from '@hinterland/territory';

/**
 * Returns the hours of the day that a text names: 7 for "7", 7 and 8 for "7-9", 22 to 5 for "22-6", all for "". Null for a
 * text that names none.
 */
export function hoursOf(text: string): number[] | null {
  if (text === '') return Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour);
  const [, first, end] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const from = Number(first);
  const to = end === undefined ? from + 1 : Number(end);
  if (from >= HOURS_OF_DAY || to > HOURS_OF_DAY || from === to) return null;
  const count = to > from ? to - from : to + HOURS_OF_DAY - from;
  return Array.from({ length: count }, (_, i) => (from + i) % HOURS_OF_DAY);
}
