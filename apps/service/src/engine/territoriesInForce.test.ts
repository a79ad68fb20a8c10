import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawn, TestBundles } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { bundleFolders } from './bundles.ts';
import type { WorkerPool } from './pool.ts';
import { Territories } from './territoriesInForce.ts';

/** Notes which territories the engine threads were given and told to drop. */
class NotedPool {
  readonly held = new Set<string>();
  addTerritory(key: string) {
    this.held.add(key);
  }
  dropTerritory(key: string) {
    this.held.delete(key);
  }
}

describe('territories in force', () => {
  let pool: NotedPool;
  let bundles: TestBundles;
  let territories: Territories;
  let reports: string[];

  beforeEach(async () => {
    pool = new NotedPool();
    bundles = new TestBundles(drawn());
    reports = [];
    territories = new Territories({
      source: bundles,
      pool: pool as unknown as WorkerPool,
      pollMilliseconds: 10,
      report: (event, details) => reports.push([event, details.error].filter(Boolean).join(' ')),
    });
    await territories.start();
  });
  afterEach(() => territories.close());
  const versions = () => territories.current.map(({ territory }) => territory.dataVersion.territory);

  it('S147 a new version takes the place of the old, which stays as long as a call uses it', async () => {
    const [old] = territories.current;
    const first = territories.lease(old!);
    const second = territories.lease(old!);
    bundles.set(drawn({ version: '2026-11' }));
    await until(() => versions()[0] === '2026-11');
    expect(pool.held.size).toBe(2);
    first.release();
    first.release();
    expect(pool.held.has(old!.key)).toBe(true);
    second.release();
    expect([...pool.held]).toEqual([territories.current[0]?.key]);
    expect(() => territories.lease(old!)).toThrow('not in force');
  });

  it('a new bundle comes in and a removed one goes', async () => {
    bundles.set(drawn(), drawn({ id: 'other' }));
    await until(() => territories.current.length === 2);
    bundles.set(drawn({ id: 'other' }));
    await until(() => territories.current.length === 1);
    expect(territories.current[0]?.territory.manifest.id).toBe('other');
    expect(pool.held.size).toBe(1);
  });

  it('a damaged new version leaves the old in force, and is told once', async () => {
    bundles.broken = 'poles.arrow is cut short';
    bundles.set(drawn({ version: '2026-11' }));
    await until(() => reports.length > 0);
    await new Promise((resume) => setTimeout(resume, 60));
    expect(reports).toEqual(['territory refused poles.arrow is cut short']);
    expect(versions()).toEqual(['2026-10']);
    bundles.broken = null;
    await until(() => versions()[0] === '2026-11');
  });

  it('a damaged bundle at the start is an error with its sentence', async () => {
    bundles.broken = 'poles.arrow is cut short';
    const other = new Territories({
      source: bundles,
      pool: pool as unknown as WorkerPool,
      pollMilliseconds: 10,
      report: () => {},
    });
    await expect(other.start()).rejects.toThrow('poles.arrow is cut short');
    await other.close();
  });
});

describe('territories that are warmed up', () => {
  /** Ends the warm-up that began last. */
  let end: (error?: Error) => void;
  let begun: string[];
  let signals: AbortSignal[];
  let reports: string[];
  let bundles: TestBundles;
  let territories: Territories;
  const versions = () => territories.current.map(({ territory }) => territory.dataVersion.territory);

  beforeEach(async () => {
    [begun, signals, reports] = [[], [], []];
    bundles = new TestBundles(drawn());
    territories = new Territories({
      source: bundles,
      pool: new NotedPool() as unknown as WorkerPool,
      pollMilliseconds: 10,
      warmUp: (territory, signal) => {
        begun.push(`${territory.manifest.id} ${territory.dataVersion.territory}`);
        signals.push(signal);
        return new Promise((resolve, reject) => {
          end = (error) => (error === undefined ? resolve() : reject(error));
          signal.addEventListener('abort', () => resolve());
        });
      },
      report: (event, details) => reports.push([event, details.error].filter(Boolean).join(' ')),
    });
    await territories.start();
  });
  afterEach(() => territories.close());

  it('begin with it once they were found to be sound, and serve meanwhile', async () => {
    expect(begun).toEqual([]);
    territories.verify(() => {});
    await until(() => begun.length > 0);
    expect(begun).toEqual(['town 2026-10']);
    expect(versions()).toEqual(['2026-10']);
  });

  it('come into force with new data only after it', async () => {
    bundles.set(drawn({ version: '2026-11' }));
    await until(() => begun.length > 0);
    await new Promise((resume) => setTimeout(resume, 40));
    expect(versions()).toEqual(['2026-10']);
    end();
    await until(() => versions()[0] === '2026-11');
  });

  it('come into force although it fails, which is told', async () => {
    bundles.set(drawn({ version: '2026-11' }));
    await until(() => begun.length > 0);
    end(new Error('out of memory'));
    await until(() => versions()[0] === '2026-11');
    expect(reports).toEqual(['territory not warmed up out of memory', 'territory put in force']);
  });

  it('stop it when they are closed, and one begins after the other', async () => {
    bundles.set(drawn(), drawn({ id: 'other' }));
    territories.verify(() => {});
    await until(() => begun.length > 0);
    await territories.close();
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(begun[0]).toBe('town 2026-10');
  });
});

describe('bundles on disk', () => {
  it('finds bundles in a folder and in its subfolders; a missing folder is empty, and a changed manifest shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hinterland-bundles-'));
    try {
      await mkdir(join(folder, 'many', 'b'), { recursive: true });
      await mkdir(join(folder, 'many', 'a'));
      await mkdir(join(folder, 'many', 'no-bundle'));
      await mkdir(join(folder, 'one'));
      for (const place of ['many/a', 'many/b', 'one']) await writeFile(join(folder, place, 'manifest.json'), '{}');
      const source = bundleFolders([join(folder, 'many'), join(folder, 'one'), join(folder, 'missing')]);
      const first = await source.list();
      expect(first.map(({ bundle }) => bundle.slice(folder.length + 1))).toEqual(['many/a', 'many/b', 'one']);
      await writeFile(join(folder, 'one', 'manifest.json'), '{ }');
      const second = await source.list();
      expect(second.map(({ fingerprint }, i) => fingerprint === first[i]?.fingerprint)).toEqual([true, true, false]);
      await expect(source.load(join(folder, 'one'))).rejects.toThrow('manifest.json');
      await writeFile(join(folder, 'file'), '');
      await expect(bundleFolders([join(folder, 'file')]).list()).rejects.toThrow('HINTERLAND_TERRITORIES');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
