/** A postal address as a source holds it; texts are "" where the source says nothing. */
export interface AddressPoint {
  readonly lng: number;
  readonly lat: number;
  /** First number with its suffix ("12A"). */
  readonly number: string;
  readonly numberLast: string;
  readonly unit: string;
  readonly street: string;
  readonly locality: string;
  readonly region: string;
  readonly postcode: string;
  /** Dwellings behind this address, 1 where unknown; 0 for an address without residents. */
  readonly dwellings: number;
  /** How a report names it: "node 123", "row 17 (its id)". A number is that of a row and nothing else: 17 is "row 17". */
  readonly ref: string | number;
}

/** A building as a stand-in for addresses; `dwellings` is estimated from floor area where the source does not say. */
export interface BuildingPoint {
  readonly lng: number;
  readonly lat: number;
  readonly dwellings: number;
  readonly ref: string;
}

export type PoleSource =
  | {
      readonly kind: 'address';
      /** How the report names it; "addresses" where absent. */
      readonly name?: string;
      /** As complete outside the map as inside, so that units cut by the map's edge are split by their addresses. */
      readonly beyondMap?: boolean;
      each(push: (address: AddressPoint) => void): Promise<void>;
    }
  | { readonly kind: 'building'; readonly name?: string; each(push: (building: BuildingPoint) => void): Promise<void> }
  /** Points along residential streets, where nothing better is known. */
  | { readonly kind: 'street'; readonly spacingMeters: number };
