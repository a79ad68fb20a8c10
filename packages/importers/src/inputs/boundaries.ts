import type { AreaKind, MultiPolygonCoordinates } from '@hinterland/territory';

/** An administrative area or postcode with its outline. */
export interface Boundary {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly kind: AreaKind;
  /** 2 for the country, 4..9, -1 for postcodes. */
  readonly level: number;
  readonly localType: string;
  /** Empty for an area that holds the whole map and whose outline is not known. */
  readonly polygon: MultiPolygonCoordinates;
  /** The outline is known only in part (cut by the map's edge). */
  readonly cut: boolean;
}
