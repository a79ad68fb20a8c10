import { chooseJoin, JOIN_KINDS, type JoinKind, type JoinLimits, MODES } from '@hinterland/catalogue';
import { kindBit } from './edgeKinds.ts';
import { type Foot, noFoot, resetFoot } from './foot.ts';
import { cosine, MILLIMETERS_PER_MICRODEGREE, type PoleGroup } from './poleGroup.ts';

/** The plane of one pole is not quite that of another. */
const PLANE_SLACK = 0.98;

/** Bits by mode, then by kind. */
const BITS = MODES.map((_, mode) => JOIN_KINDS.map((kind) => kindBit(mode, kind)));

/** A place, and how far from it there surely is none of some edges. */
interface Clearing {
  lng: number;
  lat: number;
  millimeters: number;
}

/**
 * The place that a pole joins by the rule of `chooseJoin`. On an island most poles have a road of the island before the door
 * and no other within kilometers: to know that none is near is enough, and one search says it for all poles around.
 */
export class PoleJoin {
  readonly #group: PoleGroup;
  readonly #limits: JoinLimits;
  readonly #lng: Int32Array;
  readonly #lat: Int32Array;
  /** Where a usual edge is no farther, no other kind is looked at. */
  readonly #leastBesideMillimeters: number;
  /** An edge within the group's reach beats all of kinds before its own that are farther than this. */
  readonly #beatenMillimeters: number;
  readonly #feet = Object.fromEntries(JOIN_KINDS.map((kind) => [kind, noFoot()])) as Record<JoinKind, Foot>;
  readonly #found = noFoot();
  /** Per mode and kind: where there is no edge of the kinds before. */
  readonly #clearings = MODES.map(() => JOIN_KINDS.map((): Clearing => ({ lng: 0, lat: 0, millimeters: 0 })));

  constructor(group: PoleGroup, limits: JoinLimits, reachMillimeters: number, lng: Int32Array, lat: Int32Array) {
    this.#group = group;
    this.#limits = limits;
    this.#lng = lng;
    this.#lat = lat;
    const beside = Object.values(limits.besideMeters).map((meters) => meters * 1000);
    this.#leastBesideMillimeters = Math.min(reachMillimeters, ...beside);
    this.#beatenMillimeters = Math.max(...beside, limits.factor * reachMillimeters) + 1;
  }

  /** The place for a mode of a pole of the group that `usual` was called for; null where none is in reach. */
  choose(pole: number, mode: number): Foot | null {
    const usual = this.#group.feet[mode]!;
    if (usual.edge !== -1 && usual.distanceMillimeters <= this.#leastBesideMillimeters) return usual;
    const first = usual.edge === -1 ? this.#firstKind(pole, mode) : 0;
    return chooseJoin(this.#limits, (kind, farthestMillimeters) => {
      const number = JOIN_KINDS.indexOf(kind);
      if (number < first) return null;
      if (kind === 'usual' && usual.edge !== -1) return usual;
      const foot = this.#feet[kind];
      const isWithinReach = first > 0 && number === first;
      resetFoot(foot, isWithinReach ? this.#group.reachMillimeters : farthestMillimeters);
      this.#group.nearest(pole, BITS[mode]![number]!, mode, foot);
      return foot.edge === -1 ? null : foot;
    });
  }

  /** Number of the kind within the group's reach that beats all before it; 0 where none surely does. */
  #firstKind(pole: number, mode: number): number {
    for (let kind = 1; kind < JOIN_KINDS.length; kind++) {
      resetFoot(this.#found, this.#group.reachMillimeters);
      this.#group.nearest(pole, BITS[mode]![kind]!, mode, this.#found);
      if (this.#found.edge !== -1) return this.#isClear(pole, mode, kind) ? kind : 0;
    }
    return 0;
  }

  /** Whether all edges of kinds before `kind` are so far from a pole that they are beaten; may say no where they are. */
  #isClear(pole: number, mode: number, kind: number): boolean {
    const clearing = this.#clearings[mode]![kind]!;
    const [lng, lat] = [this.#lng[pole]!, this.#lat[pole]!];
    const needed = this.#beatenMillimeters;
    if (clearing.millimeters > needed) {
      const dx =
        (lng - clearing.lng) * MILLIMETERS_PER_MICRODEGREE * cosine(Math.min(Math.abs(lat), Math.abs(clearing.lat)));
      const dy = (lat - clearing.lat) * MILLIMETERS_PER_MICRODEGREE;
      if (clearing.millimeters * PLANE_SLACK - Math.sqrt(dx * dx + dy * dy) > needed) return true;
    }
    let before = 0;
    for (let i = 0; i < kind; i++) before |= BITS[mode]![i]!;
    resetFoot(this.#found, Math.floor(this.#limits.maxMeters * 1000));
    this.#group.nearest(pole, before, mode, this.#found);
    clearing.lng = lng;
    clearing.lat = lat;
    clearing.millimeters = this.#found.distanceMillimeters;
    return clearing.millimeters * PLANE_SLACK > needed;
  }
}
