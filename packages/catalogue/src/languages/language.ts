/**
 * Words of street and place names that are written in several ways. A group is one text of words with spaces between
 * them, the form that search keeps first; a form belongs to one group of its language. "St" is a street and a saint: both
 * become "st", which costs a search nothing.
 */
export interface Language {
  /** Kinds of streets, which say little about which street is meant. */
  readonly types: readonly string[];
  readonly others: readonly string[];
  /**
   * Pattern of a name that a kind of street is glued to, with the name as its group. It may also be written apart:
   * "Hauptstraße", "Haupt Str.".
   */
  readonly glued?: string;
  /** An apostrophe is left out ("St Mark's") rather than read as a space ("rue de l'Église"). */
  readonly joinsApostrophes?: boolean;
  /** Roman numerals from ii on stand for numbers ("Via XX Settembre"). */
  readonly romanNumerals?: boolean;
}
