/**
 * The map of Maravea as a planner would sketch it: everything here is drawn by hand, everything else grows out of it.
 * Positions are kilometres east and north of the capital's town hall.
 */
export type Km = readonly [east: number, north: number];

/** Coasts by control points, in any sense of rotation; noise of up to `roughnessMeters` makes them ragged. */
export const ISLANDS: readonly {
  readonly name: string;
  readonly roughnessMeters: number;
  readonly coast: readonly Km[];
}[] = [
  {
    name: 'Marava Nui',
    roughnessMeters: 1900,
    coast: [
      [-25.5, 7.5],
      [-25, 11],
      [-22.8, 13.4],
      [-19.5, 15.6],
      [-15.5, 17.4],
      [-12, 16.6],
      [-9.6, 16.2],
      [-8.2, 15.1],
      [-6.6, 15.5],
      [-5, 17],
      [-3.8, 19.4],
      [-1.5, 20.6],
      [1.5, 19.8],
      [4, 17.8],
      [8, 16.8],
      [12, 17.4],
      [15.5, 18],
      [18.5, 16.8],
      [18.8, 14],
      [17.6, 12.2],
      [16.7, 10.9],
      [17.2, 9.6],
      [18.6, 8.4],
      [20.8, 7.4],
      [22, 5],
      [21, 1.8],
      [18, -0.4],
      [14.5, -2],
      [11, -3.6],
      [7.5, -5],
      [4.6, -5.1],
      [3.2, -3.9],
      [3.5, -2.4],
      [2.6, -1.3],
      [1.3, -1],
      [-0.3, -0.9],
      [-1.7, -1.25],
      [-2.5, -2.4],
      [-2.4, -3.8],
      [-3.6, -5],
      [-6.6, -5],
      [-9.5, -4],
      [-13, -2.5],
      [-16.5, -1.5],
      [-18.6, 0.1],
      [-20, 1.2],
      [-22.5, 2],
      [-24.6, 4.2],
    ],
  },
  {
    name: 'Tuaro',
    roughnessMeters: 1900,
    coast: [
      [23.6, 13],
      [24.4, 15.4],
      [26.6, 16.8],
      [29.4, 16.6],
      [31.2, 15],
      [31.4, 12.6],
      [29.8, 10.9],
      [27.2, 10.6],
      [25, 11.3],
    ],
  },
  {
    name: 'Motu Manu',
    roughnessMeters: 90,
    coast: [
      [-6.6, -8.4],
      [-6.2, -7.8],
      [-5.5, -7.9],
      [-5.2, -8.5],
      [-5.7, -9],
    ],
  },
];

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

/** What streets and houses keep out of, or where a town does something else; an ellipse turned by `angleDegrees`. */
export interface Zone {
  readonly name: string;
  readonly kind: 'park' | 'airport' | 'port' | 'industry' | 'campus' | 'marina' | 'reserve' | 'hospital';
  readonly center: Km;
  readonly radiusKm: readonly [number, number];
  readonly angleDegrees: number;
}

export const ZONES: readonly Zone[] = [
  { name: 'Botanic Gardens', kind: 'park', center: [-1.15, 0.62], radiusKm: [0.34, 0.26], angleDegrees: 20 },
  { name: 'Parc de la Citadelle', kind: 'park', center: [1.75, 0.98], radiusKm: [0.26, 0.2], angleDegrees: 0 },
  { name: 'Longsands Reserve', kind: 'park', center: [-5.6, -2.5], radiusKm: [0.55, 0.32], angleDegrees: 35 },
  { name: 'Riverbend Wetlands', kind: 'park', center: [-0.5, 3.7], radiusKm: [0.5, 0.26], angleDegrees: -38 },
  { name: 'Tarn Park', kind: 'park', center: [4.75, 2.2], radiusKm: [0.32, 0.36], angleDegrees: 10 },
  { name: 'University of Maravea', kind: 'campus', center: [-2.25, 1.35], radiusKm: [0.36, 0.24], angleDegrees: 30 },
  { name: 'Halcyon Hospital', kind: 'hospital', center: [-1.9, 0.12], radiusKm: [0.17, 0.12], angleDegrees: 5 },
  { name: 'Port of Halcyon', kind: 'port', center: [2.05, -0.95], radiusKm: [0.75, 0.3], angleDegrees: -24 },
  { name: 'Quarry Bay Marina', kind: 'marina', center: [-1.75, -1.2], radiusKm: [0.32, 0.17], angleDegrees: -40 },
  {
    name: 'Redstone Industrial Estate',
    kind: 'industry',
    center: [-4.5, 2.05],
    radiusKm: [0.85, 0.45],
    angleDegrees: 24,
  },
  {
    name: 'Saltworks Industrial Estate',
    kind: 'industry',
    center: [6.2, 1.15],
    radiusKm: [0.75, 0.32],
    angleDegrees: -12,
  },
  {
    name: 'Halcyon International Airport',
    kind: 'airport',
    center: [-10.6, -2.15],
    radiusKm: [1.6, 0.5],
    angleDegrees: 15,
  },
  { name: 'Belcombe Showground', kind: 'park', center: [-18.75, 2.75], radiusKm: [0.24, 0.18], angleDegrees: 0 },
  { name: 'Motu Manu Bird Reserve', kind: 'reserve', center: [-5.9, -8.4], radiusKm: [1.4, 1.1], angleDegrees: 0 },
];

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

