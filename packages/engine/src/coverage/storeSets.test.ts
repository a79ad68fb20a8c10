import type { Traffic } from '@hinterland/catalogue';
import { pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import {
  HIERARCHY_TABLE,
  LINK_TABLE,
  shapeFromTables,
  shapeOfMode,
  shareTerritory,
  type Territory,
  tableOf,
  tablesOfShape,
  territoryFromShared,
} from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { catchment, reachedPoles } from '../catchment/catchment.ts';
import { plainCatchment } from '../catchment/testing/plainCatchment.ts';
import { randomQuestion } from '../catchment/testing/randomQuestion.ts';
import type { CatchmentQuery, LatLng } from '../query/query.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { buildScene, drawnTimetable, randomTown, type SceneRoad, withTimetable } from '../testing/index.ts';
import { forEachRun } from './classRuns.ts';
import { storeSets } from './computeStoreSets.ts';
import { coverageGround } from './coverageGround.ts';
import { networkOf, storesByPole } from './network.ts';
import { checkReachedPoles, TooManyPolesError } from './poleLimit.ts';
import { prepareNetworks } from './prepareNetworks.ts';
import { joinStoreSets, type StoreSets } from './storeSets.ts';

function classByRow(sets: StoreSets): Uint32Array {
  const classes = new Uint32Array(sets.runs.ends.at(-1) ?? 0);
  forEachRun(sets.runs, (c, start, end) => classes.fill(c, start, end));
  return classes;
}

/** Places of every row of the snap table, as text. */
function setsByRow(sets: StoreSets): string[] {
  const texts = Array.from({ length: sets.classes }, (_, c) =>
    [...sets.members.subarray(sets.firstMember[c], sets.firstMember[c + 1])].join(' '),
  );
  return [...classByRow(sets)].map((c) => texts[c]!);
}

/**
 * A country of streets: a bent grid with gaps, one-way streets, roads of no length, parallel roads and roads that take
 * hours, with poles all along. Large enough that a sweep passes over most of it.
 */
function gridCountry(seed: number, side: number) {
  const random = new SeededRandom(seed);
  const nodes = Array.from({ length: side * side }, (_, i) => ({
    x: ((i % side) + random.between(-0.3, 0.3)) * 200,
    y: (Math.floor(i / side) + random.between(-0.3, 0.3)) * 200,
  }));
  const roads: SceneRoad[] = [];
  const join = (from: number, to: number) => {
    const [a, b] = [nodes[from]!, nodes[to]!];
    const lengthMillimeters = random.next() < 0.02 ? 0 : Math.round(Math.hypot(a.x - b.x, a.y - b.y) * 1100);
    const slowness = random.next() < 0.03 ? 300 : random.between(0.5, 3);
    const time = () => Math.round(lengthMillimeters * 0.09 * slowness);
    const way = random.next();
    roads.push({
      from,
      to,
      lengthMillimeters,
      forwardMilliseconds: way < 0.1 ? null : time(),
      backwardMilliseconds: way > 0.9 ? null : time(),
    });
  };
  nodes.forEach((_, i) => {
    if (i % side < side - 1 && random.next() < 0.85) join(i, i + 1);
    if (i < side * (side - 1) && random.next() < 0.85) join(i + side, i);
    if (random.next() < 0.03) join(i, random.int(nodes.length));
    if (random.next() < 0.02 && i > 0) join(i - 1, i);
  });
  const poles = roads.flatMap((road, index) =>
    Array.from({ length: random.int(5) }, () => {
      const share = random.pick([0, 1, random.next(), random.next(), random.next()]);
      const [a, b] = [nodes[road.from]!, nodes[road.to]!];
      return {
        x: a.x + share * (b.x - a.x),
        y: a.y + share * (b.y - a.y),
        road: index,
        positionMillimeters: Math.round(share * road.lengthMillimeters),
        accessMillimeters: random.int(60_000),
        residents: 1,
      };
    }),
  );
  const built = buildScene({ nodes, roads, poles });
  const { mainComponent } = built.territory.edges;
  const places = roads
    .filter((_, road) => (mainComponent[built.edgeRow[road]!]! & 1) === 1)
    .map(({ from, to }) =>
      built.place({ x: (nodes[from]!.x + nodes[to]!.x) / 2, y: (nodes[from]!.y + nodes[to]!.y) / 2 }),
    );
  return { territory: built.territory, places };
}

/** Seconds. */
function costOfSomePole(territory: Territory, place: LatLng, traffic: Traffic, random: SeededRandom): number {
  const base = { mode: 'car', traffic, direction: 'inbound', measure: 'time' } as const;
  const origins = snapOrigins(territory, 'car', [place]);
  const costs = [...plainCatchment(territory, { ...base, origins: [place], limits: [900] }, origins).values()];
  return costs.length === 0 ? 60 : Math.max(1, random.pick(costs)) / 1000;
}

describe('sets of places by pole', () => {
  it('sweep, search and oracle agree on random towns', () => {
    let reached = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const town = randomTown({ seed, nodes: 60 + seed * 2 });
      const random = new SeededRandom(seed);
      const places = Array.from({ length: 1 + random.int(70) }, () => random.pick(town.places));
      const traffic = random.pick(['free', 'normal', 'heavy'] as const);
      // Every other time just what some pole costs from the first place, to the millisecond.
      const exact = costOfSomePole(town.territory, places[0]!, traffic, random);
      const limitSeconds = seed % 2 === 0 ? random.pick([20, 60, 180, 600]) : exact;
      const query = { places, mode: 'car', traffic, limitSeconds } as const;
      const swept = storeSets(town.territory, query, { method: 'sweep' });
      const plain = storeSets(town.territory, query, { method: 'plain' });
      expect(swept.runs).toEqual(plain.runs);
      expect(swept.members).toEqual(plain.members);
      expect(swept.firstMember).toEqual(plain.firstMember);

      const snaps = town.territory.snaps.car!;
      const expected: string[][] = Array.from({ length: snaps.rows }, () => []);
      const rowOf = new Map(Array.from(snaps.pole, (pole, row) => [pole, row]));
      const origins = snapOrigins(town.territory, 'car', places);
      places.forEach((place, number) => {
        const single: CatchmentQuery = {
          ...query,
          origins: [place],
          measure: 'time',
          limits: [limitSeconds],
          direction: 'inbound',
        };
        for (const pole of plainCatchment(town.territory, single, [origins[number]!]).keys()) {
          expected[rowOf.get(pole)!]!.push(String(number));
          reached++;
        }
      });
      expect(setsByRow(swept)).toEqual(expected.map((list) => list.join(' ')));
    }
    expect(reached).toBeGreaterThan(10_000);
  });

  it('sweep and search agree where a sweep passes over most of the network, also at exact limits', () => {
    let classes = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { territory, places: all } = gridCountry(seed, 45);
      const random = new SeededRandom(seed);
      const places = Array.from({ length: 80 }, () => random.pick(all));
      for (const limitSeconds of [37.5, 200, 900]) {
        const query = { places, mode: 'car', traffic: 'normal', limitSeconds } as const;
        const swept = storeSets(territory, query, { method: 'sweep' });
        const plain = storeSets(territory, query, { method: 'plain' });
        expect(swept.runs).toEqual(plain.runs);
        expect(setsByRow(swept)).toEqual(setsByRow(plain));
        classes += swept.classes;
      }
    }
    expect(classes).toBeGreaterThan(3000);
  });

  it('includes the pole at the limit and excludes it a millisecond below', () => {
    const { territory, places } = gridCountry(9, 30);
    const origins = snapOrigins(territory, 'car', [places[400]!]);
    const base = { mode: 'car', traffic: 'normal', direction: 'inbound', measure: 'time' } as const;
    const single: CatchmentQuery = { ...base, origins: [places[400]!], limits: [700] };
    const costs = [...plainCatchment(territory, single, origins)];
    expect(costs.length).toBeGreaterThan(1000);
    const rowOf = new Map(Array.from(territory.snaps.car!.pole, (pole, row) => [pole, row]));
    for (const [pole, cost] of costs.filter((_, i) => i % 97 === 0 && i > 0)) {
      const isReached = (limitSeconds: number) => {
        const query = { places: [places[400]!], mode: 'car', traffic: 'normal', limitSeconds } as const;
        return classByRow(storeSets(territory, query, { method: 'sweep' }))[rowOf.get(pole)!] !== 0;
      };
      expect(isReached(cost / 1000)).toBe(true);
      expect(isReached((cost - 1) / 1000)).toBe(false);
    }
  });

  it('parts computed apart join to the same bytes', () => {
    const { territory, places: all } = gridCountry(5, 30);
    const random = new SeededRandom(5);
    const places = Array.from({ length: 90 }, () => random.pick(all));
    const query = { mode: 'car', traffic: 'normal', limitSeconds: 300 } as const;
    const whole = storeSets(territory, { ...query, places }, { method: 'sweep' });
    const groups: number[][] = [[], [], []];
    for (const place of random.shuffle(places.map((_, i) => i))) random.pick(groups).push(place);
    const parts = groups.map((placeOf) => ({
      placeOf,
      sets: storeSets(territory, { ...query, places: placeOf.map((place) => places[place]!) }, { method: 'sweep' }),
    }));
    const joined = joinStoreSets(parts);
    expect(joined.runs).toEqual(whole.runs);
    expect(joined.firstMember).toEqual(whole.firstMember);
    expect(joined.members).toEqual(whole.members);
    expect(joined.places).toBe(90);
  });

  it('stops early where the roads reached as a whole hold more poles than may be asked for, and only there', () => {
    let stopped = 0;
    for (const seed of [11, 12, 13]) {
      const { territory, places: all } = gridCountry(seed, 30);
      const random = new SeededRandom(seed);
      const query = { mode: 'car', traffic: 'normal', limitSeconds: 400 } as const;
      const places = Array.from({ length: 130 }, () => random.pick(all));
      const whole = storeSets(territory, { ...query, places }, { method: 'sweep' });
      const poles = checkReachedPoles(whole, Number.POSITIVE_INFINITY);
      for (const share of [0, 0.2, 0.5, 0.9, 0.999, 1]) {
        const polesMax = Math.floor(poles * share);
        try {
          const sets = storeSets(territory, { ...query, places }, { method: 'sweep', polesMax });
          expect(sets.runs).toEqual(whole.runs);
          expect(sets.members).toEqual(whole.members);
          // Roads at the rim are what the bound leaves out.
          expect(share).toBeGreaterThan(0.5);
        } catch (error) {
          if (!(error instanceof TooManyPolesError)) throw error;
          expect(error.poles).toBeGreaterThan(polesMax);
          expect(error.poles).toBeLessThanOrEqual(poles);
          stopped++;
        }
      }
    }
    expect(stopped).toBeGreaterThanOrEqual(9);
  });

  it('is the same on tables that another thread made', () => {
    const { territory, places } = gridCountry(8, 25);
    const query = { places: places.slice(0, 50), mode: 'car', traffic: 'normal', limitSeconds: 200 } as const;
    const shared = { ...shareTerritory(territory), scratch: new SharedArrayBuffer(2 ** 25) };
    prepareNetworks(territoryFromShared(shared), 'car', 'normal', 'postcode');
    const [here, there] = [territory, territoryFromShared(shared)].map((of) =>
      storeSets(of, query, { method: 'sweep' }),
    );
    expect(there!.runs).toEqual(here!.runs);
    expect(there!.members).toEqual(here!.members);
  });

  it('is the same on the hierarchy that was built with the territory', () => {
    const { territory, places } = gridCountry(8, 25);
    const query = { places: places.slice(0, 50), mode: 'car', traffic: 'heavy', limitSeconds: 200 } as const;
    const shape = shapeOfMode(territory.nodes, territory.edges, 'car');
    const { positions, links } = tablesOfShape(shape);
    const tables = { positions: tableOf(HIERARCHY_TABLE, positions), links: tableOf(LINK_TABLE, links) };
    const { parent, firstLink, positionOf } = shapeFromTables(tables, territory.nodes.rows);
    expect([parent, firstLink, positionOf]).toEqual([shape.parent, shape.firstLink, shape.positionOf]);
    const stored = { ...territory, hierarchies: { car: tables } };
    const [built, found] = [territory, stored].map((of) => storeSets(of, query, { method: 'sweep' }));
    expect(found!.runs).toEqual(built!.runs);
    expect(found!.members).toEqual(built!.members);
  });

  it('works on foot, reports progress that never falls, and stops when progress throws', () => {
    const { territory, places } = gridCountry(6, 20);
    const query = { places: places.slice(0, 70), mode: 'walk', traffic: 'normal', limitSeconds: 300 } as const;
    const plain = storeSets(territory, query);
    const fractions: number[] = [];
    const swept = storeSets(territory, query, { method: 'sweep', progress: (fraction) => fractions.push(fraction) });
    expect(setsByRow(swept)).toEqual(setsByRow(plain));
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions[0]).toBe(0);
    expect(fractions[fractions.length - 1]).toBe(1);
    for (const method of ['sweep', 'plain'] as const) {
      const stop = () => {
        throw new Error('stopped');
      };
      expect(() => storeSets(territory, query, { method, progress: stop })).toThrow('stopped');
    }
    const fresh = { ...territory };
    let calls = 0;
    const stopLater = () => {
      if (++calls === 2) throw new Error('stopped');
    };
    expect(() => prepareNetworks(fresh, 'walk', 'normal', 'postcode', stopLater)).toThrow('stopped');
    expect(calls).toBe(2);
    expect(setsByRow(storeSets(fresh, query, { method: 'sweep' }))).toEqual(setsByRow(plain));
  });

  it.each([1, 2, 3])('by public transport they are the union of what each place reaches by itself, seed %i', (seed) => {
    const { territory: streets, places: all, network, query } = randomQuestion(seed);
    const territory = withTimetable(streets, drawnTimetable(network));
    const random = new SeededRandom(seed);
    const places = Array.from({ length: 35 }, () => random.pick(all));
    const transit = { ...query.transit, toMinute: query.transit.fromMinute + 10 };
    const asked = { mode: 'walk', traffic: 'normal', limitSeconds: 900, transit } as const;
    const sets = storeSets(territory, { ...asked, places });
    const { pole } = territory.snaps.walk!;
    const reached = Array.from(pole, () => [] as string[]);
    places.forEach((place, number) => {
      const single = { ...asked, measure: 'time', direction: 'inbound', limits: [900] } as const;
      const poles = new Set(reachedPoles(catchment(territory, { ...single, origins: [place] })).poles);
      pole.forEach((each, row) => {
        if (poles.has(each)) reached[row]!.push(String(number));
      });
    });
    expect(setsByRow(sets)).toEqual(reached.map((list) => list.join(' ')));
    // Threads that share the places give the same bytes.
    const groups: number[][] = [[], [], []];
    for (const place of places.keys()) random.pick(groups).push(place);
    const parts = groups.map((placeOf) => ({
      placeOf,
      sets: storeSets(territory, { ...asked, places: placeOf.map((place) => places[place]!) }),
    }));
    const joined = joinStoreSets(parts);
    expect([joined.runs, joined.firstMember, joined.members]).toEqual([sets.runs, sets.firstMember, sets.members]);
    // The ground of a network holds its poles.
    const stores = networkOf(sets, places.length);
    const { covered, shared } = coverageGround(stores, { ...asked, places });
    const { lngMicrodegrees, latMicrodegrees } = territory.poles;
    storesByPole(stores).forEach((count, each) => {
      const [lng, lat] = [lngMicrodegrees[each]! / 1e6, latMicrodegrees[each]! / 1e6];
      if (count > 0) expect([each, pointInMultiPolygon(lng, lat, covered)]).toEqual([each, true]);
      if (count > 1) expect([each, pointInMultiPolygon(lng, lat, shared)]).toEqual([each, true]);
    });
  });

  it('refuses what cannot be answered', () => {
    const { territory, places } = gridCountry(7, 10);
    const query = { places: places.slice(0, 2), mode: 'car', traffic: 'normal', limitSeconds: 60 } as const;
    expect(() => storeSets(territory, { ...query, places: [] })).toThrow('at least one place');
    const many = Array.from({ length: 601 }, () => places[0]!);
    expect(() => storeSets(territory, { ...query, places: many })).toThrow('at most 600');
    expect(() => storeSets(territory, { ...query, limitSeconds: 0 })).toThrow('limitSeconds is 0');
    expect(() => storeSets(territory, { ...query, limitSeconds: Number.NaN })).toThrow('limitSeconds is NaN');
    expect(() => storeSets(territory, { ...query, places: [places[0]!, { lat: 50, lng: 8 }] })).toThrow('origins[1]');
  });
});
