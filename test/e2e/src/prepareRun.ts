import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropDatabases } from '../../../apps/service/src/testing/administrator.ts';

/**
 * Makes the folders of a run of the tests, the same for each of its projects: one for what occurs in the run, one for
 * what a test process keeps until it ends. After the run it removes them, and the databases that its processes had.
 */
export default async function prepareRun({ provide }: TestProject): Promise<() => Promise<void>> {
  const name = `${process.pid}_${Math.round(performance.timeOrigin)}`;
  const run = join(tmpdir(), `hinterland-run-${name}`);
  for (const part of ['occurredFolder', 'scratchFolder'] as const) {
    const folder = join(run, part);
    await mkdir(folder, { recursive: true });
    provide(part, folder);
  }
  const databasePrefix = `hinterland_test_${name}_`;
  provide('databasePrefix', databasePrefix);
  return async () => {
    await rm(run, { recursive: true, force: true });
    await dropDatabases(databasePrefix);
  };
}
