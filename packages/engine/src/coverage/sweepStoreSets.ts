import type { Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import { uint32Pages } from '../memory/pages.ts';
import { originSeeds } from '../search/seeds.ts';
import type { SnappedOrigin } from '../snap/snapOrigins.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { NO_COST } from '../sweep/costs.ts';
import { PoleLegs } from '../sweep/poleLegs.ts';
import { type PreparedSweep, roadOfEdge } from '../sweep/preparedSweep.ts';
import { LANES } from '../sweep/sweepMemory.ts';
import { RunBuilder } from './classRuns.ts';
import { TooManyPolesError } from './poleLimit.ts';
import { Refinement } from './refinement.ts';
import { finishSets, placesOfMasks, type StoreSets } from './storeSets.ts';

/** Marks a road whose poles do not share one class; the other bits are the position of their classes. */
const SPLIT = 0x80000000;

/** Poles are counted on while the batches so far point to more than this share of the limit: counting has its price. */
const WORTH_COUNTING = 0.7;

/**
 * Finds the sets with sweeps over a hierarchy, 32 places at a time. Places near each other share a sweep, so that it skips
 * most of the network. A road has one class as long as all its poles reach the same places; only roads at the rim of a
 * catchment are examined pole by pole.
 */
export function sweepStoreSets(
  territory: Territory,
  costs: EdgeCosts,
  prepared: PreparedSweep,
  origins: readonly SnappedOrigin[],
  limitCost: number,
  progress: (fraction: number) => void,
  polesMax = Number.POSITIVE_INFINITY,
): StoreSets {
  const { positionOf } = prepared.tables;
  const { fromNode } = territory.edges;
  const positions = origins.map(({ edge }) => positionOf[fromNode[edge]!]!);
  const order = origins.map((_, place) => place).sort((a, b) => positions[a]! - positions[b]! || a - b);

  const reach = new SweptReach(territory, costs, prepared, limitCost);
  for (let start = 0; start < order.length; start += LANES) {
    progress(start / order.length);
    reach.add(
      start / LANES,
      order.slice(start, start + LANES).map((place) => origins[place]!),
    );
    if (reach.sureCount > polesMax) throw new TooManyPolesError(reach.sureCount, polesMax);
    reach.isCounting = reach.sureCount * order.length > WORTH_COUNTING * polesMax * (start + LANES);
  }
  const { refinement } = reach;
  const builder = new RunBuilder(refinement);
  reach.addRuns(builder);
  const of = { territory, mode: costs.mode, places: origins.length };
  return finishSets(of, builder, placesOfMasks(refinement, order));
}

/** A place of the current batch on a road with poles, and the sweep's costs of that road. */
interface OwnRoad {
  readonly places: { readonly origin: SnappedOrigin; readonly lane: number }[];
  sure: number;
  open: number;
}

/** Memory of classes, kept with the sweep for the next network. */
interface KeptClasses {
  readonly ofEdge: Uint32Array;
  ofPole: Uint32Array;
}
const keptClasses = new WeakMap<PreparedSweep, KeptClasses>();

/** Classes of roads and poles, refined by one sweep after another. */
class SweptReach {
  readonly refinement = new Refinement();
  /** Whether the next batch adds to `sureCount`. */
  isCounting = true;
  /** Poles on roads that places reach as a whole, a pole once per place: a lower bound of all that are reached. */
  sureCount = 0;
  readonly #territory: Territory;
  readonly #costs: EdgeCosts;
  readonly #prepared: PreparedSweep;
  readonly #limitCost: number;
  readonly #firstSnap: Uint32Array;
  /** Class by edge, or SPLIT and the place of the classes of its poles. */
  readonly #classOfEdge: Uint32Array;
  /** Classes of the poles of split roads, in the order in which the roads were split. */
  #classOfPole: Uint32Array;
  readonly #kept: KeptClasses;
  #splitPoles = 0;
  /** 1 for roads on which a place of the batch lies. */
  readonly #isOwn: Uint8Array;
  readonly #legs: PoleLegs;
  /** Masks of the poles of the current road. */
  #masks = new Uint32Array(256);
  /** Remaining limit at the ends of the current road in the open lanes; below 0 if they are not reached. */
  readonly #fromBudgets = new Int32Array(LANES);
  readonly #toBudgets = new Int32Array(LANES);

  constructor(territory: Territory, costs: EdgeCosts, prepared: PreparedSweep, limitCost: number) {
    this.#territory = territory;
    this.#costs = costs;
    this.#prepared = prepared;
    this.#limitCost = limitCost;
    this.#firstSnap = snapStarts(territory, costs.mode);
    const kept = keptClasses.get(prepared) ?? {
      ofEdge: uint32Pages(territory.edges.rows),
      ofPole: uint32Pages(1 << 20),
    };
    keptClasses.set(prepared, kept);
    this.#kept = kept;
    this.#classOfEdge = kept.ofEdge.fill(0);
    this.#classOfPole = kept.ofPole;
    this.#isOwn = new Uint8Array(prepared.tables.rows);
    this.#legs = new PoleLegs(territory, costs);
  }

  /** Sweeps a batch and refines everything that it reaches. */
  add(batchNumber: number, batch: readonly SnappedOrigin[]): void {
    const { sweep, tables } = this.#prepared;
    const edgeOf = tables.edge;
    this.refinement.beginBatch(batchNumber);
    sweep.run(
      batch.map((origin) => originSeeds(this.#territory, this.#costs, [origin])),
      this.#limitCost,
    );
    const own = this.#ownRoads(batch);
    for (const road of own.keys()) this.#isOwn[road] = 1;
    const { isCounting } = this;
    sweep.forEachRoad((road, sure, open) => {
      if (isCounting) this.sureCount += bitCount(sure) * this.#polesOf(edgeOf[road]!);
      if (this.#isOwn[road] === 1) {
        const found = own.get(road)!;
        found.sure = sure;
        found.open = open;
      } else if (open === 0) {
        this.#refineRoad(edgeOf[road]!, sure);
      } else {
        this.#refinePoles(road, sure, open, []);
      }
    });
    for (const [road, { places, sure, open }] of own) {
      this.#isOwn[road] = 0;
      this.#refinePoles(road, sure, open, places);
    }
  }

  /** Classes by row of the snap table; nothing can be added afterwards. */
  addRuns(builder: RunBuilder): void {
    const firstSnap = this.#firstSnap;
    const classOfEdge = this.#classOfEdge;
    let row = 0;
    // Neighboring roads of one class are one run.
    let current = -1;
    for (let edge = 0; edge + 1 < firstSnap.length; edge++) {
      const end = firstSnap[edge + 1]!;
      if (row === end) continue;
      const refined = classOfEdge[edge]!;
      if (refined !== current) {
        if (current >= 0) builder.add(current, row);
        current = refined;
      }
      if (refined >= SPLIT) {
        const shift = refined - SPLIT - row;
        for (; row < end; row++) builder.add(this.#classOfPole[row + shift]!, row + 1);
        current = -1;
      }
      row = end;
    }
    if (current >= 0) builder.add(current, row);
  }

  /** Adds the poles that places reach directly along their own roads, not over the roads' ends. */
  #ownRoads(batch: readonly SnappedOrigin[]): Map<number, OwnRoad> {
    const { tables } = this.#prepared;
    const own = new Map<number, OwnRoad>();
    batch.forEach((origin, lane) => {
      const road = roadOfEdge(this.#territory.edges, tables, origin.edge);
      if (road < 0) return;
      const entry = own.get(road) ?? { places: [], sure: 0, open: 0 };
      own.set(road, entry);
      entry.places.push({ origin, lane });
    });
    return own;
  }

  #polesOf(edge: number): number {
    return this.#firstSnap[edge + 1]! - this.#firstSnap[edge]!;
  }

  #refineRoad(edge: number, mask: number): void {
    const refined = this.#classOfEdge[edge]!;
    if (refined < SPLIT) {
      this.#classOfEdge[edge] = this.refinement.refine(refined, mask);
      return;
    }
    const start = refined - SPLIT;
    const end = start + this.#polesOf(edge);
    const classOfPole = this.#classOfPole;
    for (let at = start; at < end; at++) classOfPole[at] = this.refinement.refine(classOfPole[at]!, mask);
  }

  #refinePoles(road: number, sure: number, open: number, places: OwnRoad['places']): void {
    const edge = this.#prepared.tables.edge[road]!;
    const count = this.#polesOf(edge);
    if (this.#masks.length < count) this.#masks = new Uint32Array(2 * count);
    this.#masks.fill(sure, 0, count);
    if (open !== 0) this.#settleOpen(road, edge, open);
    for (const { origin, lane } of places) this.#addStraight(edge, origin, lane);

    const masks = this.#masks;
    let isUniform = true;
    for (let i = 1; i < count; i++) if (masks[i] !== masks[0]) isUniform = false;
    if (isUniform) {
      if (masks[0] !== 0) this.#refineRoad(edge, masks[0]!);
      return;
    }
    const start = this.#split(edge, count);
    const classOfPole = this.#classOfPole;
    for (let i = 0; i < count; i++) {
      if (masks[i] !== 0) classOfPole[start + i] = this.refinement.refine(classOfPole[start + i]!, masks[i]!);
    }
  }

  /** Splits a road: returns the position of the classes of its poles, which differ from now on. */
  #split(edge: number, count: number): number {
    const refined = this.#classOfEdge[edge]!;
    if (refined >= SPLIT) return refined - SPLIT;
    const start = this.#splitPoles;
    this.#splitPoles += count;
    if (this.#splitPoles > this.#classOfPole.length) {
      const longer = uint32Pages(2 * this.#splitPoles);
      longer.set(this.#classOfPole);
      this.#classOfPole = longer;
      this.#kept.ofPole = longer;
    }
    this.#classOfPole.fill(refined, start, start + count);
    this.#classOfEdge[edge] = SPLIT + start;
    return start;
  }

  /** Adds the open lanes to the masks of the poles that they reach over the ends of the road. */
  #settleOpen(road: number, edge: number, open: number): void {
    const { sweep, tables } = this.#prepared;
    const isNearTo = tables.isNearTo[road] === 1;
    const fromEnd = isNearTo ? tables.far[road]! : tables.near[road]!;
    const toEnd = isNearTo ? tables.near[road]! : tables.far[road]!;
    const [fromBudgets, toBudgets] = [this.#fromBudgets, this.#toBudgets];
    let [mostFrom, mostTo] = [-1, -1];
    for (let lanes = open; lanes !== 0; lanes &= lanes - 1) {
      const lane = 31 - Math.clz32(lanes & -lanes);
      fromBudgets[lane] = this.#limitCost - sweep.cost(fromEnd, lane);
      toBudgets[lane] = this.#limitCost - sweep.cost(toEnd, lane);
      if (fromBudgets[lane]! > mostFrom) mostFrom = fromBudgets[lane]!;
      if (toBudgets[lane]! > mostTo) mostTo = toBudgets[lane]!;
    }
    const masks = this.#masks;
    const legs = this.#legs;
    const start = this.#firstSnap[edge]!;
    for (let row = start; row < this.#firstSnap[edge + 1]!; row++) {
      // Legs matter only at an end that some lane reaches: mostly at one of the two.
      const overFrom = mostFrom < 0 ? NO_COST : legs.overFrom(edge, row);
      const overTo = mostTo < 0 ? NO_COST : legs.overTo(edge, row);
      if (overFrom > mostFrom && overTo > mostTo) continue;
      for (let lanes = open; lanes !== 0; lanes &= lanes - 1) {
        const lane = 31 - Math.clz32(lanes & -lanes);
        if (overFrom <= fromBudgets[lane]! || overTo <= toBudgets[lane]!) masks[row - start]! |= 1 << lane;
      }
    }
  }

  /** Adds a place's lane to the masks of the poles that it reaches straight along its own road. */
  #addStraight(edge: number, origin: SnappedOrigin, lane: number): void {
    const { positionMillimeters, accessMillimeters } = this.#territory.snaps[this.#costs.mode]!;
    const { enteredAtFrom, enteredAtTo, measure } = this.#costs;
    const length = this.#territory.edges.lengthMillimeters[edge]!;
    const start = this.#firstSnap[edge]!;
    for (let row = start; row < this.#firstSnap[edge + 1]!; row++) {
      const ahead = positionMillimeters[row]! - origin.positionMillimeters;
      const part = partialCost((ahead >= 0 ? enteredAtFrom : enteredAtTo)[edge]!, Math.abs(ahead), length);
      if (part < 0) continue;
      const cost = accessCost(measure, origin.accessMillimeters) + part + accessCost(measure, accessMillimeters[row]!);
      if (cost <= this.#limitCost) this.#masks[row - start]! |= 1 << lane;
    }
  }
}

/** Returns how many bits of a word are set. */
function bitCount(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
