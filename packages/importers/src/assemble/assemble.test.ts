import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBundle, listVersions, loadTerritory, NONE, POLE_KINDS, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { AddressPoint } from '../inputs/poles.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import type { Timetable, TransitInput } from '../inputs/transit.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { assembleTerritory } from './assemble.ts';

const folder = await testFolder();

/** West, south, east, north in steps of 0.01° (1.1 km) from 10° east on the equator. */
function box(west: number, south: number, east: number, north: number): number[][][][] {
  const [w, s, e, n] = [10 + west / 100, south / 100, 10 + east / 100, north / 100];
  return [
    [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  ];
}

function boundary(code: string, level: number, kind: Boundary['kind'], polygon: number[][][][]): Boundary {
  return { code, name: `Area ${code}`, country: 'XA', kind, level, localType: '', polygon, cut: false };
}

/**
 * A town of 3 × 2 steps: Long Street runs east along the middle, Cross Street north through the middle of the map. The
 * census units are the west, the middle and the east third; the east one reaches one step beyond the map.
 */
function town(changes: Partial<TerritoryInputs> = {}): TerritoryInputs {
  const map = new OsmBuilder();
  const along = [0, 1, 1.5, 2, 3].map((step) => map.addNode(0.01, 10 + step / 100));
  map.addWay(along, { highway: 'residential', name: 'Long Street' });
  map.addWay([map.addNode(0, 10.015), along[2]!, map.addNode(0.02, 10.015)], {
    highway: 'tertiary',
    name: 'Cross Street',
  });
  const report = new Report('Town');
  return {
    id: 'town',
    name: 'Town',
    countries: ['XA'],
    continent: 'europe',
    timeZone: 'Europe/Vienna',
    versions: { territory: 't1', sociodemo: 's1' },
    osm: map.build(),
    mapBox: { west: 10, south: 0, east: 10.03, north: 0.02 },
    poleSources: [
      {
        kind: 'address',
        async each(push) {
          for (const address of ADDRESSES) push(address);
        },
      },
    ],
    boundaries: [
      boundary('XA', 2, 'country', box(-1, -1, 5, 5)),
      boundary('W', 8, 'municipality', box(0, 0, 1.5, 2)),
      boundary('E', 8, 'municipality', box(1.5, 0, 4, 2)),
    ],
    census: {
      currency: 'EUR',
      units: [
        { code: 'west', polygon: box(0, 0, 1, 2) },
        { code: 'middle', polygon: box(1, 0, 2, 2) },
        { code: 'east', polygon: box(2, 0, 4, 2) },
        { code: 'far', polygon: box(9, 0, 10, 2) },
        { code: 'empty', polygon: box(0, 1.9, 0.1, 2) },
      ],
      topics: [
        {
          code: 'residents',
          entry: {
            note: '',
            vintage: '2020',
            comparability: 'full',
            missingFields: ['male', 'female', 'in_households', 'previous_total'],
            lists: [],
            distributions: [],
          },
          columns: new Map([['total', Float64Array.of(120, 50, 90, 1000, 0)]]),
          flags: new Uint8Array(5),
        },
      ],
      unavailable: [{ code: 'income', reason: 'not asked' }],
      benchmarks: [
        {
          code: 'XA',
          name: 'All',
          kind: 'country',
          areaSquareKm: 100,
          coverage: 1,
          unitRows: Uint32Array.of(0, 1, 2, 3),
        },
      ],
    },
    sources: [
      { name: 'Drawn', licence: 'CC0-1.0', attribution: 'nobody', family: 'territory' },
      { name: 'Counted', licence: 'CC0-1.0', attribution: 'nobody', family: 'sociodemo' },
    ],
    report,
    ...changes,
  };
}

function address(step: number, street: string, number: string, more: Partial<AddressPoint> = {}): AddressPoint {
  return {
    lng: 10 + step / 100,
    lat: 0.0101,
    number,
    numberLast: '',
    unit: '',
    street,
    locality: 'Town',
    region: '',
    postcode: step < 1.5 ? '100' : '200',
    dwellings: 1,
    ref: `${street} ${number}`,
    ...more,
  };
}

/** West: 1 + 2 + 3 dwellings; middle: none; east: one house of 1, one shop. */
const ADDRESSES = [
  address(0.2, 'Long Street', '2'),
  address(0.4, 'Long Street', '10', { dwellings: 2 }),
  address(0.6, 'Long Street', '9', { unit: 'A' }),
  address(0.6, 'Long Street', '9', { unit: 'B' }),
  address(0.6, 'Long Street', '9', { unit: 'C' }),
  address(2.5, 'Cross Street', '1'),
  address(2.7, 'Cross Street', '2', { dwellings: 0 }),
];

async function build(name: string, changes: Partial<TerritoryInputs> = {}) {
  const dir = join(folder.path, name);
  const { report } = await assembleTerritory(town(changes), dir);
  return { dir, report: report.toJson(), territory: await loadTerritory(dir) };
}

/** Residents by the first address of the pole, or by its kind. */
function residentsByAddress(territory: Territory): Record<string, number> {
  const { sociodemo, addresses, poles, texts } = territory;
  const total = sociodemo!.topics.get('residents')!.columns.get('total')!;
  const names = Array.from({ length: poles.rows }, (_, pole) => POLE_KINDS[poles.kind[pole]!] as string);
  for (let row = addresses.rows - 1; row >= 0; row--) {
    names[addresses.pole[row]!] = `${texts.text.at(addresses.street[row]!)} ${addresses.number.at(row)}`;
  }
  return Object.fromEntries(
    names.map((name, pole) => {
      const unit = sociodemo!.poleUnits.unit[pole]!;
      return [name, unit === NONE ? 0 : total[unit]! * sociodemo!.poleUnits.share[pole]!];
    }),
  );
}

const withBus = (timetables: TransitInput['timetables']): Partial<TerritoryInputs> => ({
  versions: { territory: 't1', sociodemo: 's1', transit: 'b1' },
  transit: { longestTransferSeconds: 600, timetables },
  sources: (['territory', 'sociodemo', 'transit'] as const).map((family) => ({
    name: 'Drawn',
    licence: 'CC0-1.0',
    attribution: 'nobody',
    family,
  })),
});

/** A bus along Long Street, once on one day, in five minutes. */
const bus = (): Timetable => ({
  id: 'bus',
  zone: 'Europe/Vienna',
  stops: [
    { id: 'w', name: 'West', lng: 10.005, lat: 0.01, station: '' },
    { id: 'e', name: 'East', lng: 10.02, lat: 0.01, station: '' },
  ],
  routes: [{ name: '1', longName: '', agency: '', type: 3 }],
  services: [[20_000]],
  trips: { service: Uint32Array.of(0), route: Uint32Array.of(0), firstCall: Uint32Array.of(0, 2) },
  calls: {
    stop: Uint32Array.of(0, 1),
    rule: new Uint8Array(2),
    arrivalSeconds: Uint32Array.of(28_800, 29_100),
    departureSeconds: Uint32Array.of(28_800, 29_100),
  },
  transfers: [],
});

describe('assembling a territory', () => {
  it('spreads people over addresses, half of a unit that the map cuts in half, and over a stand-in', async () => {
    const { territory, report } = await build('people');
    const residents = residentsByAddress(territory);
    expect(Object.keys(residents)).toHaveLength(6);
    expect(residents['Long Street 2']).toBeCloseTo(20, 9);
    expect(residents['Long Street 10']).toBeCloseTo(40, 9);
    expect(residents['Long Street 9']).toBeCloseTo(60, 9);
    expect(residents.synthetic).toBeCloseTo(50, 9);
    expect(residents['Cross Street 1']).toBeCloseTo(45, 6);
    expect(residents['Cross Street 2']).toBe(0);
    const { units } = territory.sociodemo!;
    expect(Array.from({ length: units.rows }, (_, row) => units.code.at(row))).toEqual(['west', 'middle', 'east']);
    expect([...units.synthetic]).toEqual([0, 1, 0]);
    expect(units.insideShare[2]).toBeCloseTo(0.5, 6);
    expect(report.facts['residents on poles']).toBeCloseTo(215, 4);
    expect(report.subjects.find(({ name }) => name === 'census units')!.drops).toEqual([
      { reason: 'no pole, and no or hardly any residents in the map', count: 1, references: ['empty'] },
      { reason: 'outside the map; it may feed benchmarks', count: 1, references: ['far'] },
    ]);
  });

  it('orders addresses by street, locality and number', async () => {
    const { territory } = await build('people');
    const { addresses, texts } = territory;
    const lines = Array.from({ length: addresses.rows }, (_, row) =>
      [texts.text.at(addresses.street[row]!), addresses.number.at(row), addresses.unit.at(row)].join(' ').trim(),
    );
    expect(lines).toEqual([
      'Cross Street 1',
      'Cross Street 2',
      'Long Street 2',
      'Long Street 9 A',
      'Long Street 9 B',
      'Long Street 9 C',
      'Long Street 10',
    ]);
    expect(texts.text.at(0)).toBe('');
  });

  it('puts poles into areas and postcodes of addresses, and roads and poles together', async () => {
    const { territory } = await build('people');
    const { areas, poleAreas, poles, snaps, edges, texts } = territory;
    const code = (row: number) => (row < 0 ? null : areas.code.at(row));
    expect(Array.from({ length: areas.rows }, (_, row) => code(row))).toEqual(['XA', 'E', 'W', '100', '200']);
    expect([...areas.cut]).toEqual([1, 1, 0, 1, 1]);
    const west = [...poles.lngMicrodegrees.keys()].filter((pole) => poles.lngMicrodegrees[pole]! < 10_015_000);
    for (let pole = 0; pole < poles.rows; pole++) {
      expect(code(poleAreas.country[pole]!)).toBe('XA');
      if (poles.kind[pole] === 0) expect(code(poleAreas.level8[pole]!)).toBe(west.includes(pole) ? 'W' : 'E');
      if (poles.kind[pole] === 0) expect(code(poleAreas.postcode[pole]!)).toBe(west.includes(pole) ? '100' : '200');
    }
    expect(territory.areaPolygon(2)).toEqual(box(0, 0, 1.5, 2));
    expect(territory.areaPolygon(3)).toBeNull();
    const car = snaps.car!;
    expect(car.rows).toBe(6);
    const streets = new Set([...car.edge].map((edge) => texts.text.at(edges.street[edge]!)));
    expect(streets).toContain('Long Street');
    // 0.0001° north of the street is 11.1 m.
    const fromAddresses = [...car.accessMillimeters].filter((_, row) => poles.kind[car.pole[row]!] === 0);
    expect(fromAddresses).toHaveLength(5);
    for (const millimeters of fromAddresses) expect(Math.abs(millimeters - 11_119)).toBeLessThan(20);
  });

  it('makes the same bytes every time, and a report beside them', async () => {
    const [a, b] = [await build('same-1'), await build('same-2')];
    expect(await checksum(a.dir)).toBe(await checksum(b.dir));
    expect(await checkBundle(a.dir)).toEqual([]);
    const report = JSON.parse(await readFile(join(a.dir, 'report.json'), 'utf8'));
    expect(report.facts.poles).toBe(6);
    expect(await readFile(join(a.dir, 'report.txt'), 'utf8')).toContain('addresses: 7 kept of 7');
  });

  it('puts a second version beside the first and in force', async () => {
    const { dir } = await build('versions');
    await assembleTerritory(town({ versions: { territory: 't2', sociodemo: 's2' } }), dir);
    expect(await listVersions(dir, 'territory')).toEqual(['t1', 't2']);
    expect((await loadTerritory(dir)).dataVersion).toEqual({ territory: 't2', sociodemo: 's2' });
    const both = await loadTerritory(dir, { versions: { territory: 't1', sociodemo: 's1' } });
    expect(both.dataVersion).toEqual({ territory: 't1', sociodemo: 's1' });
  });

  it('works without a census and without a map box', async () => {
    const { territory, report } = await build('bare', {
      census: null,
      mapBox: undefined,
      versions: { territory: 't1' },
    });
    expect(territory.sociodemo).toBeNull();
    expect(territory.poles.rows).toBe(5);
    expect(report.warnings).toEqual([]);
  });

  it('puts timetables onto the streets, and leaves no trace of one that is refused', async () => {
    const { territory, dir } = await build(
      'bus',
      withBus(async function* () {
        yield bus();
      }),
    );
    expect(await checkBundle(dir)).toEqual([]);
    const { stops, times, walks, stopWalks } = territory.transit!;
    expect(Array.from({ length: stops.rows }, (_, row) => stops.name.at(row)).sort()).toEqual(['East', 'West']);
    const streets = Array.from(stops.edge, (edge) => territory.texts.text.at(territory.edges.street[edge]!));
    expect(streets).toEqual(['Long Street', 'Long Street']);
    expect([...times.departureSeconds]).toEqual([28_800, 29_100]);
    // 1.5 steps are 1,668 m, 20 minutes on foot: too long for 10, so each stop has itself alone.
    expect([[...walks.stop], [...stopWalks.firstWalk]]).toEqual([
      [0, 1],
      [0, 1, 2],
    ]);
    expect(territory.dataVersion.transit).toBe('b1');

    const refused = build(
      'no-bus',
      withBus(async function* () {
        yield bus();
        throw new ImportError('agency.txt, line 2: "Rom" is no time zone.');
      }),
    );
    await expect(refused).rejects.toThrow(/is no time zone/);
    await expect(readdir(join(folder.path, 'no-bus'))).rejects.toThrow(/ENOENT/);
    await expect(build('unnamed-bus', { transit: withBus(async function* () {}).transit! })).rejects.toThrow(
      /Town has timetables; name their version \(transit\) under versions/,
    );
  });

  it('tells how far it is', async () => {
    const steps: [string, number][] = [];
    await assembleTerritory(town(), join(folder.path, 'progress'), {
      progress: (step, fraction) => steps.push([step, fraction]),
    });
    expect(steps[0]).toEqual(['roads', 0]);
    expect(steps.at(-1)).toEqual(['done', 1]);
    const fractions = steps.map(([, fraction]) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  it.each<[string, Partial<TerritoryInputs>, RegExp]>([
    ['no pole', { census: null, poleSources: [] }, /Town has no pole: .*from: osm-buildings.*from: streets/],
    [
      'a centre elsewhere',
      { center: { lat: 5, lng: 5 } },
      /The center 5, 5 \(lat, lng\) lies outside the map, .*Correct center/,
    ],
    ['a census without a version', { versions: { territory: 't1' } }, /name its version \(sociodemo\)/],
  ])('refuses %s', async (name, changes, message) => {
    await expect(build(name.replaceAll(' ', '-'), changes)).rejects.toThrow(message);
  });

  it('refuses the folder of another territory, and to change a version', async () => {
    const { dir } = await build('taken');
    await expect(assembleTerritory(town({ id: 'city' }), dir)).rejects.toThrow(
      /holds the territory "town", and this one is "city"\. Choose another folder/,
    );
    await expect(assembleTerritory(town({ boundaries: [] }), dir)).rejects.toThrow(
      /t1.*exists already, with other content/,
    );
  });
});

async function checksum(dir: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(dir, { recursive: true })).filter((name) =>
    /\.(arrow|geojsonl)$|family\.json|manifest\.json/.test(name),
  );
  for (const name of files.sort()) hash.update(name).update(await readFile(join(dir, name)));
  return hash.digest('hex');
}
