import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;
const beside = (north: number, east: number) => ({
  lat: Math.round((lat + north) * 1e6) / 1e6,
  lng: Math.round((lng + east) * 1e6) / 1e6,
});

/** The bakeries that are nearest on foot to two addresses of the demo capital. */
export const example = {
  origins: [
    { id: 'centre', ...beside(0, 0), name: 'Town hall' },
    { id: 'north', ...beside(0.015, -0.005), name: 'North' },
  ],
  sectorCode: 'food.bakery',
  count: 3,
  mode: 'walk' as const,
};
