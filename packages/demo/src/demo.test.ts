import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { multiPolygonAreaSquareKm, PolygonIndex, pointInMultiPolygon, SeededRandom } from '@hinterland/geo';
import type { AddressPoint, TerritoryInputs } from '@hinterland/importers';
import { AGE_CLASSES, TOPIC_CODES, TOPIC_FIELDS, TOPIC_FLAG, type TopicCode } from '@hinterland/territory';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoInputs } from './demoInputs.ts';
import { ringFaults } from './testing/ringFaults.ts';

const LEVELS = [2, 4, 6, 9, -1] as const;

let demo: TerritoryInputs;
let addresses: AddressPoint[];

async function addressesOf(inputs: TerritoryInputs): Promise<AddressPoint[]> {
  const all: AddressPoint[] = [];
  for (const source of inputs.poleSources)
    if (source.kind === 'address') await source.each((address) => all.push(address));
  return all;
}

beforeAll(async () => {
  demo = demoInputs();
  addresses = await addressesOf(demo);
}, 120_000);

const layer = (level: number) => demo.boundaries.filter((boundary) => boundary.level === level);
const column = (topic: TopicCode, name: string) =>
  demo.census!.topics.find(({ code }) => code === topic)!.columns.get(name)!;
const total = (values: Float64Array) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
const doorOf = (address: AddressPoint) => `${address.lng} ${address.lat}`;

describe('size', () => {
  test('more than 100,000 people live at more than 40,000 places', () => {
    expect(total(column('residents', 'total'))).toBeGreaterThan(150_000);
    expect(total(column('residents', 'total'))).toBeLessThan(200_000);
    const doors = new Set(addresses.map(doorOf)).size;
    expect(doors).toBeGreaterThan(45_000);
    expect(doors).toBeLessThan(62_000);
  });

  test('areas of every level, and census units', () => {
    expect(LEVELS.map((level) => layer(level).length)).toEqual([1, 3, 11, 75, 49]);
    expect(demo.census!.units.length).toBeGreaterThan(300);
    expect(demo.census!.units.length).toBeLessThan(600);
    expect(new Set(demo.census!.units.map(({ code }) => code)).size).toBe(demo.census!.units.length);
    expect(new Set(demo.boundaries.map(({ code }) => code)).size).toBe(demo.boundaries.length);
  });

  test('figures in docs/data/demo.md are those of the demo', () => {
    const page = readFileSync(new URL('../../../docs/data/demo.md', import.meta.url), 'utf8');
    const count = (holds: (address: AddressPoint) => boolean) => addresses.filter(holds).length;
    const figures = [
      demo.osm.ways.ids.length,
      addresses.length,
      new Set(addresses.map(doorOf)).size,
      count(({ unit }) => unit !== ''),
      count(({ numberLast }) => numberLast !== ''),
      count(({ number }) => number.endsWith('A')),
      count(({ number }) => number === ''),
      count(({ dwellings }) => dwellings === 0),
      new Set(addresses.map(({ street, locality }) => `${street}, ${locality}`)).size,
      new Set(addresses.map(({ street }) => street)).size,
      total(column('residents', 'total')),
      total(column('housing', 'occupied')),
      total(column('housing', 'dwellings')),
      demo.census!.units.length,
      demo.census!.benchmarks.length,
    ];
    const missing = figures.filter((figure) => !new RegExp(`\\b${figure.toLocaleString('en')}\\b`).test(page));
    expect(missing).toEqual([]);
  });

  test('the code of the country is one that no real country can get, as is its money', () => {
    expect(demo.countries).toEqual(['XM']);
    expect(demo.census!.currency).toMatch(/^XM[A-Z]$/);
  });
});

