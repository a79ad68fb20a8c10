import { describe, expect, it } from 'vitest';
import { storeChanges } from './index.ts';
import type { ReleasedStore, StoreChangeKind } from './types.ts';

/** Numbers from 0 to 1 by a seed. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const SECTORS = ['food.supermarket', 'food.bakery', 'food.butcher', 'pharmacy', 'fashion'];
const CHAINS = ['Alto', 'Basso', 'Corda', 'Duetto', 'Eco', 'Forte'];
const DEGREE_METERS = 111_195;
/** Side of the town, degrees; a tile of a tenth of it in a corner is lost. */
const SIDE = 0.2;
const TILE = 0.02;

interface World {
  readonly before: ReleasedStore[];
  readonly after: ReleasedStore[];
  /** What happened, by the id of the store in the release that has it: the earlier one where both do. */
  readonly happened: ReadonlyMap<string, StoreChangeKind>;
  readonly lost: number;
}

/** A town of 4,000 stores in streets and centers, 300 planted changes, a lost tile, and the noise that all lists have. */
function world(seed: number): World {
  const chance = draws(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const isInTile = ({ lat, lng }: { lat: number; lng: number }) => lat < TILE && lng < TILE;
  const centers = Array.from({ length: 60 }, () => [chance() * SIDE, chance() * SIDE] as const);
  const place = () => {
    const [lat, lng] = pick(centers);
    const spread = () => (chance() + chance() - 1) * 0.008;
    return { lat: Math.min(SIDE, Math.max(0, lat + spread())), lng: Math.min(SIDE, Math.max(0, lng + spread())) };
  };
  const store = (no: string, at = place()): ReleasedStore => {
    const brand = chance() < 0.35 ? pick(CHAINS) : null;
    return {
      id: no,
      name: brand ?? `${pick(['Anna', 'Bruno', 'Clara', 'Dario', 'Elena'])} ${no}`,
      brand,
      sector: brand === null ? pick(SECTORS) : SECTORS[CHAINS.indexOf(brand) % SECTORS.length]!,
      ...at,
      address: '',
      isClosed: false,
      source: chance() < 0.7 ? 'osm' : 'overture',
    };
  };
  const before = [
    ...Array.from({ length: 4000 }, (_, i) => store(`a${i}`)),
    ...Array.from({ length: 60 }, (_, i) => store(`t${i}`, { lat: chance() * TILE, lng: chance() * TILE })),
  ];
  const happened = new Map<string, StoreChangeKind>();
  const shuffled = before.filter((one) => !isInTile(one)).sort(() => chance() - 0.5);
  const planted = (from: number, kind: StoreChangeKind) => {
    for (const { id } of shuffled.slice(from, from + 60)) happened.set(id, kind);
  };
  planted(0, 'closed');
  planted(60, 'moved');
  planted(120, 'renamed');
  const newIds = new Set(shuffled.slice(180, 240).map(({ id }) => id));
  const after: ReleasedStore[] = [];
  let lost = 0;
  for (const one of before) {
    const kind = happened.get(one.id);
    if (kind === 'closed') continue;
    if (isInTile(one) && one.source === 'osm') {
      lost++;
      continue;
    }
    const turn = chance() * 2 * Math.PI;
    // Lists draw each store anew, up to 6 m away, and write a tenth of the names otherwise.
    const meters = kind === 'moved' ? 40 : chance() * 6;
    const name = kind === 'renamed' ? `New ${one.id} House` : chance() < 0.1 ? one.name.toUpperCase() : one.name;
    after.push({
      ...one,
      id: newIds.has(one.id) || (kind !== undefined && chance() < 0.3) ? `${one.id}/new` : one.id,
      name,
      brand: kind === 'renamed' ? null : one.brand,
      lat: one.lat + (Math.sin(turn) * meters) / DEGREE_METERS,
      lng: one.lng + (Math.cos(turn) * meters) / DEGREE_METERS / Math.cos((one.lat * Math.PI) / 180),
    });
  }
  for (let i = 0; i < 60; i++) {
    let opened = store(`o${i}`);
    while (isInTile(opened)) opened = store(`o${i}`);
    happened.set(opened.id, 'opened');
    after.push(opened);
  }
  return { before, after, happened, lost };
}

describe('changes between two releases', () => {
  it.each([1, 2, 3, 4, 5])('300 planted changes are found, a new id and a lost tile are none (seed %i)', (seed) => {
    const { before, after, happened, lost } = world(seed);
    const { changes, gaps } = storeChanges(before, after);

    const right = changes.filter(({ kind, before: was, after: is }) => happened.get((was ?? is)!.id) === kind);
    expect(right.length / changes.length).toBeGreaterThanOrEqual(0.95);
    expect(right.length / happened.size).toBeGreaterThanOrEqual(0.9);
    const told = gaps.reduce((sum, { stores }) => sum + stores, 0);
    expect(gaps.every(({ kind, source }) => kind === 'lost' && source === 'osm')).toBe(true);
    expect(told).toBeGreaterThanOrEqual(0.8 * lost);
    expect(changes.every(({ confidence }) => confidence > 0 && confidence < 1)).toBe(true);
  });

  it('ids that change alone are no change, nor are new spellings', () => {
    const { before } = world(6);
    const after = before.map((one) => ({ ...one, id: `x/${one.id}`, name: one.name.toLocaleUpperCase() }));
    expect(storeChanges(before, after)).toEqual({ changes: [], gaps: [] });
  });

  it('what a release calls closed is closed, and open again what it calls open once more', () => {
    const [one] = world(7).before as [ReleasedStore];
    const shut = { ...one, isClosed: true };
    expect(storeChanges([one], [shut]).changes).toMatchObject([{ kind: 'closed', confidence: 0.98 }]);
    expect(storeChanges([shut], [one]).changes).toMatchObject([{ kind: 'opened' }]);
    expect(storeChanges([shut], [shut]).changes).toEqual([]);
    expect(storeChanges([shut], []).changes).toEqual([]);
  });

  it('a chain that closes all its stores is no gap, and a list that lost many is doubted', () => {
    const { before } = world(8);
    const after = before.filter(({ brand }) => brand !== 'Alto');
    const { changes, gaps } = storeChanges(before, after);
    expect(gaps).toEqual([]);
    expect(changes.length).toBe(before.length - after.length);
    const alone = before.filter(({ brand }) => brand === 'Alto');
    expect(storeChanges(alone, alone.slice(200)).changes.every(({ confidence }) => confidence < 0.5)).toBe(true);
  });
});
