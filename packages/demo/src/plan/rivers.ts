import type { Km } from './kilometers.ts';

export interface RiverPlan {
  readonly name: string;
  readonly course: readonly Km[];
  readonly widthAtSourceMeters: number;
  readonly widthAtMouthMeters: number;
}

export const RIVERS: readonly RiverPlan[] = [
  {
    name: 'Waimarō River',
    course: [
      [-8, 7.9],
      [-6.2, 7.3],
      [-4.6, 6.5],
      [-2.6, 5.4],
      [-0.7, 4.5],
      [0.9, 3.4],
      [1.5, 2.4],
      [1.15, 1.3],
      [0.75, 0.5],
      [0.8, -0.3],
      [0.75, -1.6],
    ],
    widthAtSourceMeters: 14,
    widthAtMouthMeters: 130,
  },
  {
    name: 'Rivière des Roseaux',
    course: [
      [8.6, 9.3],
      [10.4, 8.7],
      [12.4, 8.9],
      [14.2, 9.7],
      [15.6, 10.3],
      [17.2, 10.9],
    ],
    widthAtSourceMeters: 10,
    widthAtMouthMeters: 40,
  },
  {
    name: 'Ruisseau Gris',
    course: [
      [-15.4, 8.2],
      [-16.6, 6.6],
      [-18.4, 5.2],
      [-19.8, 3.4],
      [-20.2, 0.8],
    ],
    widthAtSourceMeters: 8,
    widthAtMouthMeters: 34,
  },
];