describe('the same every time', () => {
  test('golden checksum: when it changes on purpose, put in the new one and say so in the changelog', async () => {
    expect(await checksum(demo)).toBe('80fa5d0864e90bc87797f0509ec8ebe1e0c0ac21dcdb460234c3557aa316243b');
  });

  test('a second build is equal, another seed is another country as sound as this one', async () => {
    expect(await checksum(demoInputs())).toBe(await checksum(demo));
    const other = demoInputs({ seed: 77 });
    expect(await checksum(other)).not.toBe(await checksum(demo));
    for (const { polygon } of other.boundaries) expect(ringFaults(polygon)).toEqual([]);
    const land = (level: number) =>
      other.boundaries
        .filter((area) => area.level === level)
        .reduce((sum, { polygon }) => sum + multiPolygonAreaSquareKm(polygon), 0);
    for (const level of LEVELS) expect(land(level)).toBeCloseTo(land(2), 6);
  }, 120_000);

  test('a seed that is no whole number is refused', () => {
    expect(() => demoInputs({ seed: 1.5 })).toThrow('give a whole number');
  });
});

async function checksum(inputs: TerritoryInputs): Promise<string> {
  const hash = createHash('sha256');
  const { osm, census, boundaries } = inputs;
  for (const { ids, tagStart, tagTexts } of [osm.nodes, osm.ways]) hash.update(ids).update(tagStart).update(tagTexts);
  hash.update(osm.nodes.lngE7).update(osm.nodes.latE7).update(osm.ways.nodeStart).update(osm.ways.nodes);
  hash.update(JSON.stringify([osm.strings, boundaries, await addressesOf(inputs)]));
  for (const { code, columns, flags, entry } of census!.topics) {
    hash.update(JSON.stringify([code, entry])).update(flags);
    for (const [name, values] of columns) hash.update(name).update(values);
  }
  hash.update(
    JSON.stringify([census!.units, census!.benchmarks.map((area) => ({ ...area, unitRows: [...area.unitRows] }))]),
  );
  return hash.digest('hex');
}

describe('areas', () => {
  test('outlines are simple rings', () => {
    for (const { polygon } of [...demo.boundaries, ...demo.census!.units]) expect(ringFaults(polygon)).toEqual([]);
  });

  test('each level covers the land, all of it and nothing twice', () => {
    const land = multiPolygonAreaSquareKm(layer(2)[0]!.polygon);
    for (const areas of [...LEVELS.map(layer), demo.census!.units]) {
      const sum = areas.reduce((km, { polygon }) => km + multiPolygonAreaSquareKm(polygon), 0);
      expect(Math.abs(sum / land - 1)).toBeLessThan(1e-6);
    }
  });

  test('a random point lies in one area of each level, or in the sea for all of them', () => {
    const random = new SeededRandom(8);
    const indexes = [...LEVELS.map(layer), demo.census!.units].map(
      (areas) => new PolygonIndex(areas.map(({ polygon }) => polygon)),
    );
    let onLand = 0;
    for (let i = 0; i < 20_000; i++) {
      const [lng, lat] = [random.between(-152.02, -151.34), random.between(-36.3, -36)];
      const counts = indexes.map((index) => index.all(lng, lat).length);
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeLessThanOrEqual(1);
      onLand += counts[0]!;
    }
    expect(onLand).toBeGreaterThan(5_000);
  });

  test('units nest in localities, these in local government areas, and these in states', () => {
    const chains = demo.census!.units.map(({ code, polygon }) => {
      const [lng, lat] = someInnerPoint(polygon);
      const [state, government, locality] = [4, 6, 9].map((level) =>
        layer(level).find((area) => pointInMultiPolygon(lng, lat, area.polygon)),
      );
      return { unit: code, locality: locality!.code, government: government!.code, state: state!.code };
    });
    for (const { unit, locality } of chains) expect(`XM-${unit}`.startsWith(locality)).toBe(true);
    for (const [child, parent] of [
      ['locality', 'government'],
      ['government', 'state'],
    ] as const) {
      const parents = new Map<string, Set<string>>();
      for (const chain of chains)
        parents.set(chain[child], (parents.get(chain[child]) ?? new Set()).add(chain[parent]));
      expect([...parents].filter(([, of]) => of.size !== 1)).toEqual([]);
    }
  });
});

