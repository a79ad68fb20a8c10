import { plainName } from '@hinterland/catalogue/columns';

interface Sector {
  readonly code: string;
  readonly name: string;
}

/** Shorter beginnings of words stand in too many others. */
const LEAST = 4;
/** Letters by which words end in other numbers and cases. */
const ENDING = 2;

/**
 * The sector that a name says, "food.supermarket" of "Our supermarkets 2025": the one of whose name or code the name has the most letters. Null
 * where it says none.
 */
export function sectorNamedIn(name: string, sectors: readonly Sector[]): string | null {
  const text = plainName(name);
  let [best, most] = [null as string | null, 0];
  for (const sector of sectors) {
    for (const word of [sector.name, sector.code.split('.').at(-1) ?? '']) {
      const whole = plainName(word);
      const stem = whole.slice(0, Math.max(LEAST, whole.length - ENDING));
      if (stem.length < LEAST || stem.length <= most || !text.includes(stem)) continue;
      [best, most] = [sector.code, stem.length];
    }
  }
  return best;
}
