import type { Said } from '@hinterland/answers/words';
import { DRAWS_TOLD, EDGE_TOLD, FIRST_SHARE, SOLD_AT_MOST } from '../verdicts/outcome.ts';
import type { Certainty } from './certaintyFields.ts';

/** Whether the best place is sure: first in nine of ten draws of all that is uncertain, beside stores that are known. */
export const isSure = ({ first, knowsNoStore }: Certainty): boolean => first >= FIRST_SHARE && knowsNoStore !== true;

/** What the best place gains, and the next one after it; what it cannot sell is called demand in reach. */
export const gainSaid = (
  usualSales: number | null,
  captured: number,
  figures: {
    readonly name: string;
    readonly other: string;
    readonly gain: Said;
    readonly next: Said;
    readonly lead: Said;
  },
  amountOf: (figure: number) => Said,
): Said =>
  usualSales !== null && captured > SOLD_AT_MOST * usualSales
    ? { text: 'verdict.best.inReach', with: { ...figures, usual: amountOf(usualSales) } }
    : { text: 'verdict.best.gain', with: figures };

/** What a place gains that no other is listed beside; what it cannot sell is called demand in reach. */
export const aloneSaid = (
  usualSales: number | null,
  captured: number,
  figures: { readonly name: string; readonly gain: Said },
  amountOf: (figure: number) => Said,
): Said =>
  usualSales !== null && captured > SOLD_AT_MOST * usualSales
    ? { text: 'verdict.best.aloneInReach', with: { ...figures, usual: amountOf(usualSales) } }
    : { text: 'verdict.best.alone', with: figures };

/** What else there is to know of the best place: others that are as good, a list without rivals, and the edge of the map. */
export const besideBest = (
  { alike, beyondMapShare, knowsNoStore }: Certainty,
  nameOf: (id: Certainty['alike'][number]) => string,
): readonly Said[] => [
  ...(alike.length === 0
    ? []
    : [{ text: 'verdict.best.asGood', with: { names: { all: alike.map(nameOf) } } } as const]),
  ...(knowsNoStore === true ? [{ text: 'verdict.best.noStoreKnown' } as const] : []),
  ...(beyondMapShare >= EDGE_TOLD
    ? [{ text: 'verdict.edge', with: { share: { portion: beyondMapShare } } } as const]
    : []),
];

/** In how many draws it stays the best, and what decides where it is not sure. */
export const sureSaid = (name: string, certainty: Certainty): Said => ({
  words: [
    { text: 'verdict.best.draws', with: { name, share: { portion: certainty.first }, draws: DRAWS_TOLD } },
    ...(certainty.decides === null || isSure(certainty)
      ? []
      : [{ text: `verdict.decides.${certainty.decides}` } as const]),
  ],
});
