import { haversineMeters, toDegrees } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type Found, LEAST_CONFIDENCE, type Scored } from './findings.ts';
import { isHeldVerbatim, MOST_VERBATIM, type Place, preferHeldNumbers } from './heldNumbers.ts';
import type { Query, Token } from './query.ts';
import type { SearchIndex } from './searchIndex.ts';

/** The most findings that are ordered. */
const MOST_RANKED = 2_000;

/** Orders findings and removes duplicates. */
export function order(
  territory: Territory,
  index: SearchIndex,
  { tokens }: Query,
  scored: readonly Scored[],
  near: Place | undefined,
  limit: number,
): Found[] {
  const sorted = scored.toSorted((a, b) => b.confidence - a.confidence);
  // A held number of the street as typed may be raised above all others.
  const best = [
    ...sorted.slice(0, MOST_RANKED),
    ...sorted.slice(MOST_RANKED).filter(isHeldVerbatim).slice(0, MOST_VERBATIM),
  ];
  const saysOther = otherPostcode(territory, index, tokens);
  const placed = preferHeldNumbers(
    territory,
    index,
    tokens,
    best.map((one) => ({ one, ...placeOf(territory, one) })),
  )
    .filter(({ one }) => one.confidence >= LEAST_CONFIDENCE)
    .map(({ one, ...place }) => {
      const elsewhere = saysOther(one) ? OTHER_POSTCODE : 0;
      return { one, ...place, rank: one.confidence + bonus(territory, index, one) + nearness(place, near) - elsewhere };
    })
    .sort((a, b) => b.rank - a.rank || a.one.address - b.one.address || a.one.row - b.one.row);
  const found: (Found & { readonly key: string })[] = [];
  for (const { one, lng, lat } of placed) {
    const key = sameKey(territory, index, one);
    const isTold = found.some(
      (other) => other.key === key && haversineMeters(other.lng, other.lat, lng, lat) < SAME_METERS[one.kind],
    );
    if (isTold) continue;
    found.push({
      kind: one.kind,
      address: one.address,
      row: one.row,
      lng,
      lat,
      confidence: one.confidence,
      number: one.number,
      unit: one.unit,
      inexact: one.quality < 1,
      unmatched: tokens.filter((_, token) => (one.mask & (1 << token)) === 0).map(({ typed }) => typed),
      key,
    });
    if (found.length === limit) break;
  }
  return found.map(({ key: _, ...rest }) => rest);
}

/** What an address in another postcode than the query's stands behind by. */
const OTHER_POSTCODE = 0.05;

/** Returns whether a finding lies in another postcode than the one that the query says and the territory holds. */
function otherPostcode({ addresses }: Territory, { postcodes }: SearchIndex, tokens: readonly Token[]) {
  const said = tokens.reduce((mask, { word, also = word }, token) => {
    return postcodes.joined.has(also) ? mask | (1 << token) : mask;
  }, 0);
  return ({ address, kind, mask }: Scored): boolean =>
    said !== 0 && kind === 'address' && addresses.postcode[address] !== 0 && (mask & said) === 0;
}

/** Findings of the same name within this many meters are duplicates. */
const SAME_METERS: Readonly<Record<Found['kind'], number>> = {
  address: 30,
  street: 5_000,
  road: 5_000,
  locality: 20_000,
  region: 500_000,
  postcode: 50_000,
  area: 20_000,
};

function sameKey(territory: Territory, index: SearchIndex, { kind, address, name }: Scored): string {
  const { addresses } = territory;
  const row = index.names.text[name]!;
  const text = index.nameKey(name);
  if (kind === 'address') return `${text}\n${addresses.number.at(address)}\n${addresses.unit.at(address)}`;
  return `${kind === 'road' ? 'street' : kind === 'area' ? areaKind(territory, row) : kind}\n${text}`;
}

/** Treats a locality and the area of its name as one, as well as a postcode and its area. */
function areaKind({ areas }: Territory, row: number): string {
  if (areas.level[row]! >= 0) return areas.level[row]! <= 4 ? 'region' : 'locality';
  return 'postcode';
}

/** Returns up to 0.03 for size, and very little for completeness, which decides ties. */
function bonus(
  { addresses, areas }: Territory,
  { names }: SearchIndex,
  { kind, address, name, row, asked }: Scored,
): number {
  if (kind === 'area') return areas.level[row]! < 0 ? 0.011 : 0.02 + 0.001 * (10 - areas.level[row]!);
  const size = 0.004 * Math.min(7, Math.log10(1 + names.addresses[name]!));
  if (address < 0) return 0;
  const filled = (['locality', 'postcode', 'region'] as const).filter((column) => addresses[column][address] !== 0);
  // "87" is 87 before it is 87-89.
  const isRange = kind === 'address' && addresses.numberLast.at(address) !== '' && !asked.includes('-');
  return size + 0.001 * filled.length - (isRange ? 0.01 : 0);
}

/** Returns up to 0.08 near the place, half of that within a town, less within a region. */
function nearness({ lng, lat }: { lng: number; lat: number }, near: Place | undefined): number {
  if (near === undefined) return 0;
  const km = haversineMeters(near.lng, near.lat, lng, lat) / 1000;
  return 0.03 * Math.exp(-km / 2) + 0.03 * Math.exp(-km / 20) + 0.02 * Math.exp(-km / 200);
}

function placeOf({ addresses, poles, edges, nodes, areas }: Territory, { kind, address, row }: Scored) {
  if (kind === 'area')
    return { lng: (areas.west[row]! + areas.east[row]!) / 2, lat: (areas.south[row]! + areas.north[row]!) / 2 };
  if (kind === 'road') {
    const middle = (column: Int32Array) => toDegrees((column[edges.fromNode[row]!]! + column[edges.toNode[row]!]!) / 2);
    return { lng: middle(nodes.lngMicrodegrees), lat: middle(nodes.latMicrodegrees) };
  }
  const pole = addresses.pole[address]!;
  return { lng: toDegrees(poles.lngMicrodegrees[pole]!), lat: toDegrees(poles.latMicrodegrees[pole]!) };
}
