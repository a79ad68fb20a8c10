import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { checkBundle, loadTerritory, type Territory } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnTown } from '../../../packages/importers/src/world/testing/drawnTown.ts';
import { makeWorldMirror } from '../../../packages/importers/src/world/testing/worldMirror.ts';
import { dataFolder, hasData, run } from './hinterland.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-border-'));
const mirror = join(scratch, 'mirror');
const VADUZ = { lat: 47.1394, lng: 9.5223 };
/** 4 km west of Vaduz, beyond the Rhine, and 12 km to the north. */
const [BUCHS, FELDKIRCH] = [
  { lat: 47.167, lng: 9.477 },
  { lat: 47.237, lng: 9.598 },
];

/** Extracts of the neighbors, with a drawn town each; what both files hold has the same number in both. */
const neighbors = { switzerland: drawnTown(BUCHS), austria: drawnTown(BUCHS, FELDKIRCH) };

beforeAll(async () => {
  if (hasData) await makeWorldMirror(mirror);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Printed {
  readonly out: string;
  readonly plan: { readonly rim?: { readonly km: number }; readonly notes: readonly string[] };
  readonly verdict: { readonly facts: readonly (readonly [string, string])[] };
}

async function get(
  home: string,
  ...options: string[]
): Promise<{ territory: Territory; printed: Printed; stderr: string }> {
  const always = ['--mirror', mirror, '--home', join(scratch, home), '--compare', 'none', '--json'];
  const { code, stdout, stderr } = await run(['territory', 'get', 'LI', ...always, ...options]);
  expect(stderr).not.toMatch(/error/i);
  expect(code).toBe(0);
  const printed: Printed = JSON.parse(stdout);
  expect((await checkBundle(printed.out)).filter(({ severity }) => severity === 'error')).toEqual([]);
  return { territory: await loadTerritory(printed.out), printed, stderr };
}

const ask = (territory: Territory, name: string, input: object): any => {
  const action = findAction(name)!;
  const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
  return action.run(context, action.input.parse(input)).result;
};
const around = (territory: Territory, lastSeconds: number) =>
  ask(territory, 'analysis.isochrone', {
    origins: [VADUZ],
    bandSeconds: [lastSeconds],
    mode: 'car',
    traffic: 'normal',
  });

describe.skipIf(!hasData)(`a country and what lies beyond its border (needs ${dataFolder})`, () => {
  let cut: Awaited<ReturnType<typeof get>>;
  let wide: Awaited<ReturnType<typeof get>>;
  beforeAll(async () => {
    cut = await get('cut', '--rim', 'none');
    for (const [name, bytes] of Object.entries(neighbors)) {
      const folder = join(mirror, 'download.geofabrik.de/europe');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}-latest.osm.pbf`), bytes);
    }
    wide = await get('wide', '--rim', '15');
  });

  it('says how much of a reach lies beyond the border where the map ends there', () => {
    expect(cut.printed.plan.rim).toBeUndefined();
    expect(cut.territory.manifest.countries).toEqual(['LI']);
    const [origin] = around(cut.territory, 900).origins;
    // Of a circle of 6.3 km around Vaduz, 2 km from the Rhine, about half lies in Switzerland and Austria.
    expect(origin.beyondMapShare).toBeGreaterThan(0.3);
    expect(origin.beyondMapShare).toBeLessThan(0.7);
    expect(around(cut.territory, 120).origins[0]).not.toHaveProperty('beyondMapShare');
  });

  it('reads people, roads and homes on the other side, and keeps the country as the region', () => {
    const { territory, printed } = wide;
    expect(printed.plan.rim).toMatchObject({ km: 15 });
    expect(territory.manifest.countries).toEqual(['LI', 'AT', 'CH']);
    expect(around(territory, 900).origins[0]).not.toHaveProperty('beyondMapShare');
    const facts = new Map(printed.verdict.facts);
    const people = (name: string) => Number(facts.get(name)!.replaceAll(',', ''));
    // 39,055 people at the end of 2020 (Amt für Statistik). Of cells across the Rhine all live on its side, since the other has no home but in Buchs.
    expect(people('of them in Liechtenstein')).toBeGreaterThan(0.97 * 39_055);
    expect(people('of them in Liechtenstein')).toBeLessThan(1.2 * 39_055);
    expect(people('within 15 km around it')).toBeGreaterThan(50_000);
    expect(facts.get('national figure')).toMatch(/^37,910 \(\d+\.\d% from it\)$/);
    const at = ({ lat, lng }: typeof BUCHS) =>
      ask(territory, 'analysis.isochrone', {
        origins: [{ lat, lng }],
        bandSeconds: [300],
        mode: 'car',
        traffic: 'normal',
      });
    for (const town of [BUCHS, FELDKIRCH]) expect(at(town).bands[0].residents).toBeGreaterThan(500);
  });

  it('answers of the region as the country alone does: share of a network, places to search', () => {
    const points = [{ id: 'a', ...VADUZ }];
    const share = (territory: Territory) =>
      ask(territory, 'analysis.brand_coverage', { ownPoints: points, minutes: 10, mode: 'car', traffic: 'normal' })
        .coverage;
    const [alone, within] = [share(cut.territory), share(wide.territory)];
    expect(within.shareOfTerritory).toBeGreaterThan(0.2);
    expect(Math.abs(within.shareOfTerritory / alone.shareOfTerritory - 1)).toBeLessThan(0.15);
    const { region: _, ...manifest } = wide.territory.manifest;
    expect(share({ ...wide.territory, manifest }).shareOfTerritory).toBeLessThan(within.shareOfTerritory / 2);
    const search = (territory: Territory) =>
      ask(territory, 'site.search', {
        measure: 'population',
        minutes: 5,
        mode: 'car',
        candidates: 'addresses',
        listCount: 50,
      });
    const [before, now] = [search(cut.territory), search(wide.territory)];
    expect(before.search.atEdge).toBeGreaterThan(0);
    expect(now.search.atEdge).toBe(0);
    // Buchs and Feldkirch are no part of what was asked for.
    for (const { lat, lng } of now.places) expect(Math.hypot(lat - BUCHS.lat, lng - BUCHS.lng)).toBeGreaterThan(0.013);
  });

  it('goes on without the rim where an extract of it cannot be had, and says so', async () => {
    rmSync(join(mirror, 'download.geofabrik.de/europe/switzerland-latest.osm.pbf'));
    const { territory, stderr } = await get('lost');
    expect(stderr).toMatch(/Note: What lies around Liechtenstein is left out.*switzerland-latest/);
    expect(territory.manifest.countries).toEqual(['LI']);
    expect(around(territory, 900).origins[0].beyondMapShare).toBeGreaterThan(0.3);
    const recipe = readFileSync(join(scratch, 'lost/places/liechtenstein/recipe.yaml'), 'utf8');
    expect(recipe).toMatch(/outline: \{ boundary: LI, file: data\/extracts\.geojson \}|boundary: LI/);
  });
});
