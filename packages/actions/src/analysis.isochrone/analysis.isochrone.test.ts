import { pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { ActionProblem, type Channel } from '../action/action.ts';
import { quotedCredits, totalCredits } from '../action/pricing.ts';
import {
  BLOCK_METERS,
  BLOCK_SECONDS,
  contextOf,
  HALF,
  island,
  PER_POLE,
  residentsWithin,
  unitAt,
} from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { analysisIsochrone } from './index.ts';
import { input } from './schema.ts';

const { town, territory } = island();
const center = town.at(0, 0);
const context = contextOf(territory);
const run = (given: object) => analysisIsochrone.run(context, input.parse({ origins: [center], ...given })).result;
const quote = (given: object, channel: Channel = 'api') =>
  analysisIsochrone.quote(contextOf(territory, { channel }), input.parse({ origins: [center], ...given }));
const blocks = (...counts: number[]) => counts.map((count) => count * BLOCK_SECONDS);

describe('price', () => {
  it.each<[Channel, number]>([
    ['api', 3],
    ['mcp', 3],
    ['assistant', 0],
    ['batch', 3],
    ['web', 0],
  ])('S18, S19, D35: on the channel %s is %i', (channel, credits) => {
    const given = quote({ bandSeconds: blocks(1) }, channel);
    expect(totalCredits(given)).toBe(credits);
    expect(given.lines).toMatchObject([
      {
        tariff: 'isochrone.call',
        label: credits === 0 ? 'Isochrone drawn in the web app' : 'Isochrone',
        unit: 'call',
        quantity: 1,
        unitCredits: credits,
        credits,
      },
    ]);
  });

  it('is the same for many places and bands', () => {
    const origins = Array.from({ length: 50 }, (_, i) => town.at((i % 7) - 3, 0));
    expect(quotedCredits(quote({ origins, bandSeconds: blocks(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }))).toBe(3);
  });

  it('is not shown in the result', () => {
    expect(analysisIsochrone.resultShowsCharge).toBe(false);
    expect(analysisIsochrone.storesVersion).toBe(false);
  });
});

describe('bands', () => {
  it('S16, S267: hold the residents of each ring of crossings, and of all inner ones', () => {
    const { bands } = run({ bandSeconds: blocks(1, 2, 5) });
    expect(
      bands.map(({ limitSeconds, residents, cumulativeResidents }) => [limitSeconds, residents, cumulativeResidents]),
    ).toEqual([
      [50, residentsWithin(1), residentsWithin(1)],
      [100, residentsWithin(2, [[0, 0]], 1), residentsWithin(2)],
      [250, residentsWithin(5, [[0, 0]], 2), residentsWithin(5)],
    ]);
    // 2k² + 2k + 1 crossings lie within k blocks.
    expect(bands.map(({ cumulativePoles }) => cumulativePoles)).toEqual([5, 13, 61]);
    expect(bands.map(({ poles }) => poles)).toEqual([5, 8, 48]);
  });

  it('include the limit itself, and not one second less', () => {
    expect(run({ bandSeconds: [BLOCK_SECONDS] }).bands[0]!.cumulativePoles).toBe(5);
    expect(run({ bandSeconds: [BLOCK_SECONDS - 1] }).bands[0]!.cumulativePoles).toBe(1);
  });

  it('of several places count everyone once', () => {
    const places: [number, number][] = [
      [-3, 0],
      [0, 0],
      [0, 0],
    ];
    const origins = places.map(([right, up]) => town.at(right, up));
    const { bands } = run({ origins, bandSeconds: blocks(2) });
    expect(bands[0]!.cumulativeResidents).toBe(residentsWithin(2, places));
  });

  it('on foot take 360 s per block', () => {
    const { bands, method } = run({ bandSeconds: [359, 360, 719], mode: 'walk', traffic: 'heavy' });
    expect(bands.map(({ cumulativePoles }) => cumulativePoles)).toEqual([1, 5, 5]);
    expect(method).toMatchObject({ mode: 'walk', traffic: 'normal', profile: 'walk-normal' });
  });

  it('in heavy traffic reach less far', () => {
    const free = run({ bandSeconds: blocks(4), traffic: 'free' }).bands[0]!;
    const heavy = run({ bandSeconds: blocks(4), traffic: 'heavy' }).bands[0]!;
    expect([free.cumulativePoles, heavy.cumulativePoles]).toEqual([61, 13]);
  });

  it('of road distance and radius', () => {
    const road = run({ bandMeters: [BLOCK_METERS, 2 * BLOCK_METERS] });
    expect(road.bands.map(({ limitMeters, cumulativePoles }) => [limitMeters, cumulativePoles])).toEqual([
      [500, 5],
      [1000, 13],
    ]);
    expect(road.method).toMatchObject({ measure: 'distance', traffic: null, profile: null });
    const radius = run({ radiusMeters: [Math.ceil(BLOCK_METERS * Math.SQRT2) + 5] });
    expect(radius.bands[0]).toMatchObject({ cumulativePoles: 9 });
    expect(radius.origins).toEqual([{ ...center, snapped: null }]);
  });

  it('the same limit asked alone or with others gives the same figures', () => {
    const alone = run({ bandSeconds: blocks(4) });
    const among = run({ bandSeconds: blocks(1, 4, 9) });
    expect(among.bands[1]!.cumulativeResidents).toBe(alone.bands[0]!.cumulativeResidents);
    expect(among.bands[1]!.cumulativePoles).toBe(alone.bands[0]!.cumulativePoles);
  });

  it('everyone lives within reach of everything', () => {
    expect(run({ bandSeconds: blocks(2 * HALF) }).bands[0]!.cumulativeResidents).toBe(2830);
  });

  it('without a census count poles and no residents', () => {
    const bare = contextOf({ ...territory, sociodemo: null });
    const { result } = analysisIsochrone.run(bare, input.parse({ origins: [center], bandSeconds: blocks(1) }));
    expect(result.bands[0]).toMatchObject({ residents: null, cumulativeResidents: null, poles: 5 });
  });
});

describe('polygons', () => {
  const { bands, geojson } = run({ bandSeconds: blocks(1, 2, 4) });

  it('come as one feature per limit, ready for a map', () => {
    expect(geojson!.type).toBe('FeatureCollection');
    expect(
      geojson!.features.map(({ type, id, properties, geometry }) => [type, id, properties, geometry.type]),
    ).toEqual(
      bands.map(({ limitSeconds, cumulativeResidents, cumulativePoles }, i) => [
        'Feature',
        i,
        { limitSeconds, cumulativeResidents, cumulativePoles },
        'MultiPolygon',
      ]),
    );
  });

  it('hold the crossings within the limit, and say how well', () => {
    geojson!.features.forEach(({ geometry }, band) => {
      for (let right = -HALF; right <= HALF; right++) {
        for (let up = -HALF; up <= HALF; up++) {
          const { lat, lng } = town.at(right, up);
          const reached = Math.abs(right) + Math.abs(up) < [1, 2, 4][band]!;
          if (reached) expect(pointInMultiPolygon(lng, lat, geometry.coordinates)).toBe(true);
        }
      }
    });
    for (const { shape } of bands) {
      expect(shape!.recall).toBeGreaterThan(0.9);
      expect(shape!.precision).toBeGreaterThan(0.9);
    }
    const areas = bands.map(({ shape }) => shape!.areaSquareKm);
    expect(areas).toEqual([...areas].sort((a, b) => a - b));
  });

  it('are the same whether the limit is asked for alone or with others', () => {
    const alone = run({ bandSeconds: blocks(2) }).geojson!.features[0]!;
    expect(alone.geometry).toEqual(geojson!.features[1]!.geometry);
  });

  it('of a radius are circles', () => {
    const circle = run({ radiusMeters: [1000] });
    expect(circle.bands[0]!.shape).toMatchObject({ recall: 1, precision: 1, cellMeters: null });
    expect(circle.bands[0]!.shape!.areaSquareKm).toBeCloseTo(Math.PI, 1);
  });

  it('are left out on request, with the same figures', () => {
    const short = run({ bandSeconds: blocks(1, 2, 4), geometry: false });
    expect(short.geojson).toBeUndefined();
    expect(short.bands.some((band) => 'shape' in band)).toBe(false);
    expect(bands).toMatchObject(short.bands);
  });
});

describe('places that cannot be answered, in the quote as in the run', () => {
  const problems = (place: { lat: number; lng: number }, more: object = {}) =>
    (['quote', 'run'] as const).map((call) => {
      try {
        analysisIsochrone[call](context, input.parse({ origins: [center, place], bandSeconds: [300], ...more }));
      } catch (error) {
        return error as ActionProblem;
      }
      throw new Error('accepted');
    });

  it.each([
    ['in another country', { lat: 48.2, lng: 16.4 }, 'outside_coverage', /lies outside Grid Island/],
    [
      'at sea, five kilometers from any road',
      { lat: center.lat, lng: center.lng + 0.09 },
      'validation_error',
      /lies 5\d\d\d m from the nearest road for mode car, the limit is 350 m; move it nearer to a road/,
    ],
  ])('%s', (_, place, code, sentence) => {
    for (const problem of problems(place)) {
      expect(problem).toBeInstanceOf(ActionProblem);
      expect(problem).toMatchObject({
        code,
        fields: { errors: [{ pointer: '#/origins/1', detail: problem.message }] },
      });
      expect(problem.message).toMatch(sentence);
    }
  });

  it('a road that is farther than usual is found when asked for', () => {
    const place = town.at(HALF + 1, 0);
    expect(problems(place)[0]!.message).toMatch(/lies 500 m from the nearest road .* raise snapLimitMeters/);
    const { origins } = run({ origins: [place], bandSeconds: [600], snapLimitMeters: 600 });
    expect(origins[0]!.snapped!.distanceMeters).toBeCloseTo(500, 0);
  });
});

describe('public transport', () => {
  const withTrips = withLine(territory, town);
  const ask = (given: object, on = withTrips) =>
    analysisIsochrone.run(contextOf(on), input.parse({ origins: [center], mode: 'transit', ...given })).result;
  const outbound = { direction: 'outbound', geometry: false } as const;

  it('D161: reaches the end of a line after the wait of its percentile', () => {
    // Departures of 7:00 wait 0 minutes, of 7:01 nine, of 7:09 one; the median wait is four minutes, the longest nine.
    const bandSeconds = [300 + 4 * 60 - 1, 300 + 4 * 60, 300 + 9 * 60];
    const { bands, method, dataVersion } = ask({ ...outbound, bandSeconds });
    const end = PER_POLE[unitAt(HALF, 0)];
    const onFoot = run({ ...outbound, bandSeconds, mode: 'walk' }).bands;
    const more = bands.map((band, i) => band.cumulativeResidents! - onFoot[i]!.cumulativeResidents!);
    // A block takes six minutes on foot: only without a wait are the end's three neighbors reached within 14 minutes.
    expect(more).toEqual([0, end, end]);
    expect(bands.map(({ reliability }, i) => reliability!.every - onFoot[i]!.cumulativeResidents!)).toEqual([
      0,
      0,
      end,
    ]);
    expect(bands.map(({ reliability }, i) => reliability!.half - onFoot[i]!.cumulativeResidents!)).toEqual(more);
    expect(bands.map(({ reliability }, i) => reliability!.any - onFoot[i]!.cumulativeResidents!)).toEqual([
      end,
      end,
      4 * end,
    ]);
    expect(method).toMatchObject({
      mode: 'transit',
      transit: {
        date: '2026-03-02',
        from: '07:00',
        to: '09:00',
        timeZone: 'UTC',
        departures: 120,
        percentile: 50,
        maxRides: 3,
        maxWalkMinutes: 15,
      },
    });
    expect(dataVersion.transit).toBe('1');
  });

  it('draws the island around the last stop', () => {
    const { geojson, bands } = ask({ direction: 'outbound', bandSeconds: [900] });
    const { lat, lng } = town.at(HALF, 0);
    expect(pointInMultiPolygon(lng, lat, geojson!.features[0]!.geometry.coordinates as [number, number][][][])).toBe(
      true,
    );
    const between = town.at(HALF / 2, 0);
    const { coordinates } = geojson!.features[0]!.geometry;
    expect(pointInMultiPolygon(between.lng, between.lat, coordinates as [number, number][][][])).toBe(false);
    expect(bands[0]!.shape!.recall).toBe(1);
  });

  it('answers a one-way line by its direction', () => {
    const { bands } = ask({ bandSeconds: [1200], geometry: false });
    expect(bands[0]!.cumulativeResidents).toBe(
      run({ bandSeconds: [1200], mode: 'walk', geometry: false }).bands[0]!.cumulativeResidents,
    );
  });

  const problemOf = (given: object, on = withTrips) => {
    try {
      ask({ bandSeconds: [600], ...given }, on);
    } catch (error) {
      return error as ActionProblem;
    }
    throw new Error('It was answered.');
  };

  it('D160: refuses a day without trips with the days that have some', () => {
    const { code, message, fields } = problemOf({ departure: { day: '2026-03-03' } });
    expect(code).toBe('no_service');
    expect(message).toBe('No trip runs in Grid Island on 2026-03-03. There are trips on 2026-03-02, on 2026-03-07.');
    expect(fields).toMatchObject({
      errors: [{ pointer: '#/departure/day' }],
      serviceDays: [
        { first: '2026-03-02', last: '2026-03-02' },
        { first: '2026-03-07', last: '2026-03-07' },
      ],
    });
    expect(problemOf({ departure: { day: 'sunday' } }).message).toMatch(/on any sunday/);
    expect(ask({ bandSeconds: [600], departure: { day: 'saturday' } }).method.transit!.date).toBe('2026-03-07');
  });

  it('refuses a territory without timetables', () => {
    const { code, fields } = problemOf({}, territory);
    expect(code).toBe('validation_error');
    expect(fields).toMatchObject({ errors: [{ pointer: '#/mode' }] });
  });
});

describe('compareModes', () => {
  const withTrips = withLine(territory, town);
  const ask = (given: object, on = withTrips) => {
    const parsed = input.parse({ origins: [center], direction: 'outbound', bandSeconds: [1140], ...given });
    analysisIsochrone.quote(contextOf(on), parsed);
    return analysisIsochrone.run(contextOf(on), parsed).result;
  };

  it('answers the bands of every mode as calls with that mode do', () => {
    const compared = ask({ compareModes: true });
    const { mode, ...others } = { ...compared.method };
    expect([mode, others.profile]).toEqual(['car', 'car-normal']);
    expect(compared.modes!.map((one) => one.mode)).toEqual(['car', 'walk', 'bicycle', 'transit']);
    // The island has no roads for bicycles.
    const answered = compared.modes!.filter(({ available }) => available);
    expect(answered.map((one) => one.mode)).toEqual(['car', 'walk', 'transit']);
    for (const { mode: of, available, bands, geojson, origins, method } of answered) {
      const alone = ask({ mode: of });
      expect({ available, bands, geojson, origins, method }).toEqual({
        available: true,
        bands: alone.bands,
        geojson: alone.geojson,
        origins: alone.origins,
        method: alone.method,
      });
    }
    const [, onFoot, riding] = answered.map(({ bands }) => bands![0]!.cumulativeResidents!);
    expect(riding).toBeGreaterThan(onFoot!);
    expect(compared.dataVersion.transit).toBe('1');
    const { modes: _, dataVersion, ...same } = compared;
    expect(same).toEqual(Object.fromEntries(Object.entries(ask({})).filter(([name]) => name !== 'dataVersion')));
  });

  it('takes the departure for public transport, whatever the mode', () => {
    const short = { compareModes: true, geometry: false, mode: 'walk' };
    const { modes } = ask({ ...short, departure: { day: 'saturday' }, maxRides: 1 });
    expect(modes!.at(-1)!.method!.transit).toMatchObject({ date: '2026-03-07', maxRides: 1 });
    expect(modes!.some((one) => 'geojson' in one)).toBe(false);
    expect(() => ask({ ...short, departure: { day: '2026-03-03' } })).toThrow(/No trip runs in Grid Island/);
    const [issue] = input.safeParse({ origins: [center], radiusMeters: [500], compareModes: true }).error!.issues;
    expect([issue!.path, String(issue!.message)]).toEqual([
      ['radiusMeters'],
      'compareModes compares travel time: give bandSeconds instead of radiusMeters.',
    ]);
  });

  it('names the modes that the territory lacks', () => {
    const { modes, dataVersion } = ask({ compareModes: true, departure: { day: 'saturday' } }, territory);
    const lacking = [
      ['bicycle', 'Grid Island has no road times for mode bicycle; use one of: car, walk.'],
      [
        'transit',
        'Grid Island has no timetables of public transport; use another mode. Its recipe may name some under transit.',
      ],
    ];
    expect(modes!.slice(2)).toEqual(lacking.map(([mode, reason]) => ({ mode, available: false, reason })));
    expect(modes!.slice(0, 2).map(({ available }) => available)).toEqual([true, true]);
    expect(dataVersion).not.toHaveProperty('transit');
  });
});
