/** Numbers that look random but depend on the place alone, for coasts, winding roads and differences between quarters. */

/** A number in [0, 1) for a whole-numbered place. */
export function hash2(ix: number, iy: number, seed: number): number {
  let h = Math.imul(ix, 0x27d4eb2d) ^ Math.imul(iy, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [-1, 1] whose hills are about `wavelength` wide. */
export function noise2(x: number, y: number, wavelength: number, seed: number): number {
  const gx = x / wavelength;
  const gy = y / wavelength;
  const ix = Math.floor(gx);
  const iy = Math.floor(gy);
  const fx = smooth(gx - ix);
  const fy = smooth(gy - iy);
  const south = hash2(ix, iy, seed) * (1 - fx) + hash2(ix + 1, iy, seed) * fx;
  const north = hash2(ix, iy + 1, seed) * (1 - fx) + hash2(ix + 1, iy + 1, seed) * fx;
  return (south * (1 - fy) + north * fy) * 2 - 1;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}
