import { execFile } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Hinterland } from '@hinterland/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, root, run, start } from './hinterland.ts';

/** What a newcomer does: start, copy the printed line, start again tomorrow. */
describe('hinterland demo', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hinterland-e2e-'));
  const home = join(scratch, 'home');
  const args = ['demo', '--home', home, '--port', '0'];
  let service: Running;
  let url: string;
  let key: string;

  beforeAll(async () => {
    const env = { HINTERLAND_WARM_UP_MEGABYTES: '1000' };
    service = await start(args, /quotedCredits/, env);
    url = service.url;
    key = /hl_test_\w+/.exec(service.output().stdout)?.[0] as string;
  });

  afterAll(async () => {
    await service?.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('makes a home that other users of the machine cannot look into', () => {
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    expect(service.output().stderr + service.output().stdout).not.toContain('look into the home');
    // Territories are open data, which other programs read; all else of a home is its service's alone.
    const others = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('territories') && (lstatSync(join(home, name)).mode & 0o077) !== 0,
    );
    expect(others).toEqual([]);
  });

  const client = () => new Hinterland({ baseUrl: url, apiKey: key });
  const post = async (path: string, body: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    const json: any = await answer.json();
    return { status: answer.status, body: json };
  };

  it('S8 publishes docs/openapi.json as its description', async () => {
    const committed = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
    const { info, ...published } = (await client().openapi()) as { info: Record<string, unknown> };
    const { 'x-changelog': changelog, ...told } = info;
    expect({ ...published, info: told }).toEqual({ ...committed, servers: [{ url }] });
    expect(changelog).toEqual([
      { version: '0.2.0, not yet released', changes: expect.any(Array) },
      { version: '0.1.0, 2026-11-27', changes: expect.any(Array) },
    ]);
  });

  it('prints a curl line that, run as it stands, returns bands with residents and GeoJSON and costs 3 credits', async () => {
    const before = (await client().credits()).balance;
    const line = /curl [\s\S]*?'\{.*\}'/.exec(service.output().stdout)?.[0] as string;
    const answer = JSON.parse((await promisify(execFile)('bash', ['-c', line])).stdout);
    expect(answer.actionId).toBe('analysis.isochrone');
    const { bands } = answer.result;
    expect(bands.map((band: any) => band.limitSeconds)).toEqual([300, 600, 900]);
    const cumulative = bands.map((band: any) => band.cumulativeResidents);
    expect(cumulative[0]).toBeGreaterThan(1000);
    expect(cumulative[1]).toBeGreaterThan(cumulative[0]);
    expect(cumulative[2]).toBeGreaterThanOrEqual(cumulative[1]);
    expect(answer.result.charged).toBeUndefined();
    const geometry = JSON.stringify(answer.result);
    expect(geometry).toContain('"MultiPolygon"');
    expect((await client().credits()).balance).toBe(before - 3);
  });

  it('prints the call that the README shows', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const body = /-d '(\{.*\})'/.exec(service.output().stdout)?.[1] as string;
    expect(readme).toContain(`-d '${body}'`);
  });

  it('S50 S60 S61 D32 a key with its scopes, and actions that say whether they are charged and what scope they need', async () => {
    const { key: mine } = await client().me();
    expect(mine).toMatchObject({ name: 'demo', scopes: ['read', 'run', 'manage'], monthlyCap: null });
    const data = await client().actions();
    for (const action of data) expect([true, false]).toContain(action.charged);
    const scopes = data.map(({ id, charged, scope }) => [id, charged, scope]);
    expect(scopes).toContainEqual(['analysis.isochrone', true, 'run']);
    expect(scopes).toContainEqual(['analysis.people_economy', true, 'run']);
    expect(scopes).toContainEqual(['areas.list', false, 'read']);
  });

  it('S65 S66 S67 S68 S69 S73 S88 S89 S90 S91 S93 quotes, executes and charges People & Economy', async () => {
    const line = /-d '(\{.*\})'/.exec(service.output().stdout)?.[1] as string;
    const { quotedCredits: _, ...place } = JSON.parse(line);
    const input = { ...place, topics: ['residents', 'age_classes'] };
    const quote = await client().quote('analysis.people_economy', input);
    const before = await client().credits();
    expect(quote.quotedCredits).toBe(4);
    expect(quote.quote.totalCredits).toBe(4);
    expect(quote.quote.lines).toHaveLength(1);
    expect(quote.polesInvolved).toBeGreaterThan(100);
    await client().quote('analysis.people_economy', input);
    expect(await client().credits()).toEqual(before);
    const run = (quotedCredits: number) => client().execute('analysis.people_economy', input, { quotedCredits });
    await expect(run(5)).rejects.toMatchObject({ status: 409, code: 'quote_changed', problem: { quotedCredits: 4 } });
    const { result } = await run(4);
    expect(result.charged).toBe(true);
    expect(result.creditsCharged).toBe(4);
    expect((await client().credits()).balance).toBe(before.balance - 4);
  });

  it('S6 S76 a run bound to an analysis is stored, and its answer carries the version', async () => {
    const made = await client().analyses.create('Port Halcyon');
    const { quotedCredits: _, ...place } = JSON.parse(/-d '(\{.*\})'/.exec(service.output().stdout)?.[1] as string);
    const input = { ...place, topics: ['residents'] };
    const options = { quotedCredits: 2, analysisId: made.id };
    const { version, result } = await client().execute('analysis.people_economy', input, options);
    expect(version).toMatchObject({
      versionNo: 1,
      actionId: 'analysis.people_economy',
      creditsCharged: 2,
      dataVersion: { territory: '2026-10', sociodemo: '2021' },
    });
    expect((await client().analyses.version(made.id, 1)).results).toEqual(result);
  });

  it('S170 S175 hinterland batch tells the price first, then enriches a CSV file up to the cap', async () => {
    const [{ lat, lng }] = JSON.parse(/-d '(\{.*\})'/.exec(service.output().stdout)?.[1] as string).origins;
    const file = join(home, 'sites.csv');
    const sites = ['north', 'here', 'west', 'again'].map((id, i) => `${id},${lat + (i % 2) / 100},${lng - i / 200}`);
    writeFileSync(file, `id,lat,lng\n${sites.join('\n')}\n`);
    const args = ['batch', file, '--url', url, '--key', key, '--minutes', '3', '--include', 'people'];
    const before = (await client().credits()).balance;
    const told = await run(args);
    expect([told.code, told.stdout]).toEqual([0, '']);
    expect(told.stderr).toContain('4 points, about 40 credits. Nothing was started or charged');
    const done = await run([...args, '--yes', '--max-credits', '20']);
    const rows = done.stdout.trim().split('\n');
    expect(rows[0]).toBe('id,lat,lng,status,reason,credits_charged,residents,poles');
    expect(
      rows.slice(1).map((row) =>
        row
          .split(',')
          .filter((_, i) => [0, 3, 4, 5].includes(i))
          .join(' '),
      ),
    ).toEqual(['north done  10', 'here done  10', 'west skipped batch_cap 0', 'again skipped batch_cap 0']);
    expect(done.stderr).toContain('succeeded (batch_cap): 2 done, 2 skipped, 0 failed, 20.000 credits');
    expect((await client().credits()).balance).toBe(before - 20);
  });

  it('lists areas without a charge', async () => {
    const before = await client().credits();
    const { result } = await client().execute('areas.list', { level: 4 });
    expect(result.total).toBeGreaterThanOrEqual(2);
    expect(await client().credits()).toEqual(before);
  });

  it('says what is wrong with each kind of bad place', async () => {
    const line = JSON.parse(/-d '(\{.*\})'/.exec(service.output().stdout)?.[1] as string);
    const [{ lat, lng }] = line.origins;
    const quote = '/api/v1/actions/analysis.isochrone/quote';
    const isochrone = (change: object) => post(quote, JSON.stringify({ ...line, ...change }));
    const swapped = await isochrone({ origins: [{ lat: lng, lng: lat }] });
    expect(swapped.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(swapped.body)).toMatch(/lat/);
    const ocean = await isochrone({ origins: [{ lat, lng: lng + 8 }] });
    expect([ocean.status, ocean.body.error]).toEqual([422, 'outside_coverage']);
    // In the territory's box, but kilometers from any road: the bay's mouth.
    const bay = await isochrone({ origins: [{ lat: lat - 0.07, lng }] });
    expect([bay.status, bay.body.errors[0].pointer]).toEqual([400, '#/origins/0']);
    expect(bay.body.detail).toMatch(/\d+(\.\d+)? (m|km|meters)/);
    const noNumber = await post(quote, '{"origins":[{"lat":NaN,"lng":0}],"bandSeconds":[300]}');
    expect([noNumber.status, noNumber.body.error]).toEqual([400, 'validation_error']);
    const empty = await isochrone({ origins: [] });
    expect([empty.status, empty.body.errors[0].pointer]).toEqual([400, '#/origins']);
    const unsorted = await isochrone({ bandSeconds: [600, 300] });
    expect([unsorted.status, unsorted.body.errors[0].pointer]).toEqual([400, '#/bandSeconds/1']);
    const many = await isochrone({ bandSeconds: Array.from({ length: 10_000 }, (_, i) => i + 1) });
    expect([many.status, many.body.errors[0].pointer]).toEqual([400, '#/bandSeconds']);
  });

  it('ends cleanly when told to, and the second start shows no key again', async () => {
    expect(await service.stop()).toBe(0);
    const logs = service.output().stderr;
    expect(logs).not.toContain(key);
    service = await start(args, /quotedCredits/);
    url = service.url;
    expect(service.output().stdout).not.toContain('hl_test_');
    expect((await client().me()).key.name).toBe('demo');
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it('names the two commands and only npm scripts and subcommands that exist', async () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
    for (const [, name] of readme.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(name as string);
    const help = (await run(['help'])).stdout;
    for (const [, name] of readme.matchAll(/npx hinterland (\w+)/g)) {
      if (name !== 'help') expect(help).toContain(`  ${name} `);
    }
  });
});
