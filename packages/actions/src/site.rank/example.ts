import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;
const beside = (north: number, east: number) => ({
  lat: Math.round((lat + north) * 1e6) / 1e6,
  lng: Math.round((lng + east) * 1e6) / 1e6,
});

/** Two places for a supermarket near the demo capital, beside a store that its owner has already. */
export const example = {
  candidates: [
    { id: 'east', ...beside(0, 0.025), name: 'East' },
    { id: 'north', ...beside(0.015, -0.005), name: 'North' },
  ],
  sectorCode: 'food.supermarket',
  ownStores: [{ id: 'west', ...beside(0, -0.02), name: 'West' }],
};
