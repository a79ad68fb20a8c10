import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { isochrones } from '@hinterland/engine/isochrone';
import type { CatchmentQuery } from '@hinterland/engine/query';
import { SeededRandom } from '@hinterland/geo';
import { assembleTerritory, OsmBuilder, Report, type TerritoryInputs, type Timetable } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { afterAll, describe, expect, it } from 'vitest';

/** Streets and the ways between them; a block has 330 m. */
const SIDE = 9;
const BLOCK_DEGREES = 0.003;
/** 2026-03-02, a Monday. */
const MONDAY = 20_514;
const at = (step: number) => 10 + step * BLOCK_DEGREES;

/** A town of straight streets with addresses along them, and timetables in the order given. */
function town(timetables: readonly Timetable[]): TerritoryInputs {
  const map = new OsmBuilder();
  const steps = Array.from({ length: SIDE }, (_, step) => step);
  const nodes = steps.map((row) => steps.map((column) => map.addNode(at(row), at(column))));
  for (const step of steps) {
    map.addWay(nodes[step]!, { highway: 'residential', name: `Street ${step}` });
    map.addWay(
      nodes.map((row) => row[step]!),
      { highway: 'residential', name: `Avenue ${step}` },
    );
  }
  const [west, east] = [at(-1), at(SIDE)];
  const ring = [west, east, east, west, west].map((lng, i) => [lng, i === 0 || i === 1 || i === 4 ? west : east]);
  const area = { country: 'XA', localType: '', polygon: [[ring]], cut: false };
  return {
    id: 'town',
    name: 'Town',
    countries: ['XA'],
    continent: 'europe',
    timeZone: 'Europe/Vienna',
    versions: { territory: '1', transit: '1' },
    osm: map.build(),
    poleSources: [
      {
        kind: 'address',
        async each(push) {
          for (let i = 0; i < SIDE * (SIDE - 1) * 4; i++) {
            const street = i % SIDE;
            const number = String(Math.floor(i / SIDE));
            const lng = at((Math.floor(i / SIDE) + 0.5) / 4);
            const more = { numberLast: '', unit: '', locality: 'Town', region: '', postcode: '', dwellings: 1 };
            push({ ...more, lng, lat: at(street) + 0.0001, number, street: `Street ${street}`, ref: `${i}` });
          }
        },
      },
    ],
    boundaries: [
      { ...area, code: 'XA', name: 'Country', level: 2, kind: 'country' },
      { ...area, code: 'T', name: 'Town', level: 8, kind: 'municipality' },
    ],
    census: null,
    transit: {
      longestTransferSeconds: 600,
      timetables: async function* () {
        yield* timetables;
      },
    },
    sources: (['territory', 'transit'] as const).map((family) => ({
      name: 'Drawn',
      licence: 'CC0-1.0',
      attribution: 'nobody',
      family,
    })),
    report: new Report('Town'),
  };
}

/** A company with lines over crossings of the town; its trips overtake each other, and some run on every other day alone. */
function company(id: string, seed: number): Timetable {
  const random = new SeededRandom(seed);
  const stops = Array.from({ length: 12 }, (_, stop) => ({
    id: `${id}${stop}`,
    name: `${id} ${stop}`,
    lng: at(random.int(SIDE)),
    lat: at(random.int(SIDE)),
    station: '',
  }));
  const calls: { stop: number; seconds: number }[] = [];
  const firstCall = [0];
  for (let line = 0; line < 5; line++) {
    const course = Array.from({ length: 3 + random.int(3) }, () => random.int(stops.length));
    for (let start = 6 * 3600 + random.int(900); start < 10 * 3600; start += 300 + random.int(900)) {
      let seconds = start;
      for (const stop of course) {
        calls.push({ stop, seconds });
        seconds += 60 + random.int(300);
      }
      firstCall.push(calls.length);
    }
  }
  const trips = firstCall.length - 1;
  return {
    id,
    zone: 'Europe/Vienna',
    stops,
    routes: [{ name: id, longName: '', agency: '', type: 3 }],
    services: [
      [MONDAY, MONDAY + 1, MONDAY + 2],
      [MONDAY, MONDAY + 2],
    ],
    trips: {
      service: Uint32Array.from({ length: trips }, () => random.int(2)),
      route: new Uint32Array(trips),
      firstCall: Uint32Array.from(firstCall),
    },
    calls: {
      stop: Uint32Array.from(calls, ({ stop }) => stop),
      rule: new Uint8Array(calls.length),
      arrivalSeconds: Uint32Array.from(calls, ({ seconds }) => seconds),
      departureSeconds: Uint32Array.from(calls, ({ seconds }) => seconds),
    },
    transfers: [],
  };
}

describe('several timetables in one territory', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-feeds-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** Times of all poles, bands and polygons of a few questions. */
  async function answersOf(timetables: readonly Timetable[]) {
    const folder = join(scratch, timetables.map(({ id }) => id).join(''));
    await assembleTerritory(town(timetables), folder);
    const territory = await loadTerritory(folder);
    const { transit, ...onFoot } = query({ day: MONDAY + 1, direction: 'outbound' });
    const walked = catchment(territory, onFoot).bands.map(({ cumulative }) => cumulative.poles);
    const asked = [MONDAY, MONDAY + 1].flatMap((day) =>
      (['inbound', 'outbound'] as const).map((direction) => {
        const of = catchment(territory, query({ day, direction }));
        const { poles, costs } = reachedPoles(of);
        const reliability = of.transit!.reliability.map(({ every, half, any }) => [every.poles, half.poles, any.poles]);
        return { poles: [...poles], costs: [...costs], reliability, polygons: isochrones(of) };
      }),
    );
    return { walked: walked.at(-1)!, reached: asked.map(({ poles }) => poles.length), asked };
  }
  const query = ({ day, direction }: { day: number; direction: 'inbound' | 'outbound' }) =>
    ({
      origins: [{ lat: at(3.4), lng: at(4) }],
      measure: 'time',
      mode: 'walk',
      traffic: 'normal',
      direction,
      limits: [600, 900],
      transit: { day, fromMinute: 450, toMinute: 480, percentile: 5, maxRides: 3, maxWalkSeconds: 600 },
    }) satisfies CatchmentQuery;

  it('give the same answers in any order', async () => {
    const companies = [company('a', 1), company('b', 2), company('c', 3)];
    const inOrder = await answersOf(companies);
    expect(Math.min(...inOrder.reached)).toBeGreaterThan(inOrder.walked);
    expect(inOrder.asked[0]!.costs).not.toEqual(inOrder.asked[2]!.costs);
    for (const order of [
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      expect(await answersOf(order.map((i) => companies[i]!))).toEqual(inOrder);
    }
    // More than one of them matters.
    for (const single of companies) expect((await answersOf([single])).asked).not.toEqual(inOrder.asked);
  });
});
