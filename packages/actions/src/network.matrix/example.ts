import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;
const beside = (north: number, east: number) => ({
  lat: Math.round((lat + north) * 1e6) / 1e6,
  lng: Math.round((lng + east) * 1e6) / 1e6,
});

/** Two depots near the demo capital, and the three stores that they deliver to. */
export const example = {
  origins: [
    { id: 'harbour', ...beside(-0.006, 0.004), name: 'Harbour depot' },
    { id: 'west', ...beside(0, -0.02), name: 'West depot' },
  ],
  destinations: [
    { id: 'centre', ...beside(0, 0), name: 'Town hall' },
    { id: 'north', ...beside(0.015, -0.005), name: 'North' },
    { id: 'east', ...beside(0, 0.025), name: 'East' },
  ],
  mode: 'car' as const,
};
