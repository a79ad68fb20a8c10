import type { Sector } from '@hinterland/catalogue';
import { NONE, type Territory } from '@hinterland/territory';
import { type EdgeCosts, turnedAround } from '../graph/edgeCosts.ts';
import { searchGraph } from '../graph/searchGraph.ts';
import { decayTable, type HuffParameters, stepOf } from '../market/decay.ts';
import { sectorDemand } from '../market/sectorDemand.ts';
import { outsideOptionOf } from '../market/sectorMarket.ts';
import { floorAreaOf, snapOfStore, storesBySector } from '../market/sectorStores.ts';
import { bucketSearch } from '../search/bucketSearch.ts';
import { originSeeds } from '../search/seeds.ts';
import { workspaceOf } from '../search/workspace.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import type { Reach } from './reach.ts';
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

/** Stores searched between two reports. */
const STORES_PER_REPORT = 16;

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
  const limitCost = Math.round(parameters.limitSeconds * 1000);
  const decay = decayTable(parameters);
  const outside = outsideOptionOf(sector, parameters).utility;
  const utilitySums = new Float64Array(poleDemand.length).fill(outside);
  const ownUtilities = new Float64Array(poleDemand.length);
  const add = (snap: SnappedOrigin, squareMeters: number, isOwn: boolean) => {
    reach.search(snap, limitCost);
    const utility = squareMeters ** parameters.attractionExponent;
    for (let i = 0; i < reach.count; i++) {
      const u = utility * decay[stepOf(reach.times[i]!)]!;
      utilitySums[reach.poles[i]!]! += u;
      if (isOwn) ownUtilities[reach.poles[i]!]! += u;
    }
  };
  const isChosen = chosenFrom(territory, costs, places, limitCost);
  const rows = storesBySector(territory).get(sector.code) ?? new Uint32Array(0);
  rows.forEach((row, i) => {
    if (i % STORES_PER_REPORT === 0) progress(i / rows.length);
    const snap = snapOfStore(territory, costs.mode, row);
    if (snap === null || !isChosen(snap)) return;
    const given = own.known.get(row);
    add(snap, given ?? floorAreaOf(territory, row, sector).squareMeters, given !== undefined);
  });
  for (const { snap, squareMeters } of own.added) if (isChosen(snap)) add(snap, squareMeters, true);
  progress(1);
  return { demand: poleDemand, utilitySums, ownUtilities, outside };
}

/** Returns a test of whether somebody who could come to one of the places may choose a store: true for all of these, and perhaps for more. */
function chosenFrom(
  territory: Territory,
  costs: EdgeCosts,
  places: readonly SnappedOrigin[],
  limitCost: number,
): (store: SnappedOrigin) => boolean {
  const workspace = workspaceOf(territory);
  workspace.clear();
  bucketSearch(searchGraph(territory, costs), originSeeds(territory, costs, places), limitCost, workspace);
  const { fromNode, toNode } = territory.edges;
  const homes = new Set(workspace.reached.subarray(0, workspace.reachedCount));
  // A home between two nodes may reach a place over one of them alone.
  for (const { edge } of places) homes.add(fromNode[edge]!).add(toNode[edge]!);
  workspace.clear();
  const nodes = [...homes];
  const seeds = { nodes, costs: nodes.map(() => 0) };
  bucketSearch(searchGraph(territory, turnedAround(costs)), seeds, limitCost, workspace);
  const isReached = new Uint8Array(territory.nodes.rows);
  for (let i = 0; i < workspace.reachedCount; i++) isReached[workspace.reached[i]!] = 1;
  workspace.clear();
  return ({ edge }) => isReached[fromNode[edge]!] === 1 || isReached[toNode[edge]!] === 1;
}
