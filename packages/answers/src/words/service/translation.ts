import type { Texts } from '../keys.ts';

/**
 * What a sentence of the service is, by the first part of its key: a `said` one stands for itself, `price` is a line of a price,
 * `census` the meaning of a figure, `help` that of a field, `title` that of a problem, a `phrase` stands within a sentence.
 */
export type Group = 'said' | 'price' | 'census' | 'help' | 'title' | 'phrase';

/**
 * Returns a sentence that the service said in English in another language; null where that has no text for it. For answers that were
 * stored before sentences had codes, and for sentences that have none yet: it goes with the release after 0.2.0.
 */
export interface Translate {
  (english: string, group?: Group): string | null;
  /** The sentences of the language by their keys. */
  readonly texts: Texts;
}

/** English: all sentences as they are. */
export const AS_SAID: Translate = Object.assign((sentence: string) => sentence, { texts: {} });
/** A language without sentences of the service. */
export const NOT_SAID: Translate = Object.assign(() => null, { texts: {} });

/** Members of answers that hold sentences of the service: no others are recognized, whatever they say. */
export const SENTENCE_MEMBERS: ReadonlySet<string> = new Set(
  'reason reasons note notes sentence limits detail orders closureTies openingTies'.split(' '),
);
