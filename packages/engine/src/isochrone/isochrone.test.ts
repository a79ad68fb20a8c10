import { haversineMeters, pointInMultiPolygon, ringSignedAreaSquareMeters, SeededRandom } from '@hinterland/geo';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { catchment, forEachReachedPole } from '../catchment/catchment.ts';
import type { CatchmentQuery, LatLng } from '../query/query.ts';
import { gridTown, type RandomTown, randomTown, town } from '../testing/index.ts';
import { type Isochrone, isochrones } from './isochrone.ts';

const query = (
  origins: readonly LatLng[],
  limits: readonly number[],
  change: Partial<CatchmentQuery> = {},
): CatchmentQuery => ({
  origins,
  limits,
  measure: 'time',
  mode: 'car',
  traffic: 'normal',
  direction: 'inbound',
  snapLimitMeters: 1600,
  ...change,
});

/** Towns from a village to a region, so that all but the coarsest cells occur. */
const SIDES = [1500, 3000, 12_000, 50_000, 150_000];
const townOf = (seed: number) => randomTown({ seed, sideMeters: SIDES[seed % SIDES.length] });
/** Limits that reach from next door to most of the town, whatever its size. */
const limitsOf = (seed: number) =>
  [20, 60, 120, 300, 700, 1500].map((s) => s * [1, 1, 3, 10, 30][seed % SIDES.length]!);

describe('isochrones of drawn towns', () => {
  it('hold what is reached and leave out what is not (D-15)', () => {
    const drawn = town(['a---b-------------------f', '    |', 'c---d'].join('\n'), { blockMeters: 500, speedKph: 36 });
    const walk = (limit: number) => {
      const { polygon } = isochrones(catchment(drawn.territory, query([drawn.at('b')], [limit], { mode: 'walk' })))[0]!;
      return (place: LatLng) => pointInMultiPolygon(place.lng, place.lat, polygon.coordinates);
    };
    const near = walk(900);
    for (const name of 'abcd') expect(near(drawn.at(name)), name).toBe(true);
    expect(near(drawn.along('bf', 1000))).toBe(true);
    expect(near(drawn.along('bf', 1300))).toBe(false);
    expect(near(drawn.at('f'))).toBe(false);

    const wide = town('a---b---c', { blockMeters: 2000, speedKph: 36 });
    const { polygon } = isochrones(catchment(wide.territory, query([wide.at('b')], [600], { mode: 'walk' })))[0]!;
    const inside = ['a', 'b', 'c'].filter((name) => {
      const { lng, lat } = wide.at(name);
      return pointInMultiPolygon(lng, lat, polygon.coordinates);
    });
    expect(inside).toEqual(['b']);
  });

  it('draw the ideal grid as a diamond of its area', () => {
    const desert = gridTown({ blocks: 40, blockMeters: 100, speedKph: 36 });
    const { areaSquareKm, polygon } = isochrones(
      catchment(desert.territory, query([desert.at(0, 0)], [1525], { measure: 'distance' })),
    )[0]!;
    // Streets up to 15 blocks away, with 25 m to walk: 2 · 15 · 14 blocks with four such corners, and a rim along the
    // 120 blocks at the edge and the 60 dead ends, of 12.5 m cells.
    expect(areaSquareKm).toBeGreaterThan(4.2);
    expect(areaSquareKm).toBeLessThan(4.2 + 0.012 * 0.025 * 120 * 10 + 0.2);
    expect(polygon.coordinates).toHaveLength(1);
    expect(polygon.coordinates[0]).toHaveLength(1);
  });

  it('keep a large hole and one with somebody unreached, and fill a small one', () => {
    const plan = ['a---b', '|   |', 'c---d'].join('\n');
    const square = (blockMeters: number, ...poles: { offMeters: number }[]) => {
      const drawn = town(plan, {
        blockMeters,
        speedKph: 72,
        poles: poles.map(({ offMeters }) => ({ on: 'cd', atMeters: blockMeters / 2, offMeters, residents: 1 })),
      });
      const { polygon } = isochrones(catchment(drawn.territory, query([drawn.at('a')], [90])))[0]!;
      return polygon.coordinates.flat().length - 1;
    };
    expect(square(250)).toBe(0);
    expect(square(600)).toBe(1);
    expect(square(250, { offMeters: 20 })).toBe(0);
    // 125 m from the road: 90 s of walking on top of the drive.
    expect(square(250, { offMeters: 125 })).toBe(1);
  });

  it('always hold the origin, also when no pole and no crossing is reached', () => {
    const drawn = town('a---b', { blockMeters: 5000, speedKph: 36 });
    const origin = drawn.along('ab', 2500, 100);
    for (const limit of [1, 60, 100]) {
      const { polygon, shape } = isochrones(catchment(drawn.territory, query([origin], [limit])))[0]!;
      expect(pointInMultiPolygon(origin.lng, origin.lat, polygon.coordinates)).toBe(true);
      expect(shape).toMatchObject({ recall: null, precision: null });
    }
  });

  it('leave out the water under a ferry', () => {
    const drawn = town('a---b-------------------c---d', {
      blockMeters: 400,
      speedKph: 36,
      roads: { bc: { roadClass: 'ferry' } },
    });
    const { polygon } = isochrones(catchment(drawn.territory, query([drawn.at('a')], [400])))[0]!;
    const { lng, lat } = drawn.along('bc', 1000);
    expect(pointInMultiPolygon(lng, lat, polygon.coordinates)).toBe(false);
    expect(polygon.coordinates).toHaveLength(2);
  });
});

