import type { Km } from './kilometers.ts';

/** Mountains as ridge lines: 1 on the ridge, falling to 0 at `halfWidthKm`. Towns and lanes keep below 0.35. */
export const RIDGES: readonly { readonly line: readonly Km[]; readonly halfWidthKm: number }[] = [
  {
    line: [
      [-17.5, 9.6],
      [-14, 10.9],
      [-10.5, 11],
      [-7.2, 10.3],
      [-4.6, 10.4],
    ],
    halfWidthKm: 3.4,
  },
  {
    line: [
      [0.6, 12.8],
      [4, 12.2],
      [8, 12.6],
      [12, 12.6],
    ],
    halfWidthKm: 3,
  },
  {
    line: [
      [27, 14.4],
      [28.6, 13.4],
    ],
    halfWidthKm: 1.5,
  },
  {
    line: [
      [-4.6, -4.3],
      [-6.2, -4.4],
    ],
    halfWidthKm: 0.7,
  },
];
