import type { Register, SectorCode } from '@hinterland/catalogue';
import type { StoreSource as StoreSourceKind, StoreState } from '@hinterland/territory';

/** A place of business as a source holds it; texts are "" where the source says nothing. */
export interface StorePoint {
  /** Stable and unique within the source: "osm/n123". */
  readonly id: string;
  readonly name: string;
  /** As the source spells it. */
  readonly brand: string;
  /** Wikidata id of the brand ("Q37158"). */
  readonly wikidata: string;
  readonly sector: SectorCode;
  readonly lng: number;
  readonly lat: number;
  /** Gross floor area; NaN where unknown. */
  readonly floorAreaSquareMeters: number;
  /** Whether the source gives the floor area, or it was measured from an outline; of no meaning where unknown. */
  readonly floorAreaSource: 'known' | 'footprint';
  readonly state: StoreState;
  /** For display. */
  readonly address: string;
  /** Telephone numbers as the source spells them, apart by semicolons; absent where it gives none. */
  readonly phone?: string;
  /** Address of its page. */
  readonly site?: string;
  /** Day on which somebody, or a crawler, last saw it, as YYYY-MM-DD; that of its list where absent. */
  readonly seen?: string;
  /** Whether the row is a copy of another kind of list, and so no sighting of its own. */
  readonly copiedFrom?: StoreSourceKind;
  /** How a report names it: "node 123", "row 17". */
  readonly ref: string;
  /** A cell of it that could not be read, for the report. */
  readonly unread?: string;
}

/** A source of stores. Sources push rows one by one; `drop` receives the reason why a row is none. */
export interface StoreSource {
  /** How the report names it. */
  readonly name: string;
  readonly kind: StoreSourceKind;
  /** Day of the list, as YYYY-MM-DD or a part of it; "" or absent where not known. */
  readonly date?: string | undefined;
  each(push: (store: StorePoint) => void, drop: (reason: string, ref: string) => void): Promise<void>;
}

/** Inputs of the family "players". */
export interface PlayersInput {
  /** In order of preference: of duplicates the first source's place, name and sector are kept. */
  readonly sources: readonly StoreSource[];
  /**
   * Brands that spellings are brought to; those of the name-suggestion-index for the territory's countries where absent.
   */
  readonly brands?: readonly KnownBrand[];
  /** How complete the stores are thought to be, 0..1 or null, and why. */
  readonly completeness?: { readonly estimate: number | null; readonly note: string };
  /** Counts of establishments to compare the stores with, before those that are shipped with the catalogue. */
  readonly registers?: () => Promise<readonly Register[]>;
}

/** A brand that is known beforehand, with its spellings in one sector. */
export interface KnownBrand {
  readonly name: string;
  readonly wikidata: string;
  readonly sector: SectorCode;
  /** Other spellings, in any case. */
  readonly spellings: readonly string[];
}
