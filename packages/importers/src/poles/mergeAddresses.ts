import { haversineMeters } from '@hinterland/geo';
import type { AddressRows } from './addressRows.ts';
import { type Groups, groupRows, rowsOf } from './groups.ts';
import { POLE_PARAMETERS } from './parameters.ts';
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
  const parent = Uint32Array.from({ length: rows.count }, (_, row) => row);
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
    if (rootA !== rootB && metersBetween(rows, a, b) <= meters) parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  };

  joinSamePlaces(rows, joinWithin);
  const keys = addressKeys(rows);
  joinSameAddresses(rows, keys, joinWithin);

  const poleOf = new Uint32Array(rows.count);
  let poles = 0;
  for (let row = 0; row < rows.count; row++) poleOf[row] = find(row) === row ? poles++ : poleOf[find(row)]!;
  const members = groupRows(poleOf, poles);
  return { poles, poleOf, members, sameAs: sameAddressRows(rows, keys, members) };
}

type JoinWithin = (a: number, b: number, meters: number) => void;

/** Joins rows within a meter: a sweep from south to north over the different places. */
function joinSamePlaces(rows: AddressRows, joinWithin: JoinWithin): void {
  const order = Uint32Array.from({ length: rows.count }, (_, row) => row);
  order.sort(
    (a, b) =>
      rows.latMicrodegrees(a) - rows.latMicrodegrees(b) || rows.lngMicrodegrees(a) - rows.lngMicrodegrees(b) || a - b,
  );
  // A tower may have a thousand flats at one point: they are joined to the first and take no part in the sweep.
  const places: number[] = [];
  for (const row of order) {
    const place = places[places.length - 1];
    if (place !== undefined && isSamePoint(rows, place, row)) joinWithin(place, row, 0);
    else places.push(row);
  }
  for (let i = 0; i < places.length; i++) {
    const a = places[i]!;
    const lat = rows.latMicrodegrees(a);
    const reach = METER_IN_MICRODEGREES / Math.max(0.01, Math.cos((lat * Math.PI) / 180e6));
    for (let j = i + 1; j < places.length; j++) {
      const b = places[j]!;
      if (rows.latMicrodegrees(b) - lat > METER_IN_MICRODEGREES) break;
      if (Math.abs(rows.lngMicrodegrees(b) - rows.lngMicrodegrees(a)) > reach) continue;
      joinWithin(a, b, POLE_PARAMETERS.samePlaceMeters);
    }
  }
}

function isSamePoint(rows: AddressRows, a: number, b: number): boolean {
  return rows.latMicrodegrees(a) === rows.latMicrodegrees(b) && rows.lngMicrodegrees(a) === rows.lngMicrodegrees(b);
}

interface AddressKeys {
  /** Equal for the same street and number; 0 where one of the two is not known. */
  readonly house: Uint32Array;
  /** Equal for the same flat. */
  readonly unit: Uint32Array;
}

function addressKeys(rows: AddressRows): AddressKeys {
  const plain = new Texts();
  const plainOf = new Map<number, number>();
  const normalized = (row: number, name: 'street' | 'number' | 'numberLast' | 'unit') => {
    const text = rows.textNumber(row, name);
    let found = plainOf.get(text);
    if (found === undefined) {
      found = plain.add(rows.texts.at(text).toLowerCase().replace(/\s+/g, ''));
      plainOf.set(text, found);
    }
    return found;
  };
  const houses = new Texts();
  const house = new Uint32Array(rows.count);
  const unit = new Uint32Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    const [street, number] = [normalized(row, 'street'), normalized(row, 'number')];
    house[row] = street === 0 || number === 0 ? 0 : houses.add(`${street} ${number} ${normalized(row, 'numberLast')}`);
    unit[row] = normalized(row, 'unit');
  }
  return { house, unit };
}

/** Joins rows of the same street and number that are near each other. */
function joinSameAddresses(rows: AddressRows, { house }: AddressKeys, joinWithin: JoinWithin): void {
  const order = Uint32Array.from({ length: rows.count }, (_, row) => row);
  order.sort((a, b) => house[a]! - house[b]! || a - b);
  for (let start = 0, end = 0; start < order.length; start = end) {
    const key = house[order[start]!]!;
    end = start + 1;
    while (end < order.length && house[order[end]!] === key) end++;
    if (key === 0) continue;
    for (let i = start + 1; i < end; i++) {
      for (let j = start; j < i; j++) joinWithin(order[i]!, order[j]!, POLE_PARAMETERS.sameAddressMeters);
    }
  }
}

function sameAddressRows(rows: AddressRows, { house, unit }: AddressKeys, members: Groups): Uint32Array {
  const sameAs = Uint32Array.from({ length: rows.count }, (_, row) => row);
  for (let pole = 0; pole + 1 < members.start.length; pole++) {
    const first = new Map<string, number>();
    for (const row of rowsOf(members, pole)) {
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

function metersBetween(rows: AddressRows, a: number, b: number): number {
  return haversineMeters(
    rows.lngMicrodegrees(a) / 1e6,
    rows.latMicrodegrees(a) / 1e6,
    rows.lngMicrodegrees(b) / 1e6,
    rows.latMicrodegrees(b) / 1e6,
  );
}
