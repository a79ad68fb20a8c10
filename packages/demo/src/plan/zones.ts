import type { Km } from './kilometers.ts';

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
