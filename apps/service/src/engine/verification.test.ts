import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder, writeDrawnBundle } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { until } from '../testing/until.ts';
import { bundleFolders } from './bundles.ts';
import type { Damage } from './damage.ts';
import type { WorkerPool } from './pool.ts';
import { Territories } from './territoriesInForce.ts';

const NEVER = new AbortController().signal;

describe('H8 bits flipped in the files of a bundle', () => {
  let folder: string;
  let files: string[];
  let territories: Territories;
  let reports: string[];

  beforeAll(async () => {
    folder = await scratchFolder();
    await writeDrawnBundle(folder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  afterEach(() => territories?.close());

  const open = async () => {
    reports = [];
    territories = new Territories({
      source: bundleFolders([folder]),
      pool: { addTerritory() {}, dropTerritory() {} } as unknown as WorkerPool,
      pollMilliseconds: 10,
      report: (event, { error }) => reports.push(`${event}: ${error}`),
    });
    await territories.start();
  };

  /** Opens the bundle, and returns the sentence of the refusal, or the damage that the verification finds. */
  async function found(): Promise<string | Damage | null> {
    try {
      await open();
    } catch (error) {
      return (error as Error).message;
    }
    const [generation] = territories.current;
    const lease = territories.lease(generation!);
    const reported: Damage[] = [];
    territories.verify((damage) => reported.push(damage));
    // A charged call that comes before the end of the verification waits for it.
    const refused = await lease.verified(NEVER).then(
      () => null,
      (error: Error) => error,
    );
    lease.release();
    if (refused === null) return null;
    expect(refused).toMatchObject({ code: 'service_unavailable' });
    expect(territories.current).toEqual([]);
    expect(territories.known).toEqual([generation]);
    expect(() => territories.lease(generation!)).toThrow('are damaged');
    expect(reported).toEqual(territories.damaged);
    return reported[0]!;
  }

  it('are none: the territory is in force', async () => {
    expect(files.length).toBeGreaterThan(30);
    expect(await found()).toBeNull();
    expect(territories.current).toHaveLength(1);
    expect(territories.damaged).toEqual([]);
  });

  it('one by one: the file is refused, or found before a charge', async () => {
    for (const path of files) {
      const whole = await readFile(path);
      // Beyond half of the file: rows of tables, sums and names of descriptors, not the end of a table.
      const at = Math.floor(whole.length * 0.6);
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 4;
      await writeFile(path, flipped);
      const damage = await found();
      await territories.close();
      await writeFile(path, whole);
      const place = path.slice(folder.length + 1);
      if (typeof damage === 'string') expect(damage).toContain(place);
      else expect(damage).toMatchObject({ territory: 'aland', bundle: folder, place });
    }
  });

  it('of a new version keep it from coming into force', async () => {
    await open();
    const [before] = territories.current;
    const path = join(folder, 'manifest.json');
    const manifest = await readFile(path, 'utf8');
    // At once, as data are published: half a manifest would be refused for another reason.
    const publish = async (text: string) => {
      await writeFile(`${path}.draft`, text);
      await rename(`${path}.draft`, path);
    };
    const damaged = files.find((file) => file.endsWith('poles.arrow')) as string;
    const whole = await readFile(damaged);
    await writeFile(damaged, Buffer.from(whole).fill(1, whole.length >> 1, (whole.length >> 1) + 8));
    const { checksums, ...changed } = JSON.parse(manifest);
    await publish(JSON.stringify({ ...changed, name: 'Changed' }));
    await until(async () => reports.length > 0);
    expect(reports[0]).toMatch(/territory refused: .*poles\.arrow: its content differs from its checksum/);
    expect(territories.current).toEqual([before]);
    await writeFile(damaged, whole);
    await publish(JSON.stringify({ ...changed, name: 'Changed again' }));
    await until(async () => territories.current[0]?.territory.manifest.name === 'Changed again');
    await publish(manifest);
  });
});