/** A point of the microdegree grid inside a polygon, found by trial. */
function someInnerPoint(polygon: number[][][][]): [number, number] {
  const ring = polygon[0]![0]!;
  const random = new SeededRandom(ring.length);
  const [lngs, lats] = [ring.map((point) => point[0]!), ring.map((point) => point[1]!)];
  for (;;) {
    const lng = random.between(Math.min(...lngs), Math.max(...lngs));
    const lat = random.between(Math.min(...lats), Math.max(...lats));
    if (pointInMultiPolygon(lng, lat, polygon)) return [lng, lat];
  }
}

describe('addresses', () => {
  test('lie in the locality, state and postcode that they name, and in a census unit', () => {
    const short: Record<string, string> = { Halcyon: 'HAL', Ponant: 'PON', Rāwhiti: 'RAW' };
    const index = (level: number) => new PolygonIndex(layer(level).map(({ polygon }) => polygon));
    const [localities, states, postcodes] = [index(9), index(4), index(-1)];
    const units = new PolygonIndex(demo.census!.units.map(({ polygon }) => polygon));
    const wrong = addresses.filter(
      ({ lng, lat, locality, region, postcode }) =>
        layer(9)[localities.first(lng, lat)]?.name !== locality ||
        short[layer(4)[states.first(lng, lat)]?.name ?? ''] !== region ||
        layer(-1)[postcodes.first(lng, lat)]?.code !== postcode ||
        units.first(lng, lat) < 0,
    );
    expect(wrong).toEqual([]);
  });

  test('come with units, ranges, suffixes and sometimes without number', () => {
    const count = (holds: (address: AddressPoint) => boolean) => addresses.filter(holds).length;
    expect(count(({ unit }) => unit !== '')).toBeGreaterThan(10_000);
    expect(count(({ numberLast }) => numberLast !== '')).toBeGreaterThan(500);
    expect(count(({ number }) => /^\d+A$/.test(number))).toBeGreaterThan(500);
    expect(count(({ number }) => number === '')).toBeGreaterThan(50);
    expect(count(({ dwellings }) => dwellings === 0)).toBeGreaterThan(500);
    expect(count(({ number }) => !/^(\d+A?)?$/.test(number))).toBe(0);
    expect(count(({ unit }) => !/^\d*$/.test(unit))).toBe(0);
    expect(count(({ postcode }) => !/^\d{4}$/.test(postcode))).toBe(0);
    expect(count(({ street, locality }) => street === '' || locality === '')).toBe(0);
    expect(
      count(
        ({ number, numberLast }) =>
          numberLast !== '' &&
          !(Number(numberLast) > Number(number) && (Number(numberLast) - Number(number)) % 2 === 0),
      ),
    ).toBe(0);
  });

  test('no two are alike', () => {
    const written = addresses
      .filter(({ number }) => number !== '')
      .map(({ unit, number, street, locality }) => `${unit}/${number} ${street}, ${locality}`);
    const seen = new Set<string>();
    expect(written.filter((text) => seen.size === seen.add(text).size)).toEqual([]);
  });

  test('street names have accents and macrons of several languages', () => {
    const streets = [...new Set(addresses.map(({ street }) => street))];
    expect(streets.length).toBeGreaterThan(1_000);
    for (const sample of [/^Rue de(s| la| l'|u)/, /É|é/, /[ōāūī]/, /^Rua d/, / Street$/, /^Te Ara /]) {
      expect(streets.some((street) => sample.test(street))).toBe(true);
    }
  });

  test('odd and even numbers stand on opposite sides of their street', () => {
    const { osm } = demo;
    const ways = new Map<string, [number, number][][]>();
    for (let way = 0; way < osm.ways.ids.length; way++) {
      const name = osm.tag('way', way, 'name');
      const highway = osm.tag('way', way, 'highway');
      if (name === undefined || highway === 'footway' || highway === 'cycleway') continue;
      const line = [...osm.wayNodes(way)].map((node): [number, number] => [osm.lng(node), osm.lat(node)]);
      ways.set(name, [...(ways.get(name) ?? []), line]);
    }
    const sides = new Map<string, { odd: number[]; even: number[] }>();
    for (const address of addresses.filter(
      ({ number, unit, street }) => /^\d+$/.test(number) && (unit === '' || unit === '1') && ways.has(street),
    )) {
      // One name may be given in two places; a locality has it once.
      const street = `${address.street}, ${address.locality}`;
      const own = sides.get(street) ?? { odd: [], even: [] };
      sides.set(street, own);
      own[Number(address.number) % 2 === 1 ? 'odd' : 'even'].push(sideOf(address, ways.get(address.street)!));
    }
    let [right, all] = [0, 0];
    for (const { odd, even } of sides.values()) {
      if (odd.length < 4 || even.length < 4) continue;
      const left = (list: number[]) => list.filter((side) => side > 0).length;
      const agreeing = left(odd) + even.length - left(even);
      all += odd.length + even.length;
      right += Math.max(agreeing, odd.length + even.length - agreeing);
    }
    expect(all).toBeGreaterThan(30_000);
    expect(right / all).toBeGreaterThan(0.97);
  });
});

/** Above 0 when the address lies left of the nearest piece of its street. */
function sideOf({ lng, lat }: AddressPoint, lines: readonly [number, number][][]): number {
  let least = Number.POSITIVE_INFINITY;
  let side = 0;
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1]!;
      const [bx, by] = line[i]!;
      const [dx, dy] = [(bx - ax) * 0.8, by - ay];
      const [px, py] = [(lng - ax) * 0.8, lat - ay];
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
      const distance = Math.hypot(px - share * dx, py - share * dy);
      if (distance >= least) continue;
      least = distance;
      side = dx * py - dy * px;
    }
  }
  return side;
}