describe('isochrones of random towns', () => {
  const seeds = Array.from({ length: 25 }, (_, i) => i + 1);

  it('are the same for a limit alone or with others (D-17)', () => {
    for (const seed of seeds) {
      const drawn = townOf(seed);
      const origins = someOrigins(drawn, seed);
      const limits = limitsOf(seed);
      const draw = (asked: readonly number[]) => isochrones(catchment(drawn.territory, query(origins, asked)));
      const together = draw(limits);
      limits.forEach((limit, i) => {
        expect(draw([limit]), `seed ${seed}, limit ${limit}`).toEqual([together[i]]);
      });
      expect(draw([limits[1]!, limits[4]!]), `seed ${seed}`).toEqual([together[1], together[4]]);
    }
  });

  it('lie one within the next, also where cells grow coarser', () => {
    let coarser = 0;
    for (const seed of seeds) {
      const drawn = townOf(seed);
      const random = new SeededRandom(seed);
      const limits = limitsOf(seed).flatMap((limit) => [limit, limit + 1, limit * 1.1]);
      const drawnAll = isochrones(catchment(drawn.territory, query(someOrigins(drawn, seed), limits)));
      for (let i = 0; i + 1 < drawnAll.length; i++) {
        const [inner, outer] = [drawnAll[i]!, drawnAll[i + 1]!];
        if (inner.shape.cellMeters! < outer.shape.cellMeters!) coarser++;
        expect(inner.shape.cellMeters!).toBeLessThanOrEqual(outer.shape.cellMeters!);
        expect(inner.areaSquareKm).toBeLessThanOrEqual(outer.areaSquareKm + 1e-12);
        expectWithin(random, inner.polygon.coordinates, outer.polygon.coordinates, `seed ${seed}, limit ${i}`);
      }
    }
    expect(coarser).toBeGreaterThan(10);
  });

  it('are drawn as coarsely as asked: fewer points around the same poles, still one within the next', () => {
    let shorter = 0;
    for (const seed of seeds) {
      const drawn = townOf(seed);
      const random = new SeededRandom(seed);
      const found = catchment(drawn.territory, query(someOrigins(drawn, seed), limitsOf(seed)));
      const fine = isochrones(found);
      expect(isochrones(found, { cellMeters: 12 })).toEqual(fine);
      const coarse = isochrones(found, { cellMeters: 200 });
      coarse.forEach((picture, i) => {
        expect(picture.shape.cellMeters!).toBeCloseTo(Math.max(fine[i]!.shape.cellMeters!, 16 * 12.45), -1);
        expect(picture.shape.recall).toBe(fine[i]!.shape.recall);
        expectValid(picture.polygon.coordinates, `seed ${seed}`);
        if (i > 0)
          expectWithin(random, coarse[i - 1]!.polygon.coordinates, picture.polygon.coordinates, `seed ${seed}`);
        if (JSON.stringify(picture.polygon).length < JSON.stringify(fine[i]!.polygon).length / 3) shorter++;
      });
    }
    expect(shorter).toBeGreaterThan(50);
  });

  it('are valid GeoJSON multipolygons', () => {
    let holes = 0;
    for (const seed of seeds) {
      const drawn = townOf(seed);
      for (const { polygon, areaSquareKm } of draw(drawn, seed)) {
        expectValid(polygon.coordinates, `seed ${seed}`);
        expect(areaSquareKm).toBeGreaterThan(0);
        holes += polygon.coordinates.reduce((sum, rings) => sum + rings.length - 1, 0);
      }
    }
    expect(holes).toBeGreaterThan(40);
  });

  it('hold the origins and every reached pole, and tell how many others', () => {
    const precisions: number[] = [];
    for (const seed of seeds) {
      const drawn = townOf(seed);
      const { territory } = drawn;
      const origins = someOrigins(drawn, seed);
      const of = catchment(territory, query(origins, limitsOf(seed)));
      const bands = new Map<number, number>();
      forEachReachedPole(of, (pole, _cost, band) => bands.set(pole, band));
      isochrones(of).forEach(({ polygon, shape }, i) => {
        for (const { lng, lat } of origins) {
          expect(pointInMultiPolygon(lng, lat, polygon.coordinates), `seed ${seed}`).toBe(true);
        }
        const sums = { all: 0, reached: 0, reachedInside: 0 };
        for (let pole = 0; pole < territory.poles.rows; pole++) {
          const { unit, share } = territory.sociodemo!.poleUnits;
          const total = territory.sociodemo!.topics.get('residents')!.columns.get('total')!;
          const residents = share[pole]! > 0 ? share[pole]! * total[unit[pole]!]! : 0;
          const isReached = (bands.get(pole) ?? Infinity) <= i;
          const lng = territory.poles.lngMicrodegrees[pole]! / 1e6;
          const lat = territory.poles.latMicrodegrees[pole]! / 1e6;
          const isInside = pointInMultiPolygon(lng, lat, polygon.coordinates);
          if (isInside) sums.all += residents;
          if (isReached) sums.reached += residents;
          if (isInside && isReached) sums.reachedInside += residents;
        }
        if (sums.reached > 0) {
          expect(shape.recall).toBeCloseTo(sums.reachedInside / sums.reached, 7);
          expect(shape.recall).toBe(1);
          precisions.push(shape.precision!);
        } else {
          expect(shape.recall).toBeNull();
        }
        if (sums.all > 0) expect(shape.precision).toBeCloseTo(sums.reachedInside / sums.all, 7);
        else expect(shape.precision).toBeNull();
      });
    }
    expect(precisions.length).toBeGreaterThan(100);
    expect(precisions.sort((a, b) => a - b)[Math.floor(precisions.length / 2)]).toBeGreaterThan(0.95);
  });
});

