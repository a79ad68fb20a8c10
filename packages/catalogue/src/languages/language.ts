/** Words for flats, floors and doors; lists are texts of words with spaces between them. */
export interface UnitWords {
  /** Before a unit, wherever it stands: "Apt 3". */
  readonly anywhere: string;
  /** The same, but only behind a house number, since streets have such names, too: "scala B". */
  readonly behind: string;
  /** Behind the ordinal of a floor: "2nd floor", "2. OG". */
  readonly floors: string;
  /** Behind a flat or building: "502室", "5호". */
  readonly after?: string;
  /** Patterns of units that are codes: "H0201" in Norway. */
  readonly codes?: readonly string[];
  /** Endings of ordinals that are floors without a word for it, besides "°": "2o B", "3r 2a". */
  readonly ordinals?: string;
  /** Groups of words that are units themselves: "EG", "bajo". */
  readonly alone?: readonly string[];
  /** Groups of words that may follow a floor: "izq", "links". */
  readonly sides?: readonly string[];
}

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
   * Kinds of streets that names are glued to, as groups like those above, the longer forms first behind the kept one.
   * They may also be written apart: "Hauptstraße", "Haupt Str.".
   */
  readonly glued?: readonly string[];
  /** An apostrophe is left out ("St Mark's") rather than read as a space ("rue de l'Église"). */
  readonly joinsApostrophes?: boolean;
  /** Roman numerals from ii on stand for numbers ("Via XX Settembre"). */
  readonly romanNumerals?: boolean;
  readonly units: UnitWords;
  /** Words before a house number, without dots: "nº 5", "č.p. 806". Known words of names are none unless a dot follows. */
  readonly numbers?: string;
  /** Words behind a house number: "36 үй". */
  readonly numbersBehind?: string;
  /** The house number comes before the street. */
  readonly numberFirst?: boolean;
}