describe('roads', () => {
  const waysWith = (key: string, value: string) => {
    const { osm } = demo;
    return [...osm.ways.ids.keys()].filter((way) => osm.tag('way', way, key) === value);
  };

  test('of every class, with one-way streets, roundabouts, bridges, a tunnel, limits, a private road and bollards', () => {
    const classes =
      'motorway motorway_link trunk primary secondary tertiary unclassified residential living_street service track ' +
      'pedestrian footway path cycleway steps';
    expect(classes.split(' ').filter((highway) => waysWith('highway', highway).length === 0)).toEqual([]);
    for (const [key, value, least] of [
      ['oneway', 'yes', 20],
      ['oneway', '-1', 20],
      ['junction', 'roundabout', 5],
      ['bridge', 'yes', 8],
      ['tunnel', 'yes', 1],
      ['access', 'private', 3],
      ['maxspeed', '30', 20],
      ['surface', 'gravel', 10],
    ] as const) {
      expect(waysWith(key, value).length, `${key}=${value}`).toBeGreaterThanOrEqual(least);
    }
    const withoutLimit = waysWith('highway', 'residential').filter(
      (way) => demo.osm.tag('way', way, 'maxspeed') === undefined,
    );
    expect(withoutLimit.length).toBeGreaterThan(500);
    const { osm } = demo;
    expect(
      [...osm.nodes.ids.keys()].filter((node) => osm.tag('node', node, 'barrier') === 'bollard').length,
    ).toBeGreaterThan(5);
  });

  test('Tuaro is reached by the ferry alone, and Motu Manu by nothing', () => {
    const reached = (skipFerries: boolean) => reachedFrom(demo, [-151.7, -36.199], skipFerries);
    const near = (nodes: ReadonlySet<number>, lng: number, lat: number) =>
      [...nodes].some((node) => Math.hypot((demo.osm.lng(node) - lng) * 0.8, demo.osm.lat(node) - lat) < 0.003);
    const [all, dry] = [reached(false), reached(true)];
    const vaimoana = [-151.7 + 25_000 / 89_936, -36.2 + 13_200 / 110_963] as const;
    const belcombe = [-151.7 - 19_300 / 89_936, -36.2 + 2_000 / 110_963] as const;
    const motuManu = [-151.7 - 5_900 / 89_936, -36.2 - 8_400 / 110_963] as const;
    expect(near(all, ...belcombe) && near(dry, ...belcombe)).toBe(true);
    expect(near(all, ...vaimoana)).toBe(true);
    expect(near(dry, ...vaimoana)).toBe(false);
    expect(near(all, ...motuManu)).toBe(false);
    const everything = new Set(demo.osm.nodes.ids.keys());
    expect(near(everything, ...motuManu)).toBe(true);
    const durations = waysWith('route', 'ferry').map((way) => demo.osm.tag('way', way, 'duration'));
    expect(new Set(durations)).toEqual(new Set(['00:12', '00:35']));
  });

  test('only bridges cross the river in the capital, and no house stands in it', () => {
    // The middle of the river between the town hall and Eastbank, from the sea up to the motorway.
    const river = [
      [0.79, -0.6],
      [0.78, 0],
      [0.74, 0.22],
      [0.74, 0.44],
      [0.8, 0.65],
      [0.91, 0.86],
      [1.15, 1.3],
      [1.35, 1.75],
    ].map(([east, north]) => [-151.7 + (east! * 1000) / 89_936, -36.2 + (north! * 1000) / 110_963] as [number, number]);
    const { osm } = demo;
    const crossing = [...osm.ways.ids.keys()].filter((way) => {
      const line = [...osm.wayNodes(way)].map((node): [number, number] => [osm.lng(node), osm.lat(node)]);
      return line.some(
        (point, i) => i > 0 && river.some((bank, k) => k > 0 && cross(line[i - 1]!, point, river[k - 1]!, bank)),
      );
    });
    expect(crossing.length).toBeGreaterThanOrEqual(3);
    expect(crossing.length).toBeLessThanOrEqual(6);
    for (const way of crossing) expect(Object.fromEntries(osm.tags('way', way))).toMatchObject({ bridge: 'yes' });
    const afloat = addresses.filter((address) => Math.abs(riverDistanceMeters(address, river)) < 25);
    expect(afloat).toEqual([]);
  });
});

