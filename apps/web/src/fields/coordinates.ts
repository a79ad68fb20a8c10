/** Five digits of a degree are one meter; more are noise of floating point. */
const DIGITS = 1e5;

const degrees = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** Coordinates as the app writes them, "-36.22, -151.7": every place without a name is called so. */
export const coordinatesOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): string =>
  `${degrees(lat)}, ${degrees(lng)}`;
