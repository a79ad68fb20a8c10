import { haversineMeters, MinHeap } from '@hinterland/geo';
import type { LatLng } from '../query/query.ts';

/** Candidates that lie near each other, with the highest bound of any. */
export interface Group {
  readonly members: readonly number[];
  readonly bound: number;
}

/** Members of a group before any bound is known. */
const FIRST_MEMBERS = 512;

/** Nobody is expected to come nearer faster than this, in meters per second; only the work depends on it. */
const GUESSED_SPEED = 6;

/** Groups of candidates, the one with the highest bound first. */
export class Groups {
  readonly #places: readonly LatLng[];
  readonly #heap = new MinHeap();
  readonly #groups: Group[] = [];
  /** Numbers of groups that were taken out. */
  readonly #free: number[] = [];

  constructor(places: readonly LatLng[]) {
    this.#places = places;
  }

  /** Forgets all groups and makes new ones of all candidates. */
  fill(bounds: Float64Array): void {
    this.#heap.clear();
    this.#groups.length = 0;
    this.#free.length = 0;
    this.#addParts([...this.#places.keys()], bounds, FIRST_MEMBERS);
  }

  /** Takes out the group with the highest bound. */
  pop(): Group | undefined {
    const number = this.#heap.pop();
    if (number < 0) return undefined;
    const group = this.#groups[number]!;
    this.#free.push(number);
    return group;
  }

  push(group: Group): void {
    const number = this.#free.pop() ?? this.#groups.length;
    this.#groups[number] = group;
    this.#heap.push(-group.bound, number);
  }

  add(candidate: number, bounds: Float64Array): void {
    this.push({ members: [candidate], bound: bounds[candidate]! });
  }

  /** Adds candidates again: those that may reach the list in four parts around the middle, the others as one. Returns the number of the others. */
  divide(members: readonly number[], bounds: Float64Array, threshold: number): number {
    const hot: number[] = [];
    const cold: number[] = [];
    for (const member of members) (bounds[member]! >= threshold ? hot : cold).push(member);
    if (cold.length > 0) this.push(groupOf(cold, bounds));
    if (hot.length > 0) this.#addParts(hot, bounds, Math.max(1, hot.length >> 2));
    return cold.length;
  }

  /** The member nearest to the middle of the box around them. */
  centerOf(members: readonly number[]): number {
    const places = this.#places;
    const { south, north, west, east } = this.#boxOf(members);
    const [lat, lng] = [(south + north) / 2, (west + east) / 2];
    const narrowing = Math.cos((lat * Math.PI) / 180);
    let [center, least] = [members[0]!, Infinity];
    for (const member of members) {
      const place = places[member]!;
      const distance = (place.lat - lat) ** 2 + ((place.lng - lng) * narrowing) ** 2;
      if (distance < least) [center, least] = [member, distance];
    }
    return center;
  }

  /** How much longer a search from the center must be for bounds of the members, milliseconds: at most half of the limit. */
  leadGuess(members: readonly number[], center: number, limitCost: number): number {
    const { south, north, west, east } = this.#boxOf(members);
    const { lat, lng } = this.#places[center]!;
    const meters = Math.max(haversineMeters(lng, lat, west, south), haversineMeters(lng, lat, east, north));
    return Math.min(limitCost >> 1, Math.round((1000 * meters) / GUESSED_SPEED) + 30_000);
  }

  #boxOf(members: readonly number[]): { south: number; north: number; west: number; east: number } {
    const box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity };
    for (const member of members) {
      const { lat, lng } = this.#places[member]!;
      if (lat < box.south) box.south = lat;
      if (lat > box.north) box.north = lat;
      if (lng < box.west) box.west = lng;
      if (lng > box.east) box.east = lng;
    }
    return box;
  }

  /** Divides by the longer side until no part has more than so many members. */
  #addParts(members: number[], bounds: Float64Array, most: number): void {
    if (members.length <= most) {
      if (members.length > 0) this.push(groupOf(members, bounds));
      return;
    }
    const places = this.#places;
    const { south, north, west, east } = this.#boxOf(members);
    const isWide = (east - west) * Math.cos((south * Math.PI) / 180) > north - south;
    const key = (member: number) => (isWide ? places[member]!.lng : places[member]!.lat);
    members.sort((a, b) => key(a) - key(b) || a - b);
    const middle = members.length >> 1;
    this.#addParts(members.slice(0, middle), bounds, most);
    this.#addParts(members.slice(middle), bounds, most);
  }
}

function groupOf(members: readonly number[], bounds: Float64Array): Group {
  let bound = -Infinity;
  for (const member of members) bound = Math.max(bound, bounds[member]!);
  return { members, bound };
}
