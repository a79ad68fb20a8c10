import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Of every run of the tests: one folder for what occurs in it, the same for each of its projects. */
export default async function makeOccurredFolder({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = join(tmpdir(), `hinterland-occurred-${process.pid}-${Math.round(performance.timeOrigin)}`);
  await mkdir(folder, { recursive: true });
  provide('occurredFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
