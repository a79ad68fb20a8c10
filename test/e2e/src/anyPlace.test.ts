import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBundle } from '@hinterland/territory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorldMirror } from '../../../packages/importers/src/world/testing/worldMirror.ts';
import { ALL_TESTS } from './extent.ts';
import { dataFolder, hasData, run, startPiped } from './hinterland.ts';
import { type SlowMirror, startSlowMirror } from './slowMirror.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-place-'));
const mirror = join(scratch, 'mirror');
const PLACE = 'Krems an der Donau, Austria';
const ID = 'krems-an-der-donau-at';
let slow: SlowMirror;

beforeAll(async () => {
  if (!hasData) return;
  await makeWorldMirror(mirror);
  slow = await startSlowMirror(mirror);
});
afterAll(() => {
  slow?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const args = (home: string) => ['territory', 'get', PLACE, '--mirror', slow.address, '--home', join(scratch, home)];
const PHASES = ['planning', 'fetching', 'building'];
const bundleOf = (home: string) => join(scratch, home, 'territories', ID);

/** Checksums of all that the figures are made of. */
function sums(dir: string): Record<string, string> {
  const names = (readdirSync(dir, { recursive: true }) as string[]).filter((name) =>
    /\.(arrow|geojsonl?)$|family\.json$/.test(name),
  );
  return Object.fromEntries(
    names.toSorted().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dir, name)))
        .digest('hex'),
    ]),
  );
}

/** A moment of a run: so many bytes of it lie on the disk, or a step of the build has begun. */
type Moment = number | string;

/** Runs the command and kills it at a moment; returns whether it came so far. */
async function killedAt(home: string, moment: Moment): Promise<boolean> {
  const before = storedBytes(home);
  // More than the moment is sent, since not all of it is content, and then nothing: what is sent arrives.
  if (typeof moment === 'number') slow.holdAtBytes = slow.sentBytes + moment + (1 << 16);
  const child = startPiped(args(home));
  const ended = once(child, 'close');
  let isReached = false;
  const kill = () => {
    isReached = true;
    child.kill('SIGKILL');
  };
  const looks = setInterval(() => {
    if (typeof moment === 'number' && storedBytes(home) - before >= moment) kill();
  }, 5);
  let told = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (typeof moment === 'string' && told.includes(`${moment} …`)) kill();
  });
  child.stdin!.end();
  await ended;
  clearInterval(looks);
  slow.holdAtBytes = Number.POSITIVE_INFINITY;
  return isReached;
}

