/** A store as a release of the lists has it. */
export interface ReleasedStore {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly sector: string;
  readonly lat: number;
  readonly lng: number;
  /** "" where unknown. */
  readonly address: string;
  /** Whether the release says itself that it is closed. */
  readonly isClosed: boolean;
  /** Kind of its list. */
  readonly source: string;
}

export type StoreChangeKind = 'opened' | 'closed' | 'moved' | 'renamed';

/** A change of a store between two releases. */
export interface StoreChange {
  readonly kind: StoreChangeKind;
  /** Null where it opened. */
  readonly before: ReleasedStore | null;
  /** Null where the later release has it no more. */
  readonly after: ReleasedStore | null;
  /** Straight distance between both places; null where one is missing. */
  readonly meters: number | null;
  /** How sure it is that this happened in the street and not in the list alone, 0..1. */
  readonly confidence: number;
}

/** A part of the map in which a list lost or gained nearly all of its stores at once: that is a change of the list. */
export interface ListGap {
  readonly source: string;
  readonly kind: 'lost' | 'gained';
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly stores: number;
}

export interface ReleaseDifference {
  readonly changes: readonly StoreChange[];
  readonly gaps: readonly ListGap[];
}
