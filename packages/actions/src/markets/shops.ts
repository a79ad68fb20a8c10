import { said } from '@hinterland/answers/said';
import type { Mode } from '@hinterland/catalogue';
import {
  areaOfStores,
  isWhereListed,
  placeOfStore,
  placesInBands,
  snapOfStore,
  storesBySector,
} from '@hinterland/engine/market';
import { areaColumn } from '@hinterland/engine/tables';
import { pointInMultiPolygon } from '@hinterland/geo';
import { baseOf, type Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';
import { reachedOf, type Subject } from '../subject/subject.ts';

/** Refuses territories without stores, before anything is charged. */
export function requirePlayers(territory: Territory): NonNullable<Territory['players']> {
  if (territory.players !== null) return territory.players;
  const detail = said('no_stores_at_all', { territory: territory.manifest.name });
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#', detail }] });
}

/** Poles and stores of a part of a subject. */
export interface PartMembers {
  /** Positions in `Subject.poles`. */
  readonly points: Uint32Array;
  /** Of the territory's stores, row = store: 1 where the store lies in the part. */
  readonly holdsStore: Uint8Array;
}

type Catchment = Extract<Subject['origin'], { kind: 'catchment' }>['catchment'];

/** Kept by catchment, then by the stores: corrected ones are other stores. */
const kept = new WeakMap<Catchment, WeakMap<Territory, ReadonlyMap<string, readonly PartMembers[]>>>();

/** Poles and stores of every part of a subject, in the order of its parts; kept as long as its catchment. */
export function membersOf(territory: Territory, subject: Subject, mode: Mode): readonly PartMembers[] {
  const { origin } = subject;
  if (origin.kind !== 'catchment') return otherMembers(territory, subject);
  const ofCatchment = innerOf(kept, origin.catchment);
  const known = ofCatchment.get(territory)?.get(mode);
  if (known !== undefined) return known;
  const members = bandMembers(territory, subject, mode);
  ofCatchment.set(territory, new Map([[mode, members]]));
  return members;
}

/** Every band and every cumulative band, in turn. */
function bandMembers(territory: Territory, { origin, parts }: Subject, mode: Mode): PartMembers[] {
  if (origin.kind !== 'catchment') throw new TypeError('only catchments have bands');
  const { catchment } = origin;
  const { bands } = reachedOf(catchment);
  const storeBands = bandsOfStores(territory, catchment, mode);
  return parts.map((_, i) => {
    const band = Math.floor(i / 2);
    const isWithin = i % 2 === 0 ? (of: number) => of === band : (of: number) => of >= 0 && of <= band;
    return {
      points: positions(bands.length, (at) => isWithin(bands[at]!)),
      holdsStore: Uint8Array.from(storeBands, (of) => (isWithin(of) ? 1 : 0)),
    };
  });
}

const keptReach = new WeakMap<Catchment, WeakMap<Territory, { bands: Int8Array; costs: Float64Array }>>();

function innerOf<K extends object, T>(kept: WeakMap<K, WeakMap<Territory, T>>, key: K): WeakMap<Territory, T> {
  let inner = kept.get(key);
  if (inner === undefined) {
    inner = new WeakMap();
    kept.set(key, inner);
  }
  return inner;
}

/** Band of every store and its cost to the nearest origin (milliseconds or millimeters, Infinity outside). */
export function reachOfStores(
  territory: Territory,
  catchment: Catchment,
  mode: Mode,
): { readonly bands: Int8Array; readonly costs: Float64Array } {
  const ofCatchment = innerOf(keptReach, catchment);
  let known = ofCatchment.get(territory);
  if (known === undefined) {
    // A catchment by road has a mode of its own; a radius looks at places alone.
    const isRadius = catchment.query.measure === 'radius';
    const rows = territory.players?.stores.rows ?? 0;
    const base = baseOf(territory);
    // Stores that stay where the lists have them are reached as there, whatever else is said of them.
    const listed = base === territory ? null : reachOfStores(base, catchment, mode);
    const asked = Uint32Array.from({ length: rows }, (_, row) => row).filter(
      (row) => listed === null || !isWhereListed(territory, row),
    );
    const reach = placesInBands(
      catchment,
      Array.from(asked, (row) => ({
        place: placeOfStore(territory, row),
        snap: isRadius ? null : snapOfStore(territory, mode, row),
      })),
    );
    known = { bands: new Int8Array(rows), costs: new Float64Array(rows) };
    if (listed !== null) {
      known.bands.set(listed.bands);
      known.costs.set(listed.costs);
    }
    for (const [i, row] of asked.entries()) {
      known.bands[row] = reach[i]!.band;
      known.costs[row] = reach[i]!.cost;
    }
    ofCatchment.set(territory, known);
  }
  return known;
}

const bandsOfStores = (territory: Territory, catchment: Catchment, mode: Mode) =>
  reachOfStores(territory, catchment, mode).bands;

function otherMembers(territory: Territory, { origin, parts, poles }: Subject): PartMembers[] {
  const stores = territory.players?.stores.rows ?? 0;
  const everyPole = positions(poles.length, () => true);
  if (origin.kind === 'polygon') {
    const holdsStore = Uint8Array.from({ length: stores }, (_, row) => {
      const { lat, lng } = placeOfStore(territory, row);
      return pointInMultiPolygon(lng, lat, origin.coordinates) ? 1 : 0;
    });
    return [{ points: everyPole, holdsStore }];
  }
  if (origin.kind !== 'areas') throw new TypeError('a catchment has bands');
  const members = origin.rows.map((area): PartMembers => {
    const column = areaColumn(territory, area)!;
    const areaOfPole = territory.poleAreas[column];
    return {
      points: positions(poles.length, (at) => areaOfPole[poles[at]!] === area),
      holdsStore: Uint8Array.from(areaOfStores(territory, column), (row) => (row === area ? 1 : 0)),
    };
  });
  if (parts.length === members.length) return members;
  const holdsStore = new Uint8Array(stores);
  for (const each of members) for (let row = 0; row < stores; row++) holdsStore[row]! |= each.holdsStore[row]!;
  return [...members, { points: everyPole, holdsStore }];
}

function positions(length: number, isMember: (position: number) => boolean): Uint32Array {
  const found = new Uint32Array(length);
  let count = 0;
  for (let at = 0; at < length; at++) if (isMember(at)) found[count++] = at;
  return found.slice(0, count);
}

/** Position of the part that holds all others: the last cumulative band, the total, the only one. */
export const wholeOf = (subject: Subject): number => subject.parts.length - 1;

/** Rows of the territory's open stores, of all sectors. */
export function openStores(territory: Territory): Uint32Array {
  const lists = [...storesBySector(territory).values()];
  const all = new Uint32Array(lists.reduce((sum, rows) => sum + rows.length, 0));
  let at = 0;
  for (const rows of lists) {
    all.set(rows, at);
    at += rows.length;
  }
  return all.sort();
}

/** Returns the number of these stores in a part. */
export function countIn({ holdsStore }: PartMembers, rows: Uint32Array): number {
  let count = 0;
  for (const row of rows) count += holdsStore[row]!;
  return count;
}
