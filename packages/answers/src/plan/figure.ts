/** What a member of an answer is for its readers. */
export type Role =
  /** Names the row that it is in, for people. */
  | 'name'
  /** Identifies the row that it is in. */
  | 'key'
  /** Tells rows of one list apart by a word of the service. */
  | 'kind'
  /** Drawn on a map, never a figure. */
  | 'shape'
  /** Says how the rest was computed. */
  | 'background'
  /** Where the search began, beside a place that is shown. */
  | 'snapped'
  /** Versions of the data. */
  | 'versions'
  /** What pages show in a place of its own, or not at all: a verdict, a model for programs. */
  | 'elsewhere'
  /** Says by a figure how the rest was computed: of use in a row of a table, too. */
  | 'basis'
  /** Read beside figures by programs, such as the place on a road. */
  | 'aside'
  /** Said in words beside the figures. */
  | 'note'
  /** Repeated from the question, or part of the name of a band. */
  | 'echo'
  /** Ends the names of columns of what it holds: "tertiary_share". */
  | 'suffix'
  /** Of an input: a list of places that rows of a table can be. */
  | 'places'
  /** Of an input: half of a place, its latitude or longitude. */
  | 'place'
  /** Of an input: limits of bands. */
  | 'limit'
  /** Of an input: areas by code, or a drawn one. */
  | 'area'
  /** Only holds other members together: its name says nothing. */
  | 'group';

/** What is said of a member of an answer in its schema, as `x-figure`: so nobody has to guess it from a name. */
export interface Figure {
  /**
   * Unit of a number, by the codes of the service: "persons", "share" (of 1), "percent", "minutes", "currency_per_year". "none" for what
   * has none, such as an exponent; "of_holder" for that of the member that holds it; "described" for that which the answer itself gives.
   */
  readonly unit?: string;
  /** Name of the member that says the unit, in the same object or in one around it: "spendUnit". */
  readonly unitFrom?: string;
  /** What the unit named by `unitFrom` is per: "square_meter". */
  readonly per?: string;
  /** What a share is a share of: a member beside it, or words. */
  readonly base?: string;
  /**
   * Of what is made of spend: name of the member, in the same object or in one around it, that says how far modelled spend typically lies from
   * published spend. Where no object has it, spend was counted. Figures whose unit is "described" have it in their description, as `errorShare`.
   */
  readonly errorFrom?: string;
  /** Whether a model made it: nobody counted it. */
  readonly modelled?: true;
  readonly role?: Role;
  /** Name by which texts have it, where that of the member says too little: "grossYield". */
  readonly called?: string;
  /** Of a list: the member that tells its items apart for good, whatever the place. */
  readonly key?: string;
}
