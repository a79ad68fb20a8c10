/** Five digits of a degree are one meter; more are noise of floating point. */
const DIGITS = 1e5;

const degrees = (value: number): number => Math.round(value * DIGITS) / DIGITS;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Coordinates as readers see them, "-36.22, -151.7": every place without a name is called so. */
export const coordinatesOf = ({ lat, lng }: Point): string => `${degrees(lat)}, ${degrees(lng)}`;

/**
 * The name of a place that was found: its own, else its address, else where it lies with the area around it. An area alone is the name of
 * many places: "-36.22, -151.7 (Port Haven)".
 */
export const nameOfFound = (
  place: Point & {
    readonly name?: string | undefined;
    readonly address?: string | null | undefined;
    readonly area?: string | null | undefined;
  },
): string => place.name ?? place.address ?? `${coordinatesOf(place)}${place.area == null ? '' : ` (${place.area})`}`;