describe('circles', () => {
  const drawn = gridTown({ blocks: 10, blockMeters: 200, speedKph: 36 });
  const draw = (origins: readonly LatLng[], limits: readonly number[]) =>
    isochrones(catchment(drawn.territory, query(origins, limits, { measure: 'radius' })));

  it('have their radius, and the area of a circle', () => {
    const origin = drawn.at(0, 0);
    const { polygon, areaSquareKm, shape } = draw([origin], [700])[0]!;
    expect(polygon.coordinates[0]![0]!.length).toBeGreaterThan(64);
    for (const [lng, lat] of polygon.coordinates[0]![0]!) {
      expect(Math.abs(haversineMeters(origin.lng, origin.lat, lng!, lat!) - 700)).toBeLessThan(0.2);
    }
    expect(areaSquareKm).toBeCloseTo(Math.PI * 0.49, 2);
    expect(shape).toEqual({ recall: 1, precision: 1, cellMeters: null });
    expectValid(polygon.coordinates, 'circle');
  });

  it('make one of two that overlap: the area of both less the lens', () => {
    const { polygon, areaSquareKm } = draw([drawn.at(0, 0), drawn.at(3, 0)], [500])[0]!;
    const [r, d] = [0.5, 0.6];
    const lens = 2 * r * r * Math.acos(d / (2 * r)) - (d / 2) * Math.sqrt(4 * r * r - d * d);
    expect(polygon.coordinates).toHaveLength(1);
    expect(areaSquareKm).toBeCloseTo(2 * Math.PI * r * r - lens, 2);
    expectValid(polygon.coordinates, 'two circles');
  });

  it('stay apart when they are, and are one when they are the same', () => {
    expect(draw([drawn.at(-4, 0), drawn.at(4, 0)], [500])[0]!.polygon.coordinates).toHaveLength(2);
    expect(draw([drawn.at(0, 0), drawn.at(0, 0)], [500])).toEqual(draw([drawn.at(0, 0)], [500]));
  });

  it('leave the hole between circles in a ring', () => {
    const around = [0, 1, 2, 3, 4, 5].map((i) => drawn.place(polar(1000, i / 6)));
    const { polygon } = draw(around, [600])[0]!;
    expect(polygon.coordinates).toHaveLength(1);
    expect(polygon.coordinates[0]).toHaveLength(2);
    expectValid(polygon.coordinates, 'ring of circles');
  });

  it('hold just the places within the radius of one of many origins', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new SeededRandom(seed);
      const place = () => drawn.place({ x: random.between(-1500, 1500), y: random.between(-1500, 1500) });
      const origins = Array.from({ length: 1 + random.int(12) }, place);
      const all = draw(origins, [300, 600, 1000]);
      all.forEach(({ polygon, limit }, i) => {
        expectValid(polygon.coordinates, `seed ${seed}`);
        if (i > 0) expect(all[i - 1]!.areaSquareKm).toBeLessThan(all[i]!.areaSquareKm);
        for (let k = 0; k < 200; k++) {
          const { lng, lat } = place();
          const meters = Math.min(...origins.map((o) => haversineMeters(o.lng, o.lat, lng, lat)));
          if (Math.abs(meters - limit) < 1) continue;
          expect(pointInMultiPolygon(lng, lat, polygon.coordinates), `seed ${seed}`).toBe(meters < limit);
        }
      });
    }
  });
});

