import type { Sector } from '@hinterland/catalogue';
import { NONE } from '@hinterland/territory';
import { turnedAround } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { decayTable, type HuffParameters, stepOf } from '../market/decay.ts';
import { sectorDemand } from '../market/sectorDemand.ts';
import { outsideOptionOf } from '../market/sectorMarket.ts';
import { floorAreaOf, snapOfStore, storesBySector } from '../market/sectorStores.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { RoadPlace, SnappedOrigin } from '../snap/snapOrigins.ts';
import { PLACES_AT_ONCE, type Reach } from './reach.ts';
import type { PoleMarkets } from './sectorGains.ts';

/** An own store that the data on stores do not hold. */
export interface AddedStore {
  readonly snap: SnappedOrigin;
  readonly squareMeters: number;
}

/** Own stores of a market: rows of the data on stores with a floor area that the owner gave, and further ones. */
export interface OwnStores {
  /** Null: the floor area of the data. */
  readonly known: ReadonlyMap<number, number | null>;
  readonly added: readonly AddedStore[];
}

/** A store of a market on its road. */
export interface MarketStore {
  readonly snap: RoadPlace;
  readonly squareMeters: number;
  readonly isOwn: boolean;
}

/**
 * The market of a sector at every pole from which people could come to one of the places: demand, and the utility of all stores
 * that they may choose. Needs 24 bytes per pole of the territory, whatever the number of stores. Null without a census; `outside` is U₀.
 * `progress` receives the share done and may throw to stop.
 */
export function poleMarkets(
  reach: Reach,
  sector: Sector,
  parameters: HuffParameters,
  own: OwnStores,
  places: readonly SnappedOrigin[],
  progress: (fraction: number) => void = () => {},
): (PoleMarkets & { readonly outside: number }) | null {
  const { territory, costs } = reach;
  const demand = sectorDemand(territory, sector);
  if (demand === null) return null;
  const { unit, share } = territory.sociodemo!.poleUnits;
  const poleDemand = new Float64Array(territory.poles.rows);
  for (let pole = 0; pole < poleDemand.length; pole++) {
    if (unit[pole] !== NONE) poleDemand[pole] = demand.perUnit[unit[pole]!]! * share[pole]!;
  }
  const outside = outsideOptionOf(sector, parameters).utility;
  const isChosen = chosenFrom(reach, places, Math.round(parameters.limitSeconds * 1000));
  const stores: MarketStore[] = [];
  for (const row of storesBySector(territory).get(sector.code) ?? []) {
    const snap = snapOfStore(territory, costs.mode, row);
    if (snap === null || !isChosen(snap)) continue;
    const given = own.known.get(row);
    stores.push({
      snap,
      squareMeters: given ?? floorAreaOf(territory, row, sector).squareMeters,
      isOwn: given !== undefined,
    });
  }
  for (const { snap, squareMeters } of own.added) if (isChosen(snap)) stores.push({ snap, squareMeters, isOwn: true });
  return { ...marketOfStores(reach, parameters, poleDemand, outside, stores, progress), outside };
}

/** The market at every pole of some demand per pole, of what buying in no store is worth, and of stores, whatever they come from. */
export function marketOfStores(
  reach: Reach,
  parameters: HuffParameters,
  demand: Float64Array,
  outside: number,
  stores: readonly MarketStore[],
  progress: (fraction: number) => void = () => {},
): PoleMarkets {
  const limitCost = Math.round(parameters.limitSeconds * 1000);
  const decay = decayTable(parameters);
  const utilitySums = new Float64Array(demand.length).fill(outside);
  const ownUtilities = new Float64Array(demand.length);
  // Stores near each other share a search; numbers of edges follow the ground.
  const order = stores.toSorted((a, b) => a.snap.edge - b.snap.edge);
  for (let first = 0; first < order.length; first += PLACES_AT_ONCE) {
    progress(first / order.length);
    const some = order.slice(first, first + PLACES_AT_ONCE);
    const lanes = [...some.keys()];
    const utilities = Float64Array.from(some, ({ squareMeters }) => squareMeters ** parameters.attractionExponent);
    const isOwn = Uint8Array.from(some, (store) => (store.isOwn ? 1 : 0));
    const hasOwn = isOwn.includes(1);
    reach.search(
      some.map(({ snap }) => snap),
      limitCost,
    );
    reach.forEachPole(lanes, (pole, times) => {
      let sum = 0;
      for (let lane = 0; lane < lanes.length; lane++) {
        if (times[lane]! > limitCost) continue;
        const u = utilities[lane]! * decay[stepOf(times[lane]!)]!;
        sum += u;
        if (hasOwn && isOwn[lane] === 1) ownUtilities[pole]! += u;
      }
      utilitySums[pole]! += sum;
    });
  }
  progress(1);
  return { demand, utilitySums, ownUtilities };
}

/** Returns a test of whether somebody who could come to one of the places may choose a store: true for all of these, and perhaps for more. */
function chosenFrom(
  { territory, costs, checkpoint }: Reach,
  places: readonly SnappedOrigin[],
  limitCost: number,
): (store: SnappedOrigin) => boolean {
  const workspace = workspaceOf(territory);
  workspace.clear();
  bucketSearch(searchGraph(territory, costs), originSeeds(territory, costs, places), limitCost, workspace, checkpoint);
  const { fromNode, toNode } = territory.edges;
  const homes = new Set(workspace.reached.subarray(0, workspace.reachedCount));
  // A home between two nodes may reach a place over one of them alone.
  for (const { edge } of places) homes.add(fromNode[edge]!).add(toNode[edge]!);
  workspace.clear();
  const nodes = [...homes];
  const seeds = { nodes, costs: nodes.map(() => 0) };
  bucketSearch(searchGraph(territory, turnedAround(costs)), seeds, limitCost, workspace, checkpoint);
  const isReached = new Uint8Array(territory.nodes.rows);
  for (let i = 0; i < workspace.reachedCount; i++) isReached[workspace.reached[i]!] = 1;
  workspace.clear();
  return ({ edge }) => isReached[fromNode[edge]!] === 1 || isReached[toNode[edge]!] === 1;
}
