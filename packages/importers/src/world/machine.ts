import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { ImportError } from '../errors/importError.ts';
import type { Plan } from './plan.ts';

/** What a machine has, or a container lets a process have. */
export interface Machine {
  readonly memoryMegabytes: number;
  readonly freeDiskMegabytes: number;
}

/** The machine that this process runs on, with the disk of a folder that may not be there yet. */
export async function thisMachine(folder: string): Promise<Machine> {
  const limit = process.constrainedMemory?.() ?? 0;
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return { memoryMegabytes: memory / 1e6, freeDiskMegabytes: await freeMegabytes(folder) };
}

async function freeMegabytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  if (found !== null) return (found.bavail * found.bsize) / 1e6;
  return dirname(folder) === folder ? Infinity : freeMegabytes(dirname(folder));
}

/** The plan that a machine can build: without its rim where only that needs more memory or disk than there is, which a note says. */
export function fitting(plan: Plan, machine: Machine): Plan {
  if (plan.rim === undefined || lacksOf(plan, machine).length === 0) return plan;
  const { without, km } = plan.rim;
  return {
    ...without,
    notes: [
      ...without.notes,
      `With ${Math.round(km)} km around it, it needs about ${gigabytes(plan.estimate.memoryMegabytes)} of memory and ${gigabytes(plan.estimate.diskMegabytes)} of disk, more than this machine has: they are left out, and answers near its edge say so. A smaller --rim may fit.`,
    ],
  };
}

const gigabytes = (megabytes: number): string => `${(megabytes / 1000).toFixed(1)} GB`;

function lacksOf({ estimate }: Plan, { memoryMegabytes, freeDiskMegabytes }: Machine): string[] {
  return [
    ...(estimate.memoryMegabytes > memoryMegabytes
      ? [`about ${gigabytes(estimate.memoryMegabytes)} of memory, and this machine has ${gigabytes(memoryMegabytes)}`]
      : []),
    ...(estimate.diskMegabytes > freeDiskMegabytes
      ? [`about ${gigabytes(estimate.diskMegabytes)} of disk, and ${gigabytes(freeDiskMegabytes)} are free`]
      : []),
  ];
}

/** Throws ImportError where a plan needs more memory or disk than a machine has. */
export function requireMachine(plan: Plan, machine: Machine): void {
  const lacks = lacksOf(plan, machine);
  if (lacks.length === 0) return;
  throw new ImportError(
    `${plan.place.name} needs ${lacks.join('; ')}. Nothing was fetched. Choose a town or a region of it, or say --yes to try it all the same.`,
  );
}
