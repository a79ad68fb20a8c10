import { SeededRandom } from '@hinterland/geo';
import type { ListingPoint, RealestateInput } from '@hinterland/importers';
import type { PropertyType } from '@hinterland/territory';
import { latMicrodegrees, lngMicrodegrees } from '../geometry/plane.ts';
import type { HouseKind } from '../houses/lots.ts';
import { addressesOf } from '../inputs/addresses.ts';
import type { Town } from '../streets/town.ts';
import type { SettledHouse, World } from '../world.ts';

/** Name of its entry among the demo's sources. */
export const DEMO_LISTINGS = 'Maravea, fictional listings and sales';

const DAY = 86_400_000;
/** Listings appear on the 1,096 days before this one, the day of the file. */
const LAST_DAY = Date.UTC(2026, 9, 31) / DAY;
const DAYS = 1096;

/** Of a hundred dwellings, so many are offered for sale, and for rent, in the 36 months. */
const FOR_SALE = 0.09;
const FOR_RENT = 0.13;
/** Shops and works offered for sale or rent. */
const COMMERCIAL = 0.12;

/** Price per m² of a flat in the middle of the capital at the end, in XMD, and what prices grew by in a year. */
const CAPITAL_PRICE = 5200;
const GROWTH_PER_YEAR = 0.045;
const RENT_GROWTH_PER_YEAR = 0.035;
/** Rent per m² and month of a place whose price per m² is 1,000. */
const RENT_PER_THOUSAND = 3.9;

const TYPES: Readonly<Partial<Record<HouseKind, PropertyType>>> = {
  house: 'house',
  terrace: 'house',
  flats: 'apartment',
  tower: 'apartment',
  shop: 'commercial',
  works: 'commercial',
};
/** Usual floor area in m², and price per m² against that of a flat. */
const AREAS: Readonly<Partial<Record<HouseKind, readonly [meters: number, price: number]>>> = {
  house: [128, 0.86],
  terrace: [98, 0.92],
  flats: [72, 1],
  tower: [64, 1.12],
  shop: [110, 1.25],
  works: [620, 0.34],
};

/**
 * Offers of 36 months, and the deals that homes for sale ended in. Prices fall with the distance from the town's middle
 * and from the capital, per m² with size, and rise over time; rents follow them less than in proportion. The random
 * numbers are a stream of their own: nothing else of the country depends on them.
 */
export function demoRealestate(world: World, seed: number): RealestateInput {
  return {
    currency: 'XMD',
    sources: [
      {
        name: DEMO_LISTINGS,
        showsRows: true,
        async each(push) {
          const random = new SeededRandom(seed + 4711);
          for (const [row, house] of world.houses.entries()) offersOf(world, house, row, random, push);
        },
      },
    ],
  };
}

function offersOf(
  world: World,
  house: SettledHouse,
  row: number,
  random: SeededRandom,
  push: (listing: ListingPoint) => void,
): void {
  const type = TYPES[house.kind];
  const usual = AREAS[house.kind];
  if (type === undefined || usual === undefined) return;
  const level = priceLevel(world, house);
  const doors = [...addressesOf(world, house, row)];
  for (const [door, address] of doors.entries()) {
    const isHome = type !== 'commercial';
    const area = Math.max(18, Math.round(usual[0] * Math.exp(0.28 * random.normal())));
    // Small homes cost more per m²; the same home keeps its quality from offer to offer.
    const perSquareMeter = level * usual[1] * (area / usual[0]) ** -0.18 * Math.exp(0.13 * random.normal());
    for (const kind of ['sale', 'rent'] as const) {
      if (random.next() >= (isHome ? (kind === 'sale' ? FOR_SALE : FOR_RENT) : COMMERCIAL)) continue;
      const day = LAST_DAY - random.int(DAYS);
      const asked = priceAsked(kind, perSquareMeter, area, day);
      // Waiting times are exponential: shorter for rents, longer where a price is high for its place.
      const wait = Math.max(1, Math.round(-Math.log(1 - random.next()) * (kind === 'sale' ? 62 : 21)));
      const open = day + wait > LAST_DAY;
      const id = `M${row + 1}-${door + 1}`;
      const listing: ListingPoint = {
        kind,
        state: 'listing',
        type,
        price: asked,
        floorAreaSquareMeters: area,
        rooms: isHome ? Math.max(1, Math.round(area / 27)) : Number.NaN,
        day,
        daysOnMarket: open ? LAST_DAY - day : wait,
        open,
        // Farms without a number are found by their place.
        lng: lngMicrodegrees(house.x) / 1e6,
        lat: latMicrodegrees(house.y) / 1e6,
        address,
        id: `${id}${kind === 'sale' ? 's' : 'r'}`,
        ref: `house ${row + 1}, door ${door + 1}`,
      };
      push(listing);
      const discount = 1 - Math.min(0.12, Math.abs(0.035 * random.normal()));
      const isWithdrawn = random.next() < 0.18;
      if (kind === 'rent' || open || isWithdrawn) continue;
      const price = Math.round((asked * discount) / 500) * 500;
      push({ ...listing, state: 'transaction', price, day: day + wait, daysOnMarket: -1, open: false, id: `${id}d` });
    }
  }
}

function priceAsked(kind: 'sale' | 'rent', perSquareMeter: number, area: number, day: number): number {
  const years = (day - LAST_DAY) / 365.25;
  if (kind === 'sale') return Math.round((perSquareMeter * (1 + GROWTH_PER_YEAR) ** years * area) / 1000) * 1000;
  const rent = RENT_PER_THOUSAND * (perSquareMeter / 1000) ** 0.82;
  return Math.round((rent * (1 + RENT_GROWTH_PER_YEAR) ** years * area) / 5) * 5;
}

/** Price per m² of a usual flat at a place, at the end: less far from the middle of its town, less far from the capital. */
function priceLevel({ towns }: World, house: SettledHouse): number {
  const capital = towns[0]!;
  const town = towns.reduce((best: Town, each) => (each.fromCenter(house) < best.fromCenter(house) ? each : best));
  const kilometers = (from: Town) => from.fromCenter(house) / 1000;
  const isCapital = town === capital;
  const inTown = Math.exp(-kilometers(town) / (isCapital ? 9 : 6));
  const ofTown = isCapital ? 1 : 0.42 + 0.3 * Math.exp(-kilometers(capital) / 18);
  return CAPITAL_PRICE * ofTown * (0.45 + 0.55 * inTown);
}
