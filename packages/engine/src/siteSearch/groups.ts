import { haversineMeters } from '@hinterland/geo';
import type { LatLng } from '../query/query.ts';
import { PLACES_AT_ONCE } from './reach.ts';

/** Nobody is expected to come nearer faster than this, in meters per second; only the work depends on it. */
const GUESSED_SPEED = 5;

/** Candidates that lie near each other, few enough for one search of all. */
export interface Group {
  readonly members: readonly number[];
  /** The member nearest to the middle of the box around them. */
  readonly center: number;
}

/** Groups that lie near each other, few enough for one search of all centers. */
export type Tile = readonly Group[];

/** Divides candidates by the longer side of the box around them until a search holds each part. */
export function tilesOf(places: readonly LatLng[]): Tile[] {
  const tiles: Tile[] = [];
  divide(places, [...places.keys()], PLACES_AT_ONCE ** 2, (members) => {
    const tile: Group[] = [];
    divide(places, members, PLACES_AT_ONCE, (part) => tile.push({ members: part, center: centerOf(places, part) }));
    tiles.push(tile);
  });
  return tiles;
}

/** How much longer a search from the center must be for bounds of the members, milliseconds: at most a third of the limit. */
export function leadGuess(places: readonly LatLng[], { members, center }: Group, limitCost: number): number {
  const { south, north, west, east } = boxOf(places, members);
  const { lat, lng } = places[center]!;
  const meters = Math.max(haversineMeters(lng, lat, west, south), haversineMeters(lng, lat, east, north));
  return Math.min(Math.floor(limitCost / 3), Math.round((1000 * meters) / GUESSED_SPEED) + 30_000);
}

function divide(places: readonly LatLng[], members: number[], most: number, take: (part: number[]) => void): void {
  if (members.length <= most) {
    if (members.length > 0) take(members);
    return;
  }
  const { south, north, west, east } = boxOf(places, members);
  const isWide = (east - west) * Math.cos((south * Math.PI) / 180) > north - south;
  const key = (member: number) => (isWide ? places[member]!.lng : places[member]!.lat);
  members.sort((a, b) => key(a) - key(b) || a - b);
  const middle = members.length >> 1;
  divide(places, members.slice(0, middle), most, take);
  divide(places, members.slice(middle), most, take);
}

function centerOf(places: readonly LatLng[], members: readonly number[]): number {
  const { south, north, west, east } = boxOf(places, members);
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

function boxOf(places: readonly LatLng[], members: readonly number[]) {
  const box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity };
  for (const member of members) {
    const { lat, lng } = places[member]!;
    if (lat < box.south) box.south = lat;
    if (lat > box.north) box.north = lat;
    if (lng < box.west) box.west = lng;
    if (lng > box.east) box.east = lng;
  }
  return box;
}
