/** A place as somebody typed it. */
interface TypedPlace {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** A latitude and a longitude in degrees, as people copy them: "-36.2, -151.7". Null where the text is something else. */
export function coordinatesIn(text: string): TypedPlace | null {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return { name: `${lat}, ${lng}`, lat: Number(lat), lng: Number(lng) };
}
