import type { Km } from './kilometers.ts';

/** A town or village: streets fill its lobes (ellipses), each as dense as its kind says. */
export interface TownPlan {
  readonly name: string;
  readonly kind: 'capital' | 'town' | 'village';
  readonly center: Km;
  /** Ellipses [east, north, radius along, radius across, angle in degrees] in kilometres around absolute places. */
  readonly lobes: readonly (readonly [number, number, number, number, number])[];
  /** Angle of the oldest streets. */
  readonly gridAngleDegrees: number;
}

export const TOWNS: readonly TownPlan[] = [
  {
    name: 'Port Halcyon',
    kind: 'capital',
    center: [0, 0],
    gridAngleDegrees: 7,
    lobes: [
      [-0.4, 0.6, 2.44, 1.63, 12],
      [-4.6, -0.5, 2.22, 1.11, 14],
      [-4.4, -3.2, 1.41, 0.89, 10],
      [-1.8, 3.4, 1.41, 0.99, -20],
      [3.6, 0.1, 1.85, 1.18, -8],
      [4.7, -2.5, 1.26, 1.11, 60],
      [3.2, 3.1, 1.26, 0.81, 35],
      [-7.6, -0.6, 0.89, 0.67, 0],
      [6.6, -0.6, 0.89, 0.67, 0],
    ],
  },
  {
    name: 'Belcombe',
    kind: 'town',
    center: [-19.3, 2],
    gridAngleDegrees: -28,
    lobes: [
      [-19.3, 2, 1.26, 0.81, -25],
      [-18.2, 2.7, 0.89, 0.59, 10],
      [-20.9, 3, 0.74, 0.59, -20],
    ],
  },
  {
    name: 'Anse-Clairvent',
    kind: 'town',
    center: [-8, 14.6],
    gridAngleDegrees: 4,
    lobes: [
      [-8, 14.3, 1.11, 0.67, 3],
      [-9.5, 15, 0.74, 0.52, 20],
      [-6.6, 14.6, 0.67, 0.52, 20],
    ],
  },
  {
    name: 'Ōtamea',
    kind: 'town',
    center: [16, 10],
    gridAngleDegrees: 32,
    lobes: [
      [16, 9.6, 0.96, 0.7, 35],
      [15.3, 8.6, 0.67, 0.52, 0],
      [16.5, 11.6, 0.67, 0.44, 60],
    ],
  },
  {
    name: 'Greywell',
    kind: 'town',
    center: [8.2, 5.6],
    gridAngleDegrees: -12,
    lobes: [
      [8.2, 5.6, 0.96, 0.59, -15],
      [9.2, 4.9, 0.59, 0.44, 0],
    ],
  },
  { name: 'Vaimoana', kind: 'town', center: [24.9, 13.1], gridAngleDegrees: 62, lobes: [[25, 13.3, 0.77, 0.52, 65]] },
  {
    name: 'Cap-des-Vents',
    kind: 'village',
    center: [-24, 7.5],
    gridAngleDegrees: 80,
    lobes: [[-24, 7.5, 0.44, 0.3, 85]],
  },
  {
    name: 'La Ravine',
    kind: 'village',
    center: [-22.4, 11.4],
    gridAngleDegrees: 40,
    lobes: [[-22.4, 11.4, 0.37, 0.3, 40]],
  },
  {
    name: 'Port-Corail',
    kind: 'village',
    center: [-17.2, 15.5],
    gridAngleDegrees: 22,
    lobes: [[-17.2, 15.5, 0.52, 0.3, 25]],
  },
  {
    name: 'Belle-Houle',
    kind: 'village',
    center: [-12.8, 15.7],
    gridAngleDegrees: -8,
    lobes: [[-12.8, 15.7, 0.44, 0.3, -8]],
  },
  {
    name: 'Te Matau',
    kind: 'village',
    center: [-1.2, 19.2],
    gridAngleDegrees: 10,
    lobes: [[-1.2, 19.2, 0.44, 0.33, 0]],
  },
  {
    name: 'Whangarimu',
    kind: 'village',
    center: [4.8, 16.4],
    gridAngleDegrees: -20,
    lobes: [[4.8, 16.4, 0.44, 0.3, -20]],
  },
  { name: 'Kōpuni', kind: 'village', center: [11.2, 16.2], gridAngleDegrees: 12, lobes: [[11.2, 16.2, 0.4, 0.3, 10]] },
  {
    name: 'Rākautapu',
    kind: 'village',
    center: [17.4, 15.2],
    gridAngleDegrees: 70,
    lobes: [[17.4, 15.2, 0.44, 0.33, 75]],
  },
  {
    name: 'Saltmarsh',
    kind: 'village',
    center: [20.3, 5.2],
    gridAngleDegrees: 84,
    lobes: [[20.3, 5.2, 0.48, 0.3, 80]],
  },
  { name: 'Pebble Bay', kind: 'village', center: [17, 0.6], gridAngleDegrees: 30, lobes: [[17, 0.6, 0.55, 0.3, 30]] },
  { name: 'Larkspur', kind: 'village', center: [11, -2.3], gridAngleDegrees: 24, lobes: [[11, -2.3, 0.59, 0.33, 22]] },
  {
    name: 'Dunmarrow',
    kind: 'village',
    center: [-14.4, -1.1],
    gridAngleDegrees: -18,
    lobes: [[-14.4, -1.1, 0.59, 0.33, -18]],
  },
  {
    name: 'Fernlea',
    kind: 'village',
    center: [-12.4, 3.6],
    gridAngleDegrees: 15,
    lobes: [[-12.4, 3.6, 0.44, 0.33, 15]],
  },
  {
    name: 'Upper Waimarō',
    kind: 'village',
    center: [-5.1, 7.4],
    gridAngleDegrees: -28,
    lobes: [[-5.1, 7.4, 0.44, 0.26, -28]],
  },
  { name: 'Ashmere', kind: 'village', center: [2, 7.6], gridAngleDegrees: 35, lobes: [[2, 7.6, 0.44, 0.37, 35]] },
  { name: 'Sainfoin', kind: 'village', center: [13.2, 5.2], gridAngleDegrees: 0, lobes: [[13.2, 5.2, 0.37, 0.3, 0]] },
  {
    name: 'Ana Roa',
    kind: 'village',
    center: [30.2, 14.4],
    gridAngleDegrees: 50,
    lobes: [[30.2, 14.4, 0.37, 0.3, 50]],
  },
  { name: 'Hakatea', kind: 'village', center: [27.8, 11.5], gridAngleDegrees: 5, lobes: [[27.8, 11.5, 0.4, 0.3, 5]] },
];
