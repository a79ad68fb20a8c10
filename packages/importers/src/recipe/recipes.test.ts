import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SECTOR_CODES } from '@hinterland/catalogue';
import { checkBundle, loadTerritory, NONE, POLE_KINDS, type Territory } from '@hinterland/territory';
import { beforeAll, describe, expect, it } from 'vitest';
import { osmAddresses } from '../osm/addresses.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import type { ReportJson } from '../report/reportJson.ts';
import { type KeyedTable, readKeyedTable } from '../tables/keyedTable.ts';
import { testFolder } from '../testing/folder.ts';
import { buildTerritory } from './build.ts';
import { readRecipe } from './read.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const RECIPES = join(ROOT, 'recipes');
const DATA = resolve(ROOT, '../shared/data');
const hasData = existsSync(DATA);
const folder = await testFolder();

async function build(
  recipe: string,
  into = recipe,
): Promise<{ dir: string; territory: Territory; report: ReportJson }> {
  const dir = join(folder.path, into);
  const { report } = await buildTerritory(await readRecipe(join(RECIPES, `${recipe}.yaml`), { dataDir: DATA }), {
    outDir: dir,
  });
  return { dir, territory: await loadTerritory(dir), report: report.toJson() };
}

/** Residents on the poles of each census unit, by its code. */
function residentsByUnit({ sociodemo }: Territory): Map<string, number> {
  const { units, poleUnits, topics } = sociodemo!;
  const total = topics.get('residents')!.columns.get('total')!;
  const sums = new Float64Array(units.rows);
  poleUnits.unit.forEach((unit, pole) => {
    if (unit !== NONE) sums[unit]! += total[unit]! * poleUnits.share[pole]!;
  });
  return new Map(Array.from(sums, (sum, unit) => [units.code.at(unit), sum]));
}

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
const subject = (report: ReportJson, name: string) => report.subjects.find((candidate) => candidate.name === name)!;

describe('the recipes of this repository', () => {
  it.each(readdirSync(RECIPES).filter((name) => name.endsWith('.yaml')))('%s is a recipe', async (name) => {
    const { text } = await readRecipe(join(RECIPES, name));
    expect(text.id.length).toBeGreaterThan(2);
  });
});