function polar(radius: number, turn: number) {
  return { x: radius * Math.cos(2 * Math.PI * turn), y: radius * Math.sin(2 * Math.PI * turn) };
}

function someOrigins(drawn: RandomTown, seed: number): LatLng[] {
  const random = new SeededRandom(seed + 1000);
  return Array.from({ length: 1 + random.int(3) }, () => random.pick(drawn.places));
}

function draw(drawn: RandomTown, seed: number): Isochrone[] {
  const random = new SeededRandom(seed + 2000);
  const change: Partial<CatchmentQuery> =
    random.next() < 0.3 ? { mode: 'walk' } : { direction: random.pick(['inbound', 'outbound']) };
  const limits = limitsOf(seed).map((limit) => (change.mode === 'walk' ? 5 * limit : limit));
  return isochrones(catchment(drawn.territory, query(someOrigins(drawn, seed), limits, change)));
}

/** Corners and random places of the inner shape lie in the outer one, to a tenth of a meter. */
function expectWithin(
  random: SeededRandom,
  inner: MultiPolygonCoordinates,
  outer: MultiPolygonCoordinates,
  label: string,
): void {
  const tolerance = 1.01e-6;
  const around = [0, 1, 2, 3, 4].map((i) => [[0, 1, -1, 0, 0][i]! * tolerance, [0, 0, 0, 1, -1][i]! * tolerance]);
  const corners = inner.flat(2);
  const isNear = (lng: number, lat: number) =>
    around.some(([dx, dy]) => pointInMultiPolygon(lng + dx!, lat + dy!, outer));
  for (let i = 0; i < 40; i++) {
    const [lng, lat] = random.pick(corners) as [number, number];
    if (!isNear(lng, lat)) expect.fail(`${label}: corner ${lng}, ${lat} lies outside the next limit`);
  }
  for (let i = 0; i < 40; i++) {
    const [a, b] = [random.pick(corners), random.pick(corners)] as [[number, number], [number, number]];
    const share = random.next();
    const [lng, lat] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    if (!pointInMultiPolygon(lng, lat, inner)) continue;
    // Two corners of one side have a point of both lines between them.
    expect(isNear(lng, lat), `${label}: ${lng}, ${lat}`).toBe(true);
  }
}

