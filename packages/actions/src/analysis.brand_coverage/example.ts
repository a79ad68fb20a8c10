import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;

/** Two shops of the demo capital, three minutes by car, and two places to open another. */
export const example = {
  ownPoints: [
    { id: 'town-hall', lat, lng },
    { id: 'north', lat: -36.185, lng: -151.705, name: 'North' },
  ],
  plannedPoints: [
    { id: 'east', lat, lng: -151.675 },
    { id: 'west', lat, lng: -151.72 },
  ],
  minutes: 3,
  mode: 'car',
  areaLevel: 9,
};
