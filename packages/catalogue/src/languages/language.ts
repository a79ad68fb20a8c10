/**
 * Words of street and place names that are written in several ways. One group per line, the form that search keeps
 * first; a form belongs to one group of its language. "St" is a street and a saint: both become "st", which costs a
 * search nothing.
 */
export interface Language {
  /** Kinds of streets: they tell little of which street is meant. */
  readonly types: string;
  readonly others: string;
  /** A kind of street is glued to the name, and may be written apart: "Hauptstraße", "Haupt Str.". */
  readonly glued?: RegExp;
  /** An apostrophe is left out ("St Mark's") rather than read as a space ("rue de l'Église"). */
  readonly joinsApostrophes?: boolean;
  /** Roman numerals from ii on stand for numbers ("Via XX Settembre"). */
  readonly romanNumerals?: boolean;
}