/** Closed rings of six decimals that turn the right way, do not cross or touch, and holes that lie in their outer ring. */
function expectValid(polygons: MultiPolygonCoordinates, label: string): void {
  const segments: Segment[] = [];
  const check = (isTrue: boolean, what: string) => {
    if (!isTrue) expect.fail(`${label}: ${what}`);
  };
  for (const rings of polygons) {
    rings.forEach((ring, i) => {
      check(ring.length >= 4, 'three corners');
      check(
        ring[0]!.every((degrees, k) => degrees === ring.at(-1)![k]),
        'closed',
      );
      check(Math.sign(ringSignedAreaSquareMeters(ring)) === (i === 0 ? 1 : -1), 'turns the right way');
      if (i > 0) check(pointInMultiPolygon(ring[0]![0]!, ring[0]![1]!, [[rings[0]!]]), 'hole in its outer ring');
      check(
        ring.every((at) => at.every((degrees) => Math.round(degrees * 1e6) / 1e6 === degrees)),
        'six decimals',
      );
      for (let k = 0; k + 1 < ring.length; k++) {
        segments.push(
          [ring[k]!, ring[k + 1]!].map(([x, y]) => [Math.round(x! * 1e6), Math.round(y! * 1e6)]) as Segment,
        );
      }
    });
  }
  const corners = segments.map(([[x, y]]) => `${x},${y}`);
  expect(new Set(corners).size, `${label}: a corner stands twice`).toBe(corners.length);
  const bySquare = new Map<number, Segment[]>();
  for (const segment of segments) {
    for (const square of squaresOf(segment)) {
      const others = bySquare.get(square) ?? [];
      if (others.some((other) => cross(segment, other))) expect.fail(`${label}: sides cross near ${segment[0]}`);
      others.push(segment);
      bySquare.set(square, others);
    }
  }
}

/** Numbers of the squares of 2,000 microdegrees that the box of a segment touches. */
function squaresOf([a, b]: Segment): number[] {
  const range = (i: 0 | 1) => {
    const low = Math.floor(Math.min(a[i], b[i]) / 2000);
    return Array.from({ length: Math.floor(Math.max(a[i], b[i]) / 2000) - low + 1 }, (_, k) => low + k);
  };
  return range(0).flatMap((x) => range(1).map((y) => x * 1e6 + y));
}

type Segment = [[number, number], [number, number]];

/** Whether two segments meet other than at a common end. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  const same = (p: number[], q: number[]) => p[0] === q[0] && p[1] === q[1];
  if (same(a, c) || same(a, d) || same(b, c) || same(b, d)) return false;
  const side = (p: number[], q: number[], r: number[]) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!));
  const within = (p: number[], q: number[], r: number[]) =>
    Math.min(p[0]!, q[0]!) <= r[0]! &&
    r[0]! <= Math.max(p[0]!, q[0]!) &&
    Math.min(p[1]!, q[1]!) <= r[1]! &&
    r[1]! <= Math.max(p[1]!, q[1]!);
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (s1 !== s2 && s3 !== s4) return true;
  return (
    (s1 === 0 && within(a, b, c)) ||
    (s2 === 0 && within(a, b, d)) ||
    (s3 === 0 && within(c, d, a)) ||
    (s4 === 0 && within(c, d, b))
  );
}