/** Bytes of downloads on the disk, whole or begun. */
function storedBytes(home: string): number {
  const names = ['files', 'parts'].flatMap((kind) => {
    const folder = join(scratch, home, 'downloads', kind);
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  });
  const sizes = names.map((name) =>
    /\.(json|lock)$/.test(name) ? 0 : (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.skipIf(!hasData)(`any place by one command (needs ${dataFolder})`, () => {
  it('goes from nothing to residents within 15 minutes without a second line', async () => {
    const { code, stdout, stderr } = await run(args('whole'));
    expect(stderr).toMatch(/austria-latest\.osm\.pbf +OpenStreetMap +about \d+ MB +ODbL-1\.0/);
    expect(code).toBe(0);
    expect(stdout).toMatch(/residents +8,604/);
    expect(stdout).toMatch(/Verdict: good\./);
    expect(stdout).toMatch(/within 15 minutes +8,\d\d\d/);
    expect(stdout).toMatch(/Ask first:\n {2}npx hinterland territory draw/);
  });

  it('tells beside official figures what a raster of the same place has, in the answer and in the report', async () => {
    const home = join(scratch, 'both');
    const { code, stdout } = await run(['territory', 'get', 'LI', '--mirror', mirror, '--home', home, '--json']);
    expect(code).toBe(0);
    const { comparison, out } = JSON.parse(stdout);
    const { total, samples, source, minutes } = comparison;
    expect([source, minutes]).toEqual(['WorldPop R2025A, 100m, 2025', 10]);
    // 39,055 people by the office at the end of 2020; 33,719 by the model within the border (shared/data/SOURCES.md).
    expect(Math.abs(total.official / 39_055 - 1)).toBeLessThan(0.05);
    expect(Math.abs(total.raster / 33_719 - 1)).toBeLessThan(0.02);
    expect(samples).toHaveLength(3);
    for (const { official, raster, difference } of [total, ...samples]) {
      expect(official).toBeGreaterThan(1000);
      expect(raster).toBeGreaterThan(1000);
      expect(difference).toBeCloseTo(raster / official - 1, 12);
    }
    const { facts } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    expect(facts[`residents in the map by ${source}`]).toBe(Math.round(total.raster));
    expect(Object.keys(facts).filter((name) => name.startsWith('residents within 10 minutes by car of '))).toHaveLength(
      3,
    );
    expect(readFileSync(join(out, 'report.txt'), 'utf8')).toContain(`difference of ${source} to the official figures`);
    // Nothing of the comparison is a part of the territory.
    expect(await checkBundle(out)).toEqual([]);
  });

  it('answers what comes from where without a network', async () => {
    const { code, stdout } = await run(['territory', 'get', 'Lucknow', '--dry-run', '--json']);
    expect(code).toBe(0);
    const { files, people } = JSON.parse(stdout);
    expect(people).toMatchObject({ code: 'worldpop', official: false });
    expect(files.map(({ licence }: { licence: string }) => licence)).toEqual(['ODbL-1.0', 'ODbL-1.0', 'CC-BY-4.0']);
    const asked = await run(['territory', 'get', 'Springfield', '--dry-run', '--json']);
    expect(asked.code).toBe(1);
    expect(JSON.parse(asked.stdout).candidates[0]).toEqual({
      name: 'Springfield, Missouri, US',
      population: expect.any(Number),
    });
    expect(asked.stderr).toMatch(/places are called Springfield\. Say which/);
  });

  it('tells what happens as lines of JSON, to its end or to its fault', async () => {
    const { code, stdout } = await run([...args('told'), '--events']);
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const progress = lines.filter(({ event }) => event === 'progress');
    const phases = progress.map(({ phase }) => phase);
    expect([...new Set(phases)]).toEqual(['planning', 'fetching', 'building']);
    expect(phases).toEqual([...phases].sort((a, b) => PHASES.indexOf(a) - PHASES.indexOf(b)));
    const fetched = progress.findLast(({ phase }) => phase === 'building');
    const lock = JSON.parse(readFileSync(join(scratch, 'told', 'places', ID, 'lock.json'), 'utf8'));
    const bytes = lock.files.reduce((sum: number, file: { bytes: number }) => sum + file.bytes, 0);
    const index = statSync(join(mirror, 'download.geofabrik.de/index-v1.json')).size;
    expect([fetched.bytes, fetched.totalBytes]).toEqual([bytes + index, bytes + index]);
    const [done] = lines.slice(-1);
    expect(done).toMatchObject({ event: 'done', verdict: { verdict: 'good' }, center: { lat: 48.4092, lng: 15.6142 } });

    const failed = await run([
      'territory',
      'get',
      PLACE,
      '--mirror',
      `${slow.address}/nowhere`,
      '--events',
      '--home',
      join(scratch, 'failed'),
    ]);
    expect(failed.code).toBe(1);
    const [fault] = failed.stdout
      .trim()
      .split('\n')
      .slice(-1)
      .map((line) => JSON.parse(line));
    expect(fault.event).toBe('failed');
    expect(failed.stderr).toContain(fault.detail);
  });

  it('ends when nobody reads its lines any more', async () => {
    const child = startPiped([...args('left'), '--events']);
    const closed = once(child, 'close');
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    const [code] = await closed;
    expect(code).toBe(0);
    expect(existsSync(join(bundleOf('left'), 'manifest.json'))).toBe(false);
  });

  it.runIf(ALL_TESTS)(
    'leaves nothing that is taken for whole where it is killed, and then ends with the same bytes',
    async () => {
      if (!existsSync(bundleOf('whole'))) await run(args('whole'));
      const undisturbed = sums(bundleOf('whole'));
      const moments: Moment[] = [500_000, 1_000_000, 1_000_000, 100_000, 'roads', 'writing', 'checking'];
      const sentAtFirst = slow.sentBytes;
      for (const moment of moments) {
        expect(await killedAt('killed', moment), String(moment)).toBe(true);
        const files = join(scratch, 'killed', 'downloads', 'files');
        for (const name of existsSync(files) ? readdirSync(files) : []) {
          expect(
            createHash('sha256')
              .update(readFileSync(join(files, name)))
              .digest('hex'),
          ).toBe(name);
        }
        if (!existsSync(join(bundleOf('killed'), 'manifest.json'))) continue;
        const errors = (await checkBundle(bundleOf('killed'))).filter(({ severity }) => severity === 'error');
        expect(errors).toEqual([]);
      }
      // Each run went on where the one before was killed: but for what was on its way then, nothing was sent twice.
      expect(slow.sentBytes - sentAtFirst).toBeLessThan(storedBytes('killed') + moments.length * (1 << 17));
      const sentBefore = slow.sentBytes;
      const { code } = await run(args('killed'));
      expect(code).toBe(0);
      expect(sums(bundleOf('killed'))).toEqual(undisturbed);
      // All was there already: nothing is fetched a second time.
      expect(slow.sentBytes).toBe(sentBefore);
    },
  );
});
