import type { Km } from './kilometers.ts';

/** Centre line of the only motorway; its carriageways, junctions and ramps are made of it. */
export const MOTORWAY = {
  name: 'Southern Motorway',
  ref: 'M1',
  course: [
    [-12.3, -0.9],
    [-10.4, -0.75],
    [-8.2, -0.35],
    [-6.6, 0.3],
    [-5, 1.05],
    [-3.2, 2.05],
    [-1.35, 2.45],
    [0.1, 2.35],
    [1.6, 2.05],
    [3.2, 1.7],
    [4.6, 1.35],
    [6.2, 0.55],
    [8, 0.35],
    [9.4, 0.7],
  ],
} as const satisfies { name: string; ref: string; course: readonly Km[] };

/** Junctions of the motorway: where it meets these main roads without crossing them. */
export const INTERCHANGES: readonly { readonly name: string; readonly number: string; readonly at: Km }[] = [
  { name: 'Airport', number: '1', at: [-9.75, -0.65] },
  { name: 'Redstone', number: '2', at: [-5.02, 1.05] },
  { name: 'Northern Road', number: '3', at: [-1.25, 2.45] },
  { name: 'Tarn', number: '4', at: [4.35, 1.42] },
  { name: 'Saltworks', number: '5', at: [7.95, 0.36] },
];