function cross(a: [number, number], b: [number, number], c: [number, number], d: [number, number]): boolean {
  const side = (p: [number, number], q: [number, number], r: [number, number]) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function riverDistanceMeters({ lng, lat }: AddressPoint, river: readonly [number, number][]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < river.length; i++) {
    const [ax, ay] = [(river[i - 1]![0] - lng) * 89_936, (river[i - 1]![1] - lat) * 110_963];
    const [bx, by] = [(river[i]![0] - lng) * 89_936, (river[i]![1] - lat) * 110_963];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
    least = Math.min(least, Math.hypot(ax + share * dx, ay + share * dy));
  }
  return least;
}

/** Rows of all nodes that hang together with the one nearest to a place, over ways in any sense. */
function reachedFrom(
  inputs: TerritoryInputs,
  [lng, lat]: readonly [number, number],
  skipFerries: boolean,
): Set<number> {
  const { osm } = inputs;
  const next = new Map<number, number[]>();
  for (let way = 0; way < osm.ways.ids.length; way++) {
    if (skipFerries && osm.tag('way', way, 'route') === 'ferry') continue;
    const nodes = [...osm.wayNodes(way)];
    for (let i = 1; i < nodes.length; i++) {
      for (const [from, to] of [
        [nodes[i - 1]!, nodes[i]!],
        [nodes[i]!, nodes[i - 1]!],
      ] as const) {
        next.set(from, [...(next.get(from) ?? []), to]);
      }
    }
  }
  const distance = (node: number) => Math.hypot(osm.lng(node) - lng, osm.lat(node) - lat);
  const start = [...next.keys()].reduce((best, node) => (distance(node) < distance(best) ? node : best));
  const reached = new Set([start]);
  const queue = [start];
  while (queue.length > 0) {
    for (const node of next.get(queue.pop()!) ?? []) {
      if (reached.has(node)) continue;
      reached.add(node);
      queue.push(node);
    }
  }
  return reached;
}

