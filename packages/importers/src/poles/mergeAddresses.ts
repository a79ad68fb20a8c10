import { everyRow, filled, haversineMeters, sortRows } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { AddressRows } from './addressRows.ts';
import { type Groups, groupRows, rowsOf } from './groups.ts';
import { POLE_PARAMETERS } from './parameters.ts';
import { sameTuples } from './sameTuples.ts';
import { Texts } from './texts.ts';

/** Microdegrees of latitude that are surely more than a meter. */
const METER_IN_MICRODEGREES = 10;

export interface MergedAddresses {
  readonly poles: number;
  /** Row = address, value = pole. Poles are numbered by their first address. */
  readonly poleOf: Uint32Array;
  /** The addresses of each pole. */
  readonly members: Groups;
  /** Row = address: the earlier row that is the same address to the letter, or the row itself. */
  readonly sameAs: Uint32Array;
}

/**
 * Puts addresses together that are one place to live: within a meter of each other, or the same street and number within
 * 100 m. Letters' case and spaces do not matter. Among those, rows that have the same flat too are one address; the
 * first row stays and takes what it lacks from the others.
 */
export function mergeAddresses(rows: AddressRows): MergedAddresses {
  const places: Places = {
    count: rows.count,
    lng: filled(new Int32Array(rows.count), (row) => rows.lngMicrodegrees(row)),
    lat: filled(new Int32Array(rows.count), (row) => rows.latMicrodegrees(row)),
  };
  const parent = everyRow(rows.count);
  const find = (row: number) => {
    let at = row;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  /** The lower row becomes the root, so the result does not depend on the order of the unions. */
  const joinWithin = (a: number, b: number, meters: number) => {
    const [rootA, rootB] = [find(a), find(b)];
    if (rootA !== rootB && metersBetween(places, a, b) <= meters)
      parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  };

  joinSamePlaces(places, joinWithin);
  const keys = addressKeys(rows);
  joinSameAddresses(places, keys, joinWithin);

  const poleOf = new Uint32Array(rows.count);
  let poles = 0;
  for (let row = 0; row < rows.count; row++) {
    const root = find(row);
    poleOf[row] = root === row ? poles++ : poleOf[root]!;
  }
  const members = groupRows(poleOf, poles);
  return { poles, poleOf, members, sameAs: sameAddressRows(rows, keys, members) };
}

type JoinWithin = (a: number, b: number, meters: number) => void;

/** Microdegrees of all rows. */
interface Places {
  readonly count: number;
  readonly lng: Int32Array;
  readonly lat: Int32Array;
}

/** Joins rows within a meter: a sweep from south to north over the different places. */
function joinSamePlaces({ count, lng, lat }: Places, joinWithin: JoinWithin): void {
  const order = sortRows(sortRows(everyRow(count), lng), lat);
  // Side by side in memory: the sweep looks at each place some thirty times.
  const lngs = filled(new Int32Array(count), (i) => lng[order[i]!]!);
  const lats = filled(new Int32Array(count), (i) => lat[order[i]!]!);
  // A tower may have a thousand flats at one point: they are joined to the first and take no part in the sweep.
  let places = 0;
  for (let i = 0; i < count; i++) {
    if (places > 0 && lats[places - 1] === lats[i] && lngs[places - 1] === lngs[i]) {
      joinWithin(order[places - 1]!, order[i]!, 0);
      continue;
    }
    order[places] = order[i]!;
    lngs[places] = lngs[i]!;
    lats[places++] = lats[i]!;
  }
  for (let i = 0; i < places; i++) {
    const northmost = lats[i]! + METER_IN_MICRODEGREES;
    const reach = reachOfMeter(lats[i]!);
    const [west, east] = [lngs[i]! - reach, lngs[i]! + reach];
    for (let j = i + 1; j < places && lats[j]! <= northmost; j++) {
      if (lngs[j]! < west || lngs[j]! > east) continue;
      joinWithin(order[i]!, order[j]!, POLE_PARAMETERS.samePlaceMeters);
    }
  }
}

/** Microdegrees of longitude that are surely more than a meter. */
function reachOfMeter(latMicrodegrees: number): number {
  return METER_IN_MICRODEGREES / Math.max(0.01, Math.cos((latMicrodegrees * Math.PI) / 180e6));
}

interface AddressKeys {
  /** Equal for the same street and number; 0 where one of the two is not known. */
  readonly house: Uint32Array;
  /** Equal for the same flat. */
  readonly unit: Uint32Array;
}

function addressKeys(rows: AddressRows): AddressKeys {
  const plain = new Texts();
  const plainOf = new Uint32Array(rows.texts.count).fill(NONE);
  const normalized = (name: 'street' | 'number' | 'numberLast' | 'unit') =>
    filled(new Uint32Array(rows.count), (row) => {
      const text = rows.textNumber(row, name);
      if (plainOf[text] === NONE) plainOf[text] = plain.add(rows.texts.at(text).toLowerCase().replace(/\s+/g, ''));
      return plainOf[text]!;
    });
  const [street, number] = [normalized('street'), normalized('number')];
  const house = sameTuples([street, number, normalized('numberLast')]);
  for (let row = 0; row < rows.count; row++) {
    house[row] = street[row] === 0 || number[row] === 0 ? 0 : house[row]! + 1;
  }
  return { house, unit: normalized('unit') };
}

/** Joins rows of the same street and number that are near each other: per house a sweep from south to north. */
function joinSameAddresses({ count, lng, lat }: Places, { house }: AddressKeys, joinWithin: JoinWithin): void {
  const order = sortRows(sortRows(everyRow(count), lat), house);
  const meters = POLE_PARAMETERS.sameAddressMeters;
  for (let i = 1; i < order.length; i++) {
    const a = order[i]!;
    if (house[a] === 0) continue;
    const reach = meters * reachOfMeter(lat[a]!);
    for (let j = i - 1; j >= 0; j--) {
      const b = order[j]!;
      if (house[b] !== house[a] || lat[a]! - lat[b]! > meters * METER_IN_MICRODEGREES) break;
      if (Math.abs(lng[b]! - lng[a]!) > reach) continue;
      joinWithin(a, b, meters);
    }
  }
}

function sameAddressRows(rows: AddressRows, { house, unit }: AddressKeys, members: Groups): Uint32Array {
  const sameAs = everyRow(rows.count);
  for (let pole = 0; pole + 1 < members.start.length; pole++) {
    if (members.start[pole + 1]! - members.start[pole]! === 1) continue;
    const addresses = rowsOf(members, pole);
    const first = new Map<string, number>();
    for (const row of addresses) {
      // Without a street or a number, only rows of the same texts are the same.
      const place =
        house[row] === 0 ? `${rows.textNumber(row, 'street')}/${rows.textNumber(row, 'number')}` : house[row];
      const key = `${place} ${unit[row]}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, row);
        continue;
      }
      sameAs[row] = earlier;
      for (const name of ['locality', 'region', 'postcode'] as const) {
        rows.fill(earlier, name, rows.textNumber(row, name));
      }
    }
  }
  return sameAs;
}

const metersBetween = ({ lng, lat }: Places, a: number, b: number): number =>
  haversineMeters(lng[a]! / 1e6, lat[a]! / 1e6, lng[b]! / 1e6, lat[b]! / 1e6);