describe.skipIf(!hasData)('New York on real files (needs ../shared/data)', () => {
  let built: Awaited<ReturnType<typeof build>>;
  let ages: KeyedTable;
  beforeAll(async () => {
    built = await build('new-york');
    const path = join(DATA, 'new-york/ny_tract_population_by_age_acs_2014_2018.csv');
    ages = await readKeyedTable({ path }, { key: { column: 'GEOID' } });
  });

  it('keeps at least 14,900 of the 14,951 objects with an address and lists every drop', async () => {
    const { map } = await readOsmPbf(join(DATA, 'new-york/nyc-lower-manhattan.osm.pbf'));
    let objects = 0;
    for (const kind of ['node', 'way', 'relation'] as const) {
      for (let row = 0; row < map[`${kind}s`].ids.length; row++) {
        if (map.tag(kind, row, 'addr:housenumber') !== undefined) objects++;
      }
    }
    expect(objects).toBe(14_951);
    const given = new Set<string>();
    const dropped = new Set<string>();
    osmAddresses(map, { push: ({ ref }) => given.add(String(ref)), drop: (_, ref) => dropped.add(ref) });
    const counted = subject(built.report, 'addresses of OpenStreetMap');
    const listed = counted.drops.flatMap(({ references }) => references);
    expect(listed).toHaveLength(counted.dropped);
    const kept = [...given].filter((ref) => !listed.includes(ref));
    expect(kept.length).toBeGreaterThanOrEqual(14_900);
    expect([...dropped].every((ref) => listed.includes(ref))).toBe(true);
  });

  it('gives every tract wholly inside the map its census count, within 1e-6', () => {
    const { units } = built.territory.sociodemo!;
    const column = ages.column('2018_totpop');
    const residents = residentsByUnit(built.territory);
    let whole = 0;
    for (let unit = 0; unit < units.rows; unit++) {
      const code = units.code.at(unit);
      const expected = ages.number(code, column) * units.insideShare[unit]!;
      expect(Math.abs(residents.get(code)! - expected)).toBeLessThan(1e-6);
      if (units.insideShare[unit] === 1) whole++;
    }
    expect(whole).toBeGreaterThan(40);
    expect(sum(residents.values())).toBeGreaterThan(270_000);
    expect(sum(residents.values())).toBeLessThan(300_000);
  });

  it('keeps age classes, exact where the source is, and the totals of city and state', () => {
    const { sociodemo } = built.territory;
    const row = [...Array(sociodemo!.units.rows).keys()].find(
      (unit) => sociodemo!.units.code.at(unit) === '36061000700',
    )!;
    const of = (name: string) => sociodemo!.topics.get('age_classes')!.columns.get(name)![row]!;
    const between = (from: number, to: number) =>
      sum(Array.from({ length: (to - from) / 5 }, (_, i) => of(`total_${from + i * 5}_${from + i * 5 + 4}`)));
    // The file says 864 of 0-14 years, 628 of 50-64 and 209 + 0 of 65 and over for this tract.
    expect(between(0, 15)).toBeCloseTo(864, 6);
    expect(between(50, 65)).toBeCloseTo(628, 6);
    expect(between(65, 85) + of('total_85_plus')).toBeCloseTo(209, 6);
    const { benchmarkAreas, benchmarks } = sociodemo!;
    const residents = benchmarks.get('residents')!.columns.get('total')!;
    const figures = Object.fromEntries(Array.from(residents, (value, area) => [benchmarkAreas.name.at(area), value]));
    expect(figures['City of New York']).toBe(8_443_713);
    expect(figures['New York']).toBe(19_618_453);
    expect(figures['United States']).toBe(322_903_030);
  });

  it('puts every pole into a borough, a neighbourhood and a ZIP area, but for piers and water', () => {
    const { poles, poleAreas } = built.territory;
    for (const column of ['level6', 'level9', 'postcode'] as const) {
      const without = poleAreas[column].filter((area) => area === -1).length;
      expect(without / poles.rows).toBeLessThan(0.01);
    }
  });

  it('holds at least 2,000 shops in named sectors and 500 with a normalised brand, and no bicycle dock', () => {
    const { stores, brands, sectors } = built.territory.players!;
    const known = new Set<string>(SECTOR_CODES);
    expect([...stores.sector].filter((row) => known.has(sectors.code.at(row))).length).toBeGreaterThanOrEqual(2_000);
    const normalised = built.report.facts['stores with a brand of the list of known brands'];
    expect(normalised).toBeGreaterThanOrEqual(500);
    expect([...stores.brand].filter((row) => row >= 0).length).toBeGreaterThanOrEqual(normalised as number);
    const names = Array.from({ length: brands.rows }, (_, row) => brands.name.at(row));
    expect(names).toContain("McDonald's");
    expect(names.filter((name) => /citi ?bike|lyft|chargepoint/i.test(name))).toEqual([]);
    const storeNames = Array.from({ length: stores.rows }, (_, row) => stores.name.at(row));
    expect(storeNames.filter((name) => /citi ?bike/i.test(name))).toEqual([]);
    const docks = subject(built.report, 'stores of OpenStreetMap').drops.find(({ reason }) =>
      reason.startsWith('amenity=bicycle_rental'),
    );
    expect(docks!.count).toBeGreaterThan(100);
  });

  it("makes spend of a survey whose totals are the survey's", () => {
    const { benchmarks, benchmarkAreas, topics } = built.territory.sociodemo!;
    const state = [...Array(benchmarkAreas.rows).keys()].find((row) => benchmarkAreas.name.at(row) === 'New York')!;
    const food = benchmarks.get('consumption')!.columns.get('cp01')![state]!;
    // US$ 4,464 per household of 2.5, for the 19,618,453 residents of all units.
    expect(food / ((19_618_453 * 4_464) / 2.5)).toBeCloseTo(1, 9);
    const perResident = topics
      .get('consumption')!
      .columns.get('cp03')!
      .map((value, unit) => value / topics.get('residents')!.columns.get('total')![unit]!)
      .filter((value) => value > 0);
    expect(Math.max(...perResident) / Math.min(...perResident)).toBeGreaterThan(3);
  });

  it('matches at least 2,300 sales of 2016-17 and 2,650 of 2020-21 to poles, and says why the others did not', () => {
    const { realestate } = built.territory;
    const [first, second] = realestate!.sources;
    expect(first!.matched).toBeGreaterThanOrEqual(2300);
    expect(second!.matched).toBeGreaterThanOrEqual(2650);
    // The title of the file says: all sales from May 2016 to April 2017.
    expect(first!.firstDay! >= '2016-05-01' && first!.firstDay! < '2016-05-10').toBe(true);
    expect(first!.lastDay! <= '2017-04-30' && first!.lastDay! > '2017-04-20').toBe(true);
    for (const [{ name, matched }, rows] of [
      [first!, 18_926],
      [second!, 20_853],
    ] as const) {
      const { kept, dropped, drops } = subject(built.report, `listings of ${name}`);
      expect(kept + dropped).toBe(rows);
      const again = drops.find(({ reason }) => reason === 'the same as a row before it')?.count ?? 0;
      expect(kept + again).toBe(matched);
      expect(drops.map(({ reason }) => reason)).toContain('the street has no such number on the map');
    }
    // A deed of the file, read by eye: 264 East 7th Street, three families, $7,738,700 on 22 December 2016, 3,696 sq ft.
    const { listings } = realestate!;
    const row = Array.from(listings.price).indexOf(7_738_700);
    expect(new Date(listings.day[row]! * 86_400_000).toISOString().slice(0, 10)).toBe('2016-12-22');
    expect(listings.floorAreaSquareMeters[row]).toBeCloseTo(343.37, 2);
    const { addresses, texts } = built.territory;
    const at = Array.from(addresses.pole).indexOf(listings.pole[row]!);
    expect(`${addresses.number.at(at)} ${texts.text.at(addresses.street[at]!)}`).toBe('264 East 7th Street');
  });

  it('passes the check', async () => {
    expect((await checkBundle(built.dir)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe.skipIf(!hasData)('Andorra on real files (needs ../shared/data)', () => {
  it('gives its whole population poles from buildings, flagged, although it has 375 addresses', async () => {
    const { territory, report } = await build('andorra');
    const residents = residentsByUnit(territory);
    expect(residents.size).toBe(7);
    expect(residents.get('AD-07')).toBeCloseTo(24_042, 6);
    expect(sum(residents.values())).toBeCloseTo(85_101, 6);
    const kinds = new Map<string, number>();
    for (const kind of territory.poles.kind) kinds.set(POLE_KINDS[kind]!, (kinds.get(POLE_KINDS[kind]!) ?? 0) + 1);
    expect(kinds.get('address')).toBeLessThan(380);
    expect(kinds.get('building')).toBeGreaterThan(5_000);
    const change = subject(report, 'census units').changes.find(({ reason }) => reason.startsWith('too few addresses'));
    expect(change!.count).toBe(7);
    expect(subject(report, 'addresses of OpenStreetMap').dropped).toBe(0);
  });
});

describe.skipIf(!hasData)('Sydney on real files (needs ../shared/data)', () => {
  it('has two data versions in one folder, the later one in force', async () => {
    const first = await build('sydney-2020', 'sydney');
    expect(first.territory.dataVersion).toEqual({
      territory: '2020-09',
      sociodemo: '2021-on-2020-09',
      players: '2020-09',
      backdrop: '2020-09',
    });
    const { dir, territory } = await build('sydney-2023', 'sydney');
    expect(territory.dataVersion).toEqual({
      territory: '2023-01',
      sociodemo: '2021-on-2023-01',
      players: '2023-01',
      backdrop: '2023-01',
    });
    const versions = { territory: '2020-09', sociodemo: '2021-on-2020-09', players: '2020-09', backdrop: '2020-09' };
    const old = await loadTerritory(dir, { versions });
    expect(old.poles.rows).toBe(first.territory.poles.rows);
    // The state's outline comes in meters; its area is published with it.
    const state = [...Array(territory.areas.rows).keys()].find(
      (row) => territory.areas.name.at(row) === 'New South Wales',
    )!;
    expect(Math.abs(territory.areas.areaSquareKm[state]! / 800_797.6591 - 1)).toBeLessThan(0.01);
  });
});
