import { DEMO_PLACE } from '../action/demoPlace.ts';

const { lat, lng } = DEMO_PLACE;

/** North and east of the demo capital in degrees, square meters, sales of a year. */
const STORES = [
  [0, 0.012, 900, 5_400_000],
  [0.004, -0.014, 1200, 6_100_000],
  [-0.008, 0.004, 650, 4_300_000],
  [0.012, 0.008, 1500, 7_200_000],
  [-0.012, -0.016, 800, 3_900_000],
  [0.02, -0.006, 1100, 4_800_000],
  [0.024, 0.014, 1400, 5_600_000],
  [0.008, 0.028, 700, 3_100_000],
  [0.016, -0.03, 950, 3_500_000],
  [-0.004, -0.034, 1250, 4_700_000],
] as const;

/** Ten supermarkets around the demo capital; the last opened in May. */
export const example = {
  sectorCode: 'food.supermarket',
  stores: STORES.map(([north, east, squareMeters, sales], i) => ({
    id: i + 1,
    lat: Math.round((lat + north) * 1e6) / 1e6,
    lng: Math.round((lng + east) * 1e6) / 1e6,
    squareMeters,
    ...(i === STORES.length - 1
      ? { openedAt: '2025-05-01', sales: [{ period: '2025', amount: Math.round((sales * 8) / 12) }] }
      : { sales }),
  })),
};
