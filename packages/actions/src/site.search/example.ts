import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;
const corner = (north: number, east: number) => [
  Math.round((lng + east) * 1e6) / 1e6,
  Math.round((lat + north) * 1e6) / 1e6,
];

/** Where another bakery should open near the demo capital, for an owner who has one there. */
export const example = {
  sectorCode: 'food.bakery',
  polygon: {
    type: 'Polygon' as const,
    coordinates: [
      [corner(-0.02, -0.03), corner(-0.02, 0.03), corner(0.02, 0.03), corner(0.02, -0.03), corner(-0.02, -0.03)],
    ],
  },
  candidates: 'addresses' as const,
  spacingMeters: 200,
  ownStores: [{ id: 'main', lat, lng, name: 'Main shop' }],
  askedPlaces: [
    {
      id: 'corner',
      lat: Math.round((lat + 0.004) * 1e6) / 1e6,
      lng: Math.round((lng + 0.02) * 1e6) / 1e6,
      name: 'The corner in sight',
    },
  ],
  listCount: 5,
  openCount: 2,
};
