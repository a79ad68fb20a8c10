import type { ListingKind, ListingState, PropertyType } from '@hinterland/territory';
import type { SubjectCounter } from '../report/subjectCounter.ts';

/** An offer or a deal as a source holds it. Texts are "", numbers NaN, days NO_DAY or -1 where the source says nothing. */
export interface ListingPoint {
  readonly kind: ListingKind;
  readonly state: ListingState;
  readonly type: PropertyType;
  /** Of the whole, or rent per month. */
  readonly price: number;
  readonly floorAreaSquareMeters: number;
  readonly rooms: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly daysOnMarket: number;
  readonly open: boolean;
  readonly lng: number;
  readonly lat: number;
  readonly address: ListingAddress;
  readonly id: string;
  /** How a report names it: "row 17". */
  readonly ref: string;
}

export interface ListingAddress {
  readonly number: string;
  readonly numberLast: string;
  readonly unit: string;
  readonly street: string;
  readonly locality: string;
  readonly postcode: string;
}

export interface ListingSourceInput {
  /** Name of one of the territory's source notes of the family realestate. */
  readonly name: string;
  /** Whether single rows may be shown to callers, or figures only. */
  readonly showsRows: boolean;
  /** Hands over every row; rows that are no listing at all are counted as dropped. */
  each(push: (listing: ListingPoint) => void, counter: SubjectCounter): Promise<void>;
}

export interface RealestateInput {
  /** ISO 4217. */
  readonly currency: string;
  readonly sources: readonly ListingSourceInput[];
}
