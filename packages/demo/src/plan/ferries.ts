import type { Km } from './kilometers.ts';

/** Ferries between piers; `cars` false for the harbour boat. */
export const FERRIES: readonly {
  readonly name: string;
  readonly duration: string;
  readonly cars: boolean;
  /** Pier road or footway on land, from the street network to the water. */
  readonly fromPier: readonly Km[];
  readonly toPier: readonly Km[];
  readonly between: readonly Km[];
}[] = [
  {
    name: 'Ōtamea – Vaimoana',
    duration: '00:35',
    cars: true,
    fromPier: [
      [15.9, 9.5],
      [16.3, 10.15],
      [16.75, 10.35],
    ],
    toPier: [
      [24.5, 13],
      [24.05, 12.75],
      [23.75, 12.65],
    ],
    between: [
      [19, 10.9],
      [21.6, 11.9],
    ],
  },
  {
    name: 'Harbour Ferry',
    duration: '00:12',
    cars: false,
    fromPier: [
      [-0.05, -0.55],
      [-0.05, -0.8],
    ],
    toPier: [
      [4.05, -2.8],
      [3.55, -2.75],
    ],
    between: [
      [1, -1.7],
      [2.4, -2.5],
    ],
  },
];
