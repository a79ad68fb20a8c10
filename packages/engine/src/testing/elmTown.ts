import type { Territory } from '@hinterland/territory';
import { addressTown } from './addressTown.ts';

/** Longitude of a house of Elm Street, by its number. */
export const lngOf = (number: number) => 10 + number * 0.0008;

/** A town: twenty houses on Elm Street, every 90 m, 11.1 m north of a road of 2 km, and one on Oak Street far from it. */
export function elmTown(): Territory {
  const houses = Array.from({ length: 20 }, (_, i) => ({
    number: `${i + 1}`,
    street: 'Elm Street',
    locality: 'Arden',
    postcode: '1000',
    lat: 0.0001,
    lng: lngOf(i + 1),
  }));
  const far = { number: '7', street: 'Oak Street', locality: 'Arden', postcode: '1000', lat: 0.05, lng: 10.005 };
  return addressTown([...houses, far], {
    manifest: {
      id: 'elm',
      name: 'Elm',
      continent: 'oceania',
      bbox: { west: 9.9, south: -0.1, east: 10.1, north: 0.1 },
    },
    versions: { territory: '2026-10' },
    nodes: { lngMicrodegrees: [10_000_000, 10_009_000, 10_018_000], latMicrodegrees: [0, 0, 0] },
    edges: {
      fromNode: [0, 1],
      toNode: [1, 2],
      lengthMillimeters: [1_000_000, 1_000_000],
      shapeStart: [0, 0],
      roadClass: [10, 10],
      mainComponent: [7, 7],
      street: [0, 0],
    },
    weights: { 'car-normal': { forwardMilliseconds: [60_000, 60_000], backwardMilliseconds: [60_000, 60_000] } },
  });
}
