import { customersOf, type Sector } from '@hinterland/catalogue';
import { capacityPerStore, demandErrorOf, STEPS_PER_SECOND, storesBySector, TOO_FAR } from '@hinterland/engine/market';
import { shareBeyondMap, straightReachMeters } from '@hinterland/engine/snap';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { StoreId } from '../input/stores.ts';
import { ALIKE_METERS, type Contender, contest, deviationsOf, type Ground, isNear } from '../verdicts/contest.ts';
import { HELD_LEAST } from '../verdicts/outcome.ts';
import type { Certainty } from './certaintyFields.ts';
import { completenessOf } from './completeness.ts';
import { demandOf } from './demandData.ts';
import type { Sites } from './sites.ts';

/** The way to two places near each other differs where people typically need as long as for this many times the distance between alike places. */
const DETOUR = 2;
/** Poles whose times are compared, at most. */
const POLES_COMPARED = 2_000;

interface Ranking {
  readonly effects: readonly { readonly netNew: number }[];
  readonly order: readonly number[];
}

/** How sure the first of some sites is; `rankings` are those of `rankSites`, `places` the candidates of the call. */
export function certaintyOf(
  territory: Territory,
  { sector, market, candidates }: Sites,
  places: readonly { readonly id: StoreId; readonly lat: number; readonly lng: number }[],
  rankings: readonly Ranking[],
): Certainty {
  const limitSeconds = 60 * sector.huff.tmaxMinutes;
  const reachMeters = straightReachMeters(market.query, limitSeconds);
  const { order } = rankings[0]!;
  const contenders = order.map((i): Contender & { readonly i: number } => ({
    i,
    ...places[i]!,
    gains: rankings.map(({ effects }) => effects[i]!.netNew),
    beyondShare: shareBeyondMap(territory, places[i]!, reachMeters),
  }));
  const best = contenders[0]!;
  const metersPerSecond = reachMeters / limitSeconds;
  const alike = new Set<Contender>(
    contenders.filter(
      (one) =>
        one !== best &&
        isNear(one, best) &&
        usualDifference(candidates[one.i]!.steps, candidates[best.i]!.steps) <
          (DETOUR * ALIKE_METERS) / metersPerSecond,
    ),
  );
  const { yes, decides } = contest(contenders, groundOf(territory, sector, reachMeters), (one) => alike.has(one));
  const capacity = capacityPerStore(territory, sector);
  return {
    first: rounded(yes),
    decides,
    ...noStoreKnown(territory, sector),
    alike: contenders.flatMap((one) => (alike.has(one) ? [places[one.i]!.id] : [])),
    usualSales: capacity === null ? null : rounded(capacity(candidates[best.i]!.squareMeters)),
    beyondMapShare: rounded(best.beyondShare),
  };
}

/** Median of the seconds by which the times of the same poles to two places differ; Infinity where no pole reaches both. */
function usualDifference(one: Uint16Array | null, other: Uint16Array | null): number {
  if (one === null || other === null) return Number.POSITIVE_INFINITY;
  const every = Math.max(1, Math.floor(one.length / POLES_COMPARED));
  const differences: number[] = [];
  for (let p = 0; p < one.length; p += every) {
    if (one[p] !== TOO_FAR && other[p] !== TOO_FAR) differences.push(Math.abs(one[p]! - other[p]!) / STEPS_PER_SECOND);
  }
  differences.sort((a, b) => a - b);
  return differences[differences.length >> 1] ?? Number.POSITIVE_INFINITY;
}

/** Says where the list knows no store of a sector on the whole map and nobody says that it is complete: draws of what is missing have nothing to grow from. */
export function noStoreKnown(territory: Territory, sector: Sector): Pick<Certainty, 'knowsNoStore'> {
  const known = storesBySector(territory).get(sector.code)?.length ?? 0;
  const isHeld = (completenessOf(territory, sector)?.low ?? 0) >= HELD_LEAST;
  return known === 0 && !isHeld ? { knowsNoStore: true } : {};
}

/** What places of a sector are uncertain of; of people alone without a sector. */
export function groundOf(territory: Territory, sector: Sector | null, reachMeters: number): Ground {
  if (sector === null) return { deviations: deviationsOf(null), reachMeters };
  const known = completenessOf(territory, sector);
  const held = known === null ? 0 : Math.sqrt(known.low * known.high);
  const customers = demandOf(territory).missing.length === 0 ? 'residents' : customersOf(sector);
  const spend = demandErrorOf(territory, sector)?.deviation;
  return {
    deviations: { ...deviationsOf({ held, customers }), ...(spend === undefined ? {} : { spend }) },
    reachMeters,
  };
}
