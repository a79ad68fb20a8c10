import type { Box, MultiPolygonCoordinates } from '@hinterland/geo';

/** A place that a territory is made of. */
export interface Place {
  /** Id of the territory: small letters, digits and dashes. */
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1; the first one names time zone, currency and continent. */
  readonly countries: readonly string[];
  readonly timeZone: string;
  /** What is cut out. */
  readonly box: Box;
  /** A good point to start from; absent where none is known. */
  readonly center?: { readonly lat: number; readonly lng: number };
  /** What its extracts must have, where that is not the whole box: the towns of a country without an extract of its own. */
  readonly points?: readonly (readonly [lng: number, lat: number])[];
  /** Whole: a country or a region of the index, of which nothing is cut. */
  readonly whole?: { readonly extract: string };
  /** Half the side of the box around a town or point. */
  readonly radiusKm?: number;
  /** What is fetched beyond what was asked for, too; `box` holds it. */
  readonly rim?: Rim;
  /** People as GeoNames has them, of the town or the country; 0 where that is not known. */
  readonly population: number;
  /** What was decided on the way, one sentence each. */
  readonly notes: readonly string[];
}

/** The surroundings of a place, from which its people come and go. */
export interface Rim {
  readonly km: number;
  /** The box that was asked for. */
  readonly asked: Box;
  /** Of a country or region its outline with everything so near it: all that is read. A box has none. */
  readonly reach?: MultiPolygonCoordinates;
}
