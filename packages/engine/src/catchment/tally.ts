import { lengthened } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';
import { censusOf } from '../census/census.ts';
import { type DwellingParts, dwellingParts, type UnitParts, unitParts } from '../memory/parts.ts';
import { GROUP_BITS } from './edgeGroup.ts';
import { exactShare } from './exactShare.ts';
import { EDGE_MASK, GROUP_MASK, type PolesByEdge } from './polesByEdge.ts';
import type { PoleVisitor } from './sweepPoles.ts';
import type { Holdings, UnitShares } from './types.ts';

/**
 * Adds up the holdings of poles, per band. Sums of shares are exact, so they are the same whether poles were added one by
 * one or by whole edges, and the cumulative figures of a limit do not depend on the limits below it.
 */
export class Tally implements PoleVisitor {
  readonly #territory: Territory;
  readonly #edges: PolesByEdge | null;
  readonly #poleDwellings: DwellingParts;
  readonly #units: UnitParts | null;
  readonly #bands: number;
  readonly #poles: Float64Array;
  readonly #dwellings: Float64Array;
  readonly #standIns: Float64Array;
  /** 1 + row of `#shares` per unit, 0 for a unit that nothing was added to. */
  readonly #slot: Int32Array;
  readonly #unitsSeen: number[] = [];
  /** Share per slot and band. */
  #shares: Float64Array;

  /** `edges` is null where poles only come one by one. */
  constructor(territory: Territory, bands: number, edges: PolesByEdge | null) {
    this.#territory = territory;
    this.#edges = edges;
    this.#poleDwellings = dwellingParts(territory);
    this.#units = unitParts(territory);
    this.#bands = bands;
    this.#poles = new Float64Array(bands);
    this.#dwellings = new Float64Array(bands);
    this.#standIns = new Float64Array(bands);
    this.#slot = new Int32Array(territory.sociodemo?.units.rows ?? 0);
    this.#shares = new Float64Array(256 * bands);
  }

  pole(pole: number, _cost: number, band: number): void {
    const dwellings = this.#poleDwellings;
    dwellings.need(pole, pole + 1);
    this.#poles[band]!++;
    this.#dwellings[band]! += dwellings.dwellings[pole]!;
    if (dwellings.kind[pole] !== 0) this.#standIns[band]!++;
    const units = this.#units;
    if (units === null) return;
    units.need(pole, pole + 1);
    const unit = units.unit[pole]!;
    if (unit !== NONE && units.share[pole]! > 0) this.#add(unit, band, exactShare(units.share[pole]!));
  }

  wholeEdge(edge: number, band: number): void {
    const { firstSnap } = this.#edges!;
    const { dwellings, standInPoles, firstRun, runUnit, runShare } = this.#edges!.blockOf(edge);
    const row = edge & EDGE_MASK;
    this.#poles[band]! += firstSnap[edge + 1]! - firstSnap[edge]!;
    this.#dwellings[band]! += dwellings[row]!;
    this.#standIns[band]! += standInPoles[row]!;
    const end = firstRun[row + 1]!;
    for (let run = firstRun[row]!; run < end; run++) this.#add(runUnit[run]!, band, runShare[run]!);
  }

  wholeGroup(group: number, band: number): void {
    const { firstSnap } = this.#edges!;
    const first = group << GROUP_BITS;
    const end = Math.min(firstSnap.length - 1, first + (1 << GROUP_BITS));
    const { groupDwellings, groupStandIns, firstGroupRun, groupRunUnit, groupRunShare } = this.#edges!.blockOf(first);
    const row = group & GROUP_MASK;
    this.#poles[band]! += firstSnap[end]! - firstSnap[first]!;
    this.#dwellings[band]! += groupDwellings[row]!;
    this.#standIns[band]! += groupStandIns[row]!;
    const endRun = firstGroupRun[row + 1]!;
    for (let run = firstGroupRun[row]!; run < endRun; run++) this.#add(groupRunUnit[run]!, band, groupRunShare[run]!);
  }

  /** Returns the holdings of each band alone, and with all bands below it. */
  holdings(): { own: Holdings; cumulative: Holdings }[] {
    const units = Uint32Array.from(this.#unitsSeen).sort();
    const own = new Float64Array(units.length);
    const cumulative = new Float64Array(units.length);
    let [poles, dwellings, standIns] = [0, 0, 0];
    return Array.from({ length: this.#bands }, (_, band) => {
      for (let i = 0; i < units.length; i++) {
        own[i] = this.#shares[(this.#slot[units[i]!]! - 1) * this.#bands + band]!;
        cumulative[i]! += own[i]!;
      }
      poles += this.#poles[band]!;
      dwellings += this.#dwellings[band]!;
      standIns += this.#standIns[band]!;
      return {
        own: this.#holdings(this.#poles[band]!, this.#dwellings[band]!, this.#standIns[band]!, units, own),
        cumulative: this.#holdings(poles, dwellings, standIns, units, cumulative),
      };
    });
  }

  #holdings(
    poles: number,
    dwellings: number,
    standInPoles: number,
    units: Uint32Array,
    shares: Float64Array,
  ): Holdings {
    const unitShares = aboveZero(units, shares);
    return { poles, dwellings, standInPoles, unitShares, ...residentsOf(this.#territory, unitShares) };
  }

  #add(unit: number, band: number, share: number): void {
    let slot = this.#slot[unit]! - 1;
    if (slot === -1) {
      slot = this.#unitsSeen.length;
      this.#slot[unit] = slot + 1;
      this.#unitsSeen.push(unit);
      if ((slot + 1) * this.#bands > this.#shares.length) this.#shares = lengthened(this.#shares);
    }
    this.#shares[slot * this.#bands + band]! += share;
  }
}

function aboveZero(units: Uint32Array, shares: Float64Array): UnitShares {
  let count = 0;
  for (let i = 0; i < shares.length; i++) if (shares[i]! > 0) count++;
  const kept = { units: new Uint32Array(count), shares: new Float64Array(count) };
  count = 0;
  for (let i = 0; i < shares.length; i++) {
    if (!(shares[i]! > 0)) continue;
    kept.units[count] = units[i]!;
    kept.shares[count++] = shares[i]!;
  }
  return kept;
}

/** Returns the residents of shares of units, added in the order of the units: the same shares give the same bits. */
function residentsOf(
  territory: Territory,
  { units, shares }: UnitShares,
): Pick<Holdings, 'residents' | 'estimatedUnits'> {
  const census = censusOf(territory);
  if (census === null) return { residents: null, estimatedUnits: 0 };
  const published = census.sociodemo.topics.get('residents')?.columns.get('total');
  let residents = 0;
  let estimatedUnits = 0;
  for (let i = 0; i < units.length; i++) {
    residents += census.weights[units[i]!]! * shares[i]!;
    if (published === undefined || Number.isNaN(published[units[i]!])) estimatedUnits++;
  }
  return { residents, estimatedUnits };
}