describe('census', () => {
  test('holds every field of every topic, and the classes and lists that it describes', () => {
    expect(demo.census!.topics.map(({ code }) => code)).toEqual([...TOPIC_CODES]);
    for (const { code, columns, entry, flags } of demo.census!.topics) {
      const expected = [
        ...TOPIC_FIELDS[code].map(({ name }) => name),
        ...entry.distributions.flatMap(({ name, limits }) => limits.map((_, i) => `${name}_${i}`)),
        ...entry.lists.flatMap(({ name, keys }) => keys.map(({ key }) => `${name}__${key}`)),
      ];
      expect([...columns.keys()].sort()).toEqual(expected.sort());
      for (const values of columns.values()) expect(values.length).toBe(demo.census!.units.length);
      expect(flags.length).toBe(demo.census!.units.length);
    }
  });

  test('counts are whole and fit each other in every unit', () => {
    const units = demo.census!.units.length;
    for (let unit = 0; unit < units; unit++) {
      const of = (topic: TopicCode) => (name: string) => column(topic, name)[unit]!;
      const sumOf = (topic: TopicCode, names: readonly string[]) =>
        names.reduce((sum, name) => sum + of(topic)(name), 0);
      const classes = (topic: TopicCode, start: string) =>
        [...demo.census!.topics.find(({ code }) => code === topic)!.columns.keys()].filter((name) =>
          name.startsWith(start),
        );
      const equal = (a: number, b: number) => Number.isNaN(a) || Number.isNaN(b) || a === b;
      const within = (a: number, b: number) => Number.isNaN(a) || Number.isNaN(b) || a <= b;
      const ages = (sex: string) => AGE_CLASSES.map(({ code }) => `${sex}_${code}`);
      const [residents, families, education, origins] = [
        of('residents'),
        of('families'),
        of('education'),
        of('origins'),
      ];
      const [employment, income, housing, mobility] = [of('employment'), of('income'), of('housing'), of('mobility')];
      const adults = sumOf('age_classes', ages('total').slice(3));
      const rules: Record<string, boolean> = {
        'male and female': residents('male') + residents('female') === residents('total'),
        'ages of all': sumOf('age_classes', ages('total')) === residents('total'),
        'ages of males': sumOf('age_classes', ages('male')) === residents('male'),
        'ages of females': sumOf('age_classes', ages('female')) === residents('female'),
        'sexes per age': AGE_CLASSES.every(
          ({ code }) =>
            of('age_classes')(`male_${code}`) + of('age_classes')(`female_${code}`) ===
            of('age_classes')(`total_${code}`),
        ),
        'in households':
          within(residents('in_households'), residents('total')) &&
          equal(residents('in_households'), families('persons_in_households')),
        'kinds of families': equal(
          sumOf('families', ['couples_without_children', 'couples_with_children', 'one_parent']),
          families('families'),
        ),
        'sizes of households': equal(
          sumOf('families', [
            'households_1',
            'households_2',
            'households_3',
            'households_4',
            'households_5',
            'households_6_plus',
          ]),
          families('households'),
        ),
        'persons by size': within(
          [1, 2, 3, 4, 5].reduce((sum, n) => sum + n * families(`households_${n}`), 6 * families('households_6_plus')),
          families('persons_in_households'),
        ),
        'families fit households': within(
          families('families') + families('other_families'),
          families('households') - families('households_1'),
        ),
        'levels of education':
          equal(
            sumOf('education', ['primary_or_none', 'lower_secondary', 'upper_secondary', 'vocational', 'tertiary']),
            education('base'),
          ) && within(education('base'), adults),
        'places of birth':
          equal(origins('born_in_country') + origins('born_abroad'), origins('base')) &&
          equal(sumOf('origins', classes('origins', 'birth_country__')), origins('born_abroad')),
        citizenship: within(origins('citizens') + origins('foreign_citizens'), residents('total')),
        languages: within(sumOf('origins', classes('origins', 'language__')), residents('total')),
        'labour force': equal(employment('employed') + employment('unemployed'), employment('labour_force')),
        'working age':
          equal(employment('labour_force') + employment('not_in_labour_force'), employment('base')) &&
          equal(employment('base'), adults),
        'kinds of work':
          equal(
            sumOf('employment', ['self_employed', 'private_employees', 'public_employees']),
            employment('employed'),
          ) && equal(sumOf('employment', classes('employment', 'industry__')), employment('employed')),
        'household income':
          equal(sumOf('income', classes('income', 'household_income_')), income('households')) &&
          within(income('households'), families('households')),
        'personal income':
          equal(sumOf('income', classes('income', 'personal_income_')), income('earners')) &&
          within(income('earners'), adults),
        'low income': within(income('low_income'), income('low_income_base')),
        dwellings:
          housing('occupied') + housing('vacant') === housing('dwellings') &&
          equal(housing('occupied'), families('households')),
        'kinds of dwellings': equal(sumOf('housing', ['houses', 'apartments', 'other_type']), housing('occupied')),
        tenure: within(sumOf('housing', ['owned_outright', 'mortgaged', 'rented']), housing('occupied')),
        rents:
          within(sumOf('housing', classes('housing', 'rent_')), housing('rented')) &&
          within(sumOf('housing', classes('housing', 'repayment_')), housing('mortgaged')),
        periods: equal(sumOf('housing', classes('housing', 'building_period__')), housing('dwellings')),
        cars:
          equal(sumOf('mobility', ['cars_0', 'cars_1', 'cars_2', 'cars_3_plus']), mobility('households')) &&
          within(mobility('cars_1') + 2 * mobility('cars_2') + 3 * mobility('cars_3_plus'), mobility('vehicles')),
        commuters:
          equal(
            sumOf('mobility', [
              'commute_car',
              'commute_transit',
              'commute_walk',
              'commute_bicycle',
              'commute_other',
              'work_at_home',
            ]),
            mobility('commuters'),
          ) && within(mobility('commuters'), employment('employed')),
        'time to work': equal(
          sumOf('mobility', classes('mobility', 'commute_time_')),
          mobility('commuters') - mobility('work_at_home'),
        ),
      };
      expect(
        Object.keys(rules).filter((rule) => !rules[rule]),
        `unit ${demo.census!.units[unit]!.code}`,
      ).toEqual([]);
    }
    for (const { columns } of demo.census!.topics) {
      for (const [name, values] of columns) {
        const odd = [...values].filter((value) => !Number.isNaN(value) && !(Number.isInteger(value) && value >= 0));
        expect(odd, name).toEqual([]);
      }
    }
  });

  test('dwellings are those of the addresses in the unit', () => {
    const index = new PolygonIndex(demo.census!.units.map(({ polygon }) => polygon));
    const counted = new Float64Array(demo.census!.units.length);
    // Rooms in halls of residence are no private dwellings; each hall is one address of many.
    for (const { lng, lat, dwellings, street } of addresses) {
      if (street !== 'University of Maravea Walk') counted[index.first(lng, lat)]! += dwellings;
    }
    expect(counted).toEqual(column('housing', 'dwellings'));
  });

  test('few residents hide their figures, none show true zeros', () => {
    const residents = column('residents', 'total');
    const empty = [...residents.keys()].filter((unit) => residents[unit] === 0);
    expect(empty.length).toBeGreaterThan(1);
    let hidden = 0;
    for (const { code, columns, flags } of demo.census!.topics) {
      for (let unit = 0; unit < residents.length; unit++) {
        const counts = [...columns].filter(([name]) => !name.startsWith('median_'));
        const missing = counts.some(([, values]) => Number.isNaN(values[unit]));
        expect((flags[unit]! & TOPIC_FLAG.suppressed) !== 0, `${code} ${unit}`).toBe(missing);
        if (missing) hidden++;
        if (residents[unit] === 0) expect(counts.every(([, values]) => values[unit] === 0)).toBe(true);
      }
    }
    expect(hidden).toBeGreaterThan(20);
    expect(hidden).toBeLessThan(300);
  });

  test('has quarters that differ: students by the campus, families in suburbs, old people and empty homes by the sea', () => {
    const share = (topic: TopicCode, names: readonly string[], base: Float64Array, units: readonly number[]) => {
      const sum = (values: Float64Array) =>
        units.reduce((all, unit) => all + (Number.isNaN(values[unit]) ? 0 : values[unit]!), 0);
      return names.reduce((all, name) => all + sum(column(topic, name)), 0) / sum(base);
    };
    const unitsIn = (...names: string[]) => {
      const codes = names.map((name) =>
        layer(9)
          .find((area) => area.name === name)!
          .code.slice(3),
      );
      return demo.census!.units.flatMap(({ code }, unit) =>
        codes.some((start) => code.startsWith(start)) ? [unit] : [],
      );
    };
    const everywhere = [...demo.census!.units.keys()];
    const residents = column('residents', 'total');
    const young = (units: number[]) => share('age_classes', ['total_20_24'], residents, units);
    const old = (units: number[]) =>
      share('age_classes', ['total_70_74', 'total_75_79', 'total_80_84'], residents, units);
    const children = (units: number[]) => share('age_classes', ['total_0_4', 'total_5_9'], residents, units);
    const empty = (units: number[]) => share('housing', ['vacant'], column('housing', 'dwellings'), units);
    expect(young(unitsIn('University Heights'))).toBeGreaterThan(2 * young(everywhere));
    expect(old(unitsIn('Pebble Bay', 'Port-Corail', 'Te Matau'))).toBeGreaterThan(1.3 * old(everywhere));
    expect(children(unitsIn('Highfield', 'Millbrook'))).toBeGreaterThan(1.3 * children(unitsIn('Port Halcyon')));
    expect(empty(unitsIn('Pebble Bay', 'Port-Corail', 'Te Matau'))).toBeGreaterThan(
      2 * empty(unitsIn('Highfield', 'Millbrook')),
    );
    const medians = [...column('income', 'median_household')]
      .filter((median) => !Number.isNaN(median))
      .sort((a, b) => a - b);
    expect(medians[Math.floor(medians.length * 0.9)]! / medians[Math.floor(medians.length * 0.1)]!).toBeGreaterThan(
      1.25,
    );
  });

  test('benchmarks: eleven local government areas, three states and the country, each counted in full', () => {
    const { benchmarks } = demo.census!;
    const land = multiPolygonAreaSquareKm(layer(2)[0]!.polygon);
    for (const [kind, count] of [
      ['county', 11],
      ['region', 3],
      ['country', 1],
    ] as const) {
      const areas = benchmarks.filter((area) => area.kind === kind);
      expect(areas.length).toBe(count);
      expect(areas.every(({ coverage }) => coverage === 1)).toBe(true);
      expect(areas.flatMap(({ unitRows }) => [...unitRows]).sort((a, b) => a - b)).toEqual([
        ...demo.census!.units.keys(),
      ]);
      expect(areas.reduce((sum, { areaSquareKm }) => sum + areaSquareKm, 0)).toBeCloseTo(land, 6);
      for (const { code } of areas) expect(demo.boundaries.some((boundary) => boundary.code === code)).toBe(true);
    }
  });
});
