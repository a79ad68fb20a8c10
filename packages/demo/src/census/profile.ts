import { hash2, noise2 } from '../geometry/noise.ts';
import { distance, type Point } from '../geometry/plane.ts';
import { LOCALITIES } from '../plan/localities.ts';
import { zonesOf } from '../plan/zones.ts';
import type { World } from '../world.ts';

/** Character of a neighborhood, before people are counted. Shares and indices are around those of the country. */
export interface Profile {
  /** Private dwellings in houses, in flats, and halls of residence. */
  readonly houses: number;
  readonly flats: number;
  readonly halls: number;
  /** People who live on boats in the marina: residents without an address. */
  readonly aboard: number;
  readonly flatShare: number;
  /** Household income compared to the country, 1 = typical. */
  readonly income: number;
  /** Leanings from 0 to about 1: students, young workers, families, retired people. */
  readonly student: number;
  readonly young: number;
  readonly family: number;
  readonly retired: number;
  /** Distance to the middle of the nearest town and of the capital. */
  readonly townMeters: number;
  readonly capitalMeters: number;
  readonly urban: boolean;
  /** Holiday homes stand empty at the census. */
  readonly vacancy: number;
  /** Population growth since the previous census, e.g. 0.08. */
  readonly growth: number;
}

const PEOPLE_ABOARD = 46;
const CAMPUS = zonesOf('campus')[0]!.center;
const WORKS = zonesOf('port', 'industry').map(({ center }) => center);

export function profiles(world: World, seed: number): Profile[] {
  const sums = world.units.map(() => ({ houses: 0, flats: 0, halls: 0, weight: 0, x: 0, y: 0 }));
  for (const house of world.houses) {
    const sum = sums[house.unit]!;
    const weight = Math.max(0.2, house.dwellings);
    sum.weight += weight;
    sum.x += weight * house.x;
    sum.y += weight * house.y;
    if (house.kind === 'hall') sum.halls++;
    else if (house.kind === 'flats' || house.kind === 'tower') sum.flats += house.dwellings;
    else sum.houses += house.dwellings;
  }
  return sums.map(({ houses, flats, halls, weight, x, y }, unit) => {
    const { locality, zone } = world.units[unit]!;
    const middle = weight > 0 ? { x: x / weight, y: y / weight } : LOCALITIES[locality]!.center;
    const aboard = zone === 'Quarry Bay Marina' ? PEOPLE_ABOARD : 0;
    return {
      houses,
      flats,
      halls,
      aboard,
      ...character(world, middle, locality, unit, flats / Math.max(1, houses + flats), seed),
    };
  });
}

function character(
  world: World,
  middle: Point,
  locality: number,
  unit: number,
  flatShare: number,
  seed: number,
): Omit<Profile, 'houses' | 'flats' | 'halls' | 'aboard'> {
  const { terrain, towns } = world;
  const capital = towns[0]!;
  const capitalMeters = capital.fromCenter(middle);
  const townMeters = Math.min(...towns.map((town) => town.fromCenter(middle)));
  const urban = towns.some((town) => town.plan.kind !== 'village' && town.depth(middle) > 0);
  const inCapital = capitalMeters < 9_500 && urban;
  const coast = near(terrain.coastMeters(middle), 700);
  const river = near(terrain.bankMeters(middle), 350);
  const works = near(Math.min(...WORKS.map((place) => distance(middle, place))), 1_100);
  const campus = near(distance(middle, CAMPUS), 900);
  const island = middle.x > 23_000 ? 1 : 0;
  const quarter = noise2(middle.x, middle.y, 2_600, seed + 301);
  const jitter = (what: number) => hash2(unit, what, seed + 302) * 2 - 1;
  const ofLocality = hash2(locality, 0, seed + 303) * 2 - 1;

  const gradient =
    (inCapital ? 0.1 + 0.34 * coast + 0.12 * river - 0.42 * works : -0.14 + 0.12 * coast) -
    (urban ? 0 : 0.04) -
    0.22 * island -
    0.16 * campus +
    0.32 * terrain.height(middle) +
    0.2 * quarter +
    0.14 * ofLocality +
    0.08 * jitter(1) -
    0.1 * flatShare;
  const center = inCapital ? near(capitalMeters, 1_600) : 0;
  const suburb = inCapital ? 1 - center : urban ? 0.6 : 0.35;
  return {
    flatShare,
    income: Math.exp(gradient),
    student: Math.min(1, 0.9 * campus + 0.12 * center),
    young: Math.min(1, Math.max(0, 0.65 * center + 0.3 * flatShare + 0.1 * jitter(2))),
    family: Math.min(1, Math.max(0, 0.75 * suburb * (1 - 0.6 * flatShare) - 0.25 * coast + 0.15 * jitter(3))),
    retired: Math.min(
      1,
      Math.max(0, (inCapital ? 0.16 + 0.3 * coast : 0.34 + 0.34 * coast) * (1 - 0.75 * campus) + 0.12 * jitter(4)),
    ),
    townMeters,
    capitalMeters,
    urban,
    vacancy: Math.max(
      0.015,
      0.045 + (urban ? 0 : 0.05 + 0.16 * coast) + 0.04 * island + 0.02 * flatShare + 0.015 * jitter(5),
    ),
    growth: 0.05 + (inCapital ? 0.06 * (1 - center) : -0.05) + 0.05 * flatShare - 0.06 * island + 0.04 * jitter(6),
  };
}

/** 1 at the place itself, 0.5 at `reach` meters, towards 0 far away. */
function near(meters: number, reach: number): number {
  const t = Math.max(0, meters) / reach;
  return 1 / (1 + t * t);
}
