import type { Say, TextKey } from '../../text/index.ts';

/** Returns the credits of one unit of a price, "2 credits per topic". */
export const eachOf = (unit: string, credits: string, say: Say): string =>
  say(`studio.each.${unit.replaceAll(' ', '_')}` as TextKey, { credits });
