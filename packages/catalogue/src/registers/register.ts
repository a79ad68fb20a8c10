/** Classifications that registers count establishments by. */
export const CLASSIFICATIONS = ['naics2012', 'naics2017', 'naics2022', 'nace2', 'bpe'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** What one count is: a place with a door; one that has employees; one of a firm that is registered for taxes. */
export const COUNTED_UNITS = ['doors', 'employers', 'tax_units'] as const;
export type CountedUnit = (typeof COUNTED_UNITS)[number];

/** Establishments by class in areas, as a publisher counts them. */
export interface Register {
  /** The publisher and its table. */
  readonly source: string;
  readonly licence: string;
  readonly url?: string | undefined;
  readonly classification: Classification;
  readonly counts: CountedUnit;
  /** Counts below this one are not published; 1 where all are. */
  readonly unpublishedBelow: number;
  /** Counts are rounded to multiples of this; 1 where they are exact. */
  readonly roundedTo: number;
  /** Codes of classes; a code of NACE stands for all that begin with it, and "55+56" is one count of both. */
  readonly classes: readonly string[];
  readonly areas: readonly RegisterArea[];
}

/** Counts of one area in one year. */
export interface RegisterArea {
  /** ISO 3166-1. */
  readonly country: string;
  /** The publisher's code of the area; that of the country for all of it. */
  readonly code: string;
  readonly name: string;
  readonly year: number;
  /** Residents of the area in that year; null where a share of the area is never taken. */
  readonly residents: number | null;
  /** In the order of `classes`; null where none is published. */
  readonly counts: readonly (number | null)[];
}
