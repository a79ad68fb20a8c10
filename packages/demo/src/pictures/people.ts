import { type ListingPoint, Report, type StorePoint } from '@hinterland/importers';
import { census } from '../census/census.ts';
import { fromDegrees, type Point } from '../geometry/plane.ts';
import { boundaries } from '../inputs/boundaries.ts';
import { demoRealestate } from '../listings/listings.ts';
import { demoPlayers } from '../stores/stores.ts';
import { DEMO_SUPPLY, type Reach } from '../stores/supply.ts';
import type { World } from '../world.ts';
import { LAND, STEPS } from './colors.ts';
import { CITY } from './frames.ts';
import { drawGround, drawRivers } from './ground.ts';
import { drawRoads } from './roads.ts';
import { Sheet } from './sheet.ts';

const REACHES: readonly { reach: Reach; text: string; color: string }[] = [
  { reach: 'estate', text: 'needs an estate', color: '#5b6fa8' },
  { reach: 'local', text: 'in every suburb', color: '#6f9a5b' },
  { reach: 'town', text: 'in towns', color: '#d9772b' },
  { reach: 'center', text: 'in the middle of towns', color: '#9c3d6b' },
];

/** Sources count what they drop; those of the demo drop nothing. */
const COUNTER = new Report('pictures').subject('rows');

/** Stage 6: median income of households by census unit. */
export function drawCensus(world: World, seed: number, note: string): string {
  const sheet = new Sheet(CITY);
  drawGround(sheet, world);
  const { topics } = census(world, boundaries(world), seed);
  const income = topics.find(({ code }) => code === 'income')!.columns.get('median_household')!;
  const limits = quantiles([...income].filter((median) => !Number.isNaN(median)));
  for (const [step, color] of STEPS.entries()) {
    const own = (unit: number) => (stepOf(income[unit]!, limits) === step ? unit : -1);
    sheet.areas(world.mesh.outlines(own).values(), `fill="${color}" stroke="#fff" stroke-width="8"`);
  }
  drawRivers(sheet, world.terrain);
  const texts = [`below ${round(limits[0]!)}`, ...limits.map((limit) => `from ${round(limit)}`)];
  return sheet.toSvg(
    '6 · Census',
    'Median yearly income of households in each census unit, in dollars of Maravea.',
    [
      ...STEPS.map((color, step) => ({ text: texts[step]!, color, form: 'field' as const })),
      { text: 'not published', color: LAND, form: 'field' },
    ],
    note,
  );
}

/** Stage 6: stores by the people they are for. */
export async function drawStores(world: World, seed: number, note: string): Promise<string> {
  const sheet = new Sheet(CITY);
  drawGround(sheet, world);
  drawRoads(sheet, world, true);
  const stores: StorePoint[] = [];
  for (const source of demoPlayers(world, seed).sources)
    await source.each(
      (store) => stores.push(store),
      () => undefined,
    );
  for (const { reach, color } of REACHES) {
    const codes = new Set<string>(DEMO_SUPPLY.filter((sector) => sector.reach === reach).map(({ code }) => code));
    const own = stores.filter(({ sector }) => codes.has(sector));
    sheet.dots(own.map(placeOf), color, 5.5);
  }
  return sheet.toSvg(
    '6 · Stores',
    'As many of each sector as the residents call for, behind the doors of shops and works.',
    REACHES.map(({ text, color }) => ({ text, color, form: 'dot' })),
    note,
  );
}

/** Stage 6: prices asked for homes. */
export async function drawListings(world: World, seed: number, note: string): Promise<string> {
  const sheet = new Sheet(CITY);
  drawGround(sheet, world);
  drawRoads(sheet, world, true);
  const homes: ListingPoint[] = [];
  for (const source of demoRealestate(world, seed).sources) {
    await source.each((listing) => {
      if (listing.kind === 'sale' && listing.state === 'listing' && listing.type !== 'commercial') homes.push(listing);
    }, COUNTER);
  }
  const price = ({ price, floorAreaSquareMeters }: ListingPoint) => price / floorAreaSquareMeters;
  const limits = quantiles(homes.map(price));
  for (const [step, color] of STEPS.entries()) {
    sheet.dots(homes.filter((home) => stepOf(price(home), limits) === step).map(placeOf), color, 4.4);
  }
  const texts = [`below ${round(limits[0]!)}`, ...limits.map((limit) => `from ${round(limit)}`)];
  return sheet.toSvg(
    '6 · Listings',
    'Homes offered for sale in three years, by dollars per square meter asked.',
    STEPS.map((color, step) => ({ text: texts[step]!, color, form: 'dot' })),
    note,
  );
}

const placeOf = ({ lng, lat }: { lng: number; lat: number }): Point => fromDegrees(lng, lat);

/** The four values that cut a list into five equal parts. */
function quantiles(values: number[]): number[] {
  const sorted = values.sort((a, b) => a - b);
  return [1, 2, 3, 4].map((i) => sorted[Math.floor((i * sorted.length) / 5)]!);
}

/** -1 where there is no value. */
function stepOf(value: number, limits: readonly number[]): number {
  return Number.isNaN(value) ? -1 : limits.filter((limit) => value >= limit).length;
}

const round = (value: number) => (Math.round(value / 100) * 100).toLocaleString('en');
