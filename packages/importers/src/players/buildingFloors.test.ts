import { existsSync } from 'node:fs';
import { sectorOf } from '@hinterland/catalogue';
import { type MultiPolygonCoordinates, multiPolygonAreaSquareKm, PolygonIndex } from '@hinterland/geo';
import { describe, expect, test } from 'vitest';
import type { StorePoint } from '../inputs/stores.ts';
import type { OsmData } from '../map/osmData.ts';
import { relationOutline, wayOutline } from '../map/outline.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { openEntry, testContext } from '../testing/sources.ts';
import { STORE_SOURCES } from './storeSources.ts';

const DATA = '../shared/data';
const EXTRACTS = [
  ['Lower Manhattan', 'new-york/nyc-lower-manhattan.osm.pbf'],
  ['Oʻahu', 'extracts/oahu-honolulu-us-2018-01-27.osm.pbf'],
  ['Centre and Mifflin counties', 'extracts/centre-mifflin-pa-merged.osm.pbf'],
] as const;

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** All buildings of a map, and the ids of stores that are one themselves. */
function buildingsOf(map: OsmData) {
  const outlines: MultiPolygonCoordinates[] = [];
  const own = new Set<string>();
  for (const [kind, letter, outlineOf] of [
    ['way', 'w', wayOutline],
    ['relation', 'r', relationOutline],
  ] as const) {
    const { ids } = map[`${kind}s`];
    for (let row = 0; row < ids.length; row++) {
      if ((map.tag(kind, row, 'building') ?? 'no') === 'no') continue;
      const { polygon, isComplete } = outlineOf(map, row);
      if (!isComplete) continue;
      outlines.push(polygon);
      own.add(`osm/${letter}${ids[row]}`);
    }
  }
  return { outlines, own };
}

/**
 * The rule that floor areas could be guessed by: the building that holds a store, shared by its stores. Where a store is drawn as a unit
 * within a building, its floor is known, and both guesses can be set beside it: the rule, and the median of its sector.
 */
async function errorsIn(file: string) {
  const { map } = await readOsmPbf(`${DATA}/${file}`);
  const stores: StorePoint[] = [];
  await openEntry(STORE_SOURCES, { from: 'osm' }, testContext({ map })).each(
    (store) => stores.push(store),
    () => {},
  );
  const { outlines, own } = buildingsOf(map);
  const index = new PolygonIndex(outlines);
  const building = stores.map(({ lng, lat }) => index.first(lng, lat));
  const tenants = new Map<number, number>();
  for (const at of building) tenants.set(at, (tenants.get(at) ?? 0) + 1);
  const units = stores.flatMap(({ id, sector, floorAreaSquareMeters: known }, i) => {
    const at = building[i]!;
    if (id.startsWith('osm/n') || own.has(id) || at < 0 || !(known > 0)) return [];
    const rule = (1e6 * multiPolygonAreaSquareKm(outlines[at]!)) / tenants.get(at)!;
    const times = (guess: number) => Math.exp(Math.abs(Math.log(guess / known)));
    return [{ rule: times(rule), median: times(sectorOf(sector)!.medianFloorAreaSquareMeters) }];
  });
  return {
    units: units.length,
    rule: medianOf(units.map(({ rule }) => rule)),
    median: medianOf(units.map(({ median }) => median)),
  };
}

describe.skipIf(!existsSync(DATA))('floor areas by the building (needs ../shared/data)', () => {
  test('the building, shared by its stores, is no better guess than the median of the sector: so it is not taken', async () => {
    const rows = [];
    for (const [name, file] of EXTRACTS) rows.push({ name, ...(await errorsIn(file)) });
    if (process.env.SHOW_FLOORS === '1') process.stdout.write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    expect(rows.every(({ units }) => units > 0)).toBe(true);
    // Off by more times in most extracts; where this changes, the rule is worth taking there.
    expect(rows.filter(({ rule, median }) => rule < median).length).toBeLessThan(2);
  });
});
