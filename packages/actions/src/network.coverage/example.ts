import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;
const beside = (north: number, east: number) => ({
  lat: Math.round((lat + north) * 1e6) / 1e6,
  lng: Math.round((lng + east) * 1e6) / 1e6,
});

/** Three stores in and around the demo capital: which one can close, and which of two candidates should open. */
export const example = {
  stores: [
    { id: 'centre', ...beside(0, 0), name: 'Town hall' },
    { id: 'north', ...beside(0.015, -0.005), name: 'North' },
    { id: 'west', ...beside(0, -0.02), name: 'West' },
  ],
  minutes: 3,
  mode: 'car',
  closeCount: 1,
  candidates: [
    { id: 'east', ...beside(0, 0.025), name: 'East' },
    { id: 'south-west', ...beside(-0.01, -0.02), name: 'South-west' },
  ],
  openCount: 1,
  objective: 'mean_minutes',
};
