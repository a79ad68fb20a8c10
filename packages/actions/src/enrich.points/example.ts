import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;

/** People within 5 minutes by car of three places of the demo capital, for at most 40 credits. */
export const example = {
  points: [
    { id: 'town hall', lat, lng },
    { id: 'north', lat: lat + 0.01, lng },
    { id: 'west', lat, lng: lng - 0.01 },
  ],
  bandSeconds: [300],
  include: ['people'],
  maxCredits: 40,
};
