const KILOMETERS_PER_MILE = 1.609344;

/** Returns a signed limit in km/h; null where there is none, or a word. */
export function signedLimit(text: string | undefined): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(mph|km\/h)?$/.exec(text?.trim() ?? '') ?? [];
  if (number === undefined) return null;
  const kmh = Number(number) * (unit === 'mph' ? KILOMETERS_PER_MILE : 1);
  return kmh >= 5 && kmh <= 130 ? kmh : null;
}