export type DrawnClass = 'motorway' | 'trunk' | 'primary' | 'secondary' | 'tertiary' | 'unclassified';

/** A main road through control points. `wiggleMeters` bends it a little; 0 in towns. */
export interface RoadPlan {
  readonly name: string;
  readonly ref?: string;
  readonly class: DrawnClass;
  readonly course: readonly Km[];
  readonly wiggleMeters: number;
}

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

export const ROADS: readonly RoadPlan[] = [
  // The capital.
  {
    name: 'Northern Road',
    ref: 'A2',
    class: 'primary',
    wiggleMeters: 0,
    course: [
      [-0.05, -0.55],
      [-0.02, 0.1],
      [-0.15, 0.9],
      [-0.75, 1.7],
      [-1.25, 2.45],
      [-1.75, 3.3],
      [-2.2, 4.4],
      [-3, 5.6],
    ],
  },
  {
    name: 'Great Western Road',
    ref: 'A1',
    class: 'primary',
    wiggleMeters: 0,
    course: [
      [-0.02, 0.1],
      [-0.8, -0.05],
      [-1.8, -0.25],
      [-3, -0.55],
      [-4.4, -0.85],
      [-6, -1.05],
      [-7.6, -1.05],
      [-8.7, -0.85],
      [-9.3, -0.55],
      [-9.7, 0.2],
    ],
  },
  {
    name: 'Bridge Street',
    ref: 'A3',
    class: 'primary',
    wiggleMeters: 0,
    course: [
      [-0.02, 0.1],
      [0.7, 0.14],
      [1.5, 0.12],
      [2.4, 0.1],
      [3.6, 0.16],
      [5, -0.05],
      [6.6, -0.3],
      [7.7, -0.1],
      [7.95, 0.36],
      [8.05, 1.1],
    ],
  },
  {
    name: 'Quay Street',
    class: 'secondary',
    wiggleMeters: 0,
    course: [
      [0.58, -0.6],
      [-0.05, -0.55],
      [-0.8, -0.65],
      [-1.45, -0.85],
      [-1.95, -1.25],
      [-2.25, -2],
      [-2.4, -2.9],
      [-2.9, -3.9],
      [-4, -4.45],
      [-5.6, -4.6],
      [-7, -4.4],
      [-8.4, -3.7],
      [-9, -2.9],
      [-8.6, -1.8],
      [-8.2, -0.98],
    ],
  },
  {
    name: 'Ring Street',
    class: 'secondary',
    wiggleMeters: 0,
    course: [
      [-0.8, -0.65],
      [-1.35, -0.3],
      [-1.5, 0.35],
      [-1.35, 1],
      [-0.75, 1.35],
      [0.1, 1.42],
      [1.05, 1.48],
      [1.75, 1.4],
      [2.3, 1],
      [2.45, 0.1],
      [2.3, -0.55],
    ],
  },
  {
    name: 'Harbour Drive',
    class: 'secondary',
    wiggleMeters: 0,
    course: [
      [1.5, 0.12],
      [1.75, -0.4],
      [2.3, -0.55],
      [3.2, -0.85],
      [3.9, -1.7],
      [4.05, -2.8],
      [3.85, -3.8],
      [4.6, -4.6],
      [5.8, -4.5],
      [6.9, -3.7],
      [7.1, -2.4],
      [6.9, -1.2],
      [6.6, -0.3],
    ],
  },
  {
    name: 'Outer Circle',
    class: 'secondary',
    wiggleMeters: 0,
    course: [
      [-4, -4.45],
      [-4.05, -3.2],
      [-4.3, -2],
      [-4.35, -0.84],
      [-4.6, 0.2],
      [-5.02, 1.05],
      [-4.5, 2.7],
      [-3.2, 3.6],
      [-1.85, 3.5],
      [-0.8, 3.25],
      [0.15, 3.4],
      [0.9, 2.9],
      [1.6, 3.05],
      [2.7, 3],
      [3.7, 2.4],
      [4.35, 1.42],
      [4.3, 0.08],
      [4.35, -1.1],
      [5.2, -1.9],
      [7, -2],
    ],
  },
  {
    name: 'University Avenue',
    class: 'tertiary',
    wiggleMeters: 0,
    course: [
      [-1.45, 0.6],
      [-2.2, 0.9],
      [-2.8, 1.5],
      [-3.2, 2.6],
      [-3.2, 3.6],
    ],
  },
  {
    name: 'Airport Drive',
    class: 'secondary',
    wiggleMeters: 0,
    course: [
      [-9.7, 0.2],
      [-9.75, -0.65],
      [-9.9, -1.5],
    ],
  },
  // Around the island.
  {
    name: 'Pacific Highway',
    ref: 'A1',
    class: 'trunk',
    wiggleMeters: 50,
    course: [
      [-12.3, -0.9],
      [-13.6, -0.5],
      [-15.2, 0],
      [-16.8, 0.9],
      [-18.2, 1.5],
      [-19.2, 1.9],
    ],
  },
  {
    name: 'Pacific Highway',
    ref: 'A1',
    class: 'trunk',
    wiggleMeters: 60,
    course: [
      [9.4, 0.7],
      [10.8, 1.8],
      [12.2, 3.4],
      [13.4, 5],
      [14.4, 6.6],
      [15.2, 8.2],
      [15.9, 9.5],
    ],
  },
  {
    name: 'Route du Ponant',
    ref: 'A1',
    class: 'primary',
    wiggleMeters: 90,
    course: [
      [-19.2, 1.9],
      [-20.6, 2.8],
      [-22.4, 3.6],
      [-23.6, 5.6],
      [-23.8, 7.6],
      [-23.6, 9.6],
      [-22.2, 11.4],
      [-20.4, 13.2],
      [-18.6, 14.6],
      [-17, 15.3],
      [-14.8, 15.7],
      [-12.8, 15.5],
      [-10.8, 15],
      [-9.2, 14.5],
      [-8, 14.4],
    ],
  },
  {
    name: 'Coast Road',
    ref: 'A1',
    class: 'primary',
    wiggleMeters: 90,
    course: [
      [-8, 14.4],
      [-6.6, 14.3],
      [-5.4, 15.2],
      [-4, 17],
      [-2.8, 18.4],
      [-1.2, 19.1],
      [0.8, 18.5],
      [2.6, 17.2],
      [4.8, 16.3],
      [8, 15.8],
      [11.2, 16.1],
      [14, 16.5],
      [16.2, 16.2],
      [17.3, 15.1],
      [17.4, 13.6],
      [16.7, 12.2],
      [16.1, 11],
      [15.9, 9.5],
    ],
  },
  {
    name: 'Saltmarsh Road',
    ref: 'B5',
    class: 'secondary',
    wiggleMeters: 80,
    course: [
      [15.9, 9.5],
      [17.2, 8.5],
      [18.8, 7.4],
      [20, 6.2],
      [20.2, 4.6],
      [19.6, 2.6],
      [18.4, 1.3],
      [17, 0.7],
      [15.2, -0.2],
      [13.2, -1.2],
      [11, -2.2],
      [9.4, -2.3],
      [8, -1.9],
      [7, -2],
    ],
  },
  {
    name: 'Dunmarrow Road',
    ref: 'B2',
    class: 'secondary',
    wiggleMeters: 60,
    course: [
      [-12.3, -0.9],
      [-13.4, -1.2],
      [-14.6, -1],
      [-16.4, -0.5],
      [-17.8, 0.5],
      [-18.8, 1.4],
      [-19.2, 1.9],
    ],
  },
  {
    name: 'Greywell Road',
    ref: 'B4',
    class: 'secondary',
    wiggleMeters: 70,
    course: [
      [8.05, 1.1],
      [7.8, 2.4],
      [8, 4],
      [8.2, 5.5],
      [7.8, 7],
      [6.2, 8],
      [4, 8],
      [2, 7.6],
      [-0.2, 7],
      [-2, 6.4],
      [-3, 5.6],
    ],
  },
  {
    name: 'Sainfoin Road',
    ref: 'B6',
    class: 'secondary',
    wiggleMeters: 60,
    course: [
      [8.2, 5.5],
      [10, 5.2],
      [11.6, 5.3],
      [13.2, 5.1],
      [13.4, 5],
    ],
  },
  {
    name: 'Fernlea Road',
    ref: 'B3',
    class: 'secondary',
    wiggleMeters: 80,
    course: [
      [-9.7, 0.2],
      [-10.6, 1.6],
      [-12.2, 3.4],
      [-13.8, 4],
      [-15.6, 3.6],
      [-17.4, 2.9],
      [-19.2, 1.9],
    ],
  },
  {
    name: 'Orchard Road',
    class: 'tertiary',
    wiggleMeters: 50,
    course: [
      [1.6, 3.05],
      [2.3, 4.2],
      [2.6, 5.4],
      [2.2, 6.6],
      [2, 7.6],
    ],
  },
  {
    name: 'Reservoir Road',
    class: 'tertiary',
    wiggleMeters: 70,
    course: [
      [-5.02, 1.05],
      [-6.6, 2.6],
      [-8.4, 3.4],
      [-10.4, 3.4],
      [-12.3, 3.5],
    ],
  },
  {
    name: 'Kōpuni Pass Road',
    class: 'tertiary',
    wiggleMeters: 120,
    course: [
      [7.8, 7],
      [8.6, 8.6],
      [10.4, 10],
      [13.2, 11.4],
      [13.4, 13.6],
      [12.4, 15],
      [11.2, 16.1],
    ],
  },
  {
    name: 'Tunnel Road',
    ref: 'A2',
    class: 'primary',
    wiggleMeters: 40,
    course: [
      [-3, 5.6],
      [-4, 6.7],
      [-5, 7.5],
      [-5.6, 8.6],
      [-5.6, 9.7],
      [-6, 11.3],
      [-6.8, 12.8],
      [-7.6, 13.8],
      [-8, 14.4],
    ],
  },
  // Tuaro.
  {
    name: 'Ara Moana',
    ref: 'T1',
    class: 'secondary',
    wiggleMeters: 60,
    course: [
      [24.5, 13],
      [25.4, 12.4],
      [26.4, 11.6],
      [27.8, 11.4],
      [29.4, 11.8],
      [30.4, 13],
      [30.2, 14.5],
      [29.2, 15.7],
      [27.2, 15.9],
      [25.6, 14.9],
      [25, 13.9],
      [24.5, 13],
    ],
  },
  {
    name: 'Ara Maunga',
    class: 'tertiary',
    wiggleMeters: 70,
    course: [
      [25.2, 14.2],
      [26.4, 13.6],
      [27.3, 12.7],
      [27.8, 11.4],
    ],
  },
];

/** Where the Tunnel Road goes underground. */
export const TUNNEL = { from: [-5.6, 9.7], to: [-6, 11.3] } as const satisfies { from: Km; to: Km };

/** Junctions of the motorway: where it meets these main roads without crossing them. */
export const INTERCHANGES: readonly { readonly name: string; readonly number: string; readonly at: Km }[] = [
  { name: 'Airport', number: '1', at: [-9.75, -0.65] },
  { name: 'Redstone', number: '2', at: [-5.02, 1.05] },
  { name: 'Northern Road', number: '3', at: [-1.25, 2.45] },
  { name: 'Tarn', number: '4', at: [4.35, 1.42] },
  { name: 'Saltworks', number: '5', at: [7.95, 0.36] },
];

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
