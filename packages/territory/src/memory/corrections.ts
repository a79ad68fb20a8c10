/** A store as the lists have it. */
export interface ListedStore {
  readonly name: string;
  readonly brand: string | null;
  readonly sector: string;
  readonly lat: number;
  readonly lng: number;
}

/** What is said of one store in place of what the lists say; members left out stay as they are. */
export interface StoreCorrection {
  /** Id of the store; of one that no list has, an id of its own. */
  readonly id: string;
  /** The store as it was in the lists when it was corrected, by which it is found under a new id; null where no list has it. */
  readonly listed: ListedStore | null;
  /** `left_out`: it is there, and no competitor. */
  readonly state?: 'open' | 'closed' | 'left_out';
  readonly name?: string;
  /** Null: of no brand. */
  readonly brand?: string | null;
  readonly sector?: string;
  readonly squareMeters?: number;
  readonly place?: { readonly lat: number; readonly lng: number };
  readonly address?: string;
}

/** All corrections that a run sees. */
export interface Corrections {
  /** The same as long as no correction is made or undone. */
  readonly revision: string;
  /** Corrections in force, by their origin; several may be about one store. */
  readonly of: { readonly organization: number; readonly operator: number };
  readonly stores: readonly StoreCorrection[];
}

/** What became of corrections in a territory. */
export interface CorrectionsTold extends Omit<Corrections, 'stores'> {
  /** Corrected stores by what was changed; a store may be in several. */
  readonly stores: Readonly<Partial<Record<CorrectionEffect, number>>>;
  /** Corrected stores that the lists no longer have. */
  readonly notFound: number;
}

export const CORRECTION_EFFECTS = [
  'closed',
  'opened',
  'not_competitor',
  'brand',
  'sector',
  'floor_area',
  'moved',
  'added',
] as const;
export type CorrectionEffect = (typeof CORRECTION_EFFECTS)[number];
