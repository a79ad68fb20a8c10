import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError, type WritableStore } from '@hinterland/storage';
import type { Offload } from '../../kit/offload/offload.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { JobRow } from '../jobs/job.ts';
import type { JobWork } from '../jobs/kind.ts';
import { computePatiently } from '../jobs/steps.ts';
import type { PricedTable } from './table.ts';

export const PARQUET = 'application/vnd.apache.parquet';

/** A part that is stored. */
export interface PartFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Everything that is stored for a job lies below it. */
export const folderOf = (jobId: string): string => `${jobId}/`;

/**
 * Where the file of a part lies. Its name has its checksum: who writes it again writes the same bytes, and a worker that has lost its
 * lease cannot replace the file that another one was charged for.
 */
export const partPath = (jobId: string, index: number, { sha256 }: Pick<PartFile, 'sha256'>): string =>
  `${folderOf(jobId)}part-${String(index).padStart(5, '0')}-${sha256}.parquet`;

const ATTEMPTS = 4;

/** Writes the file of a part. Tolerates short outages of the store. Throws service_unavailable, with the sentence of the store. */
export async function writePart(
  { store, offload }: { readonly store: WritableStore; readonly offload: Pick<Offload, 'perform'> },
  { job, log, signal }: Pick<JobWork, 'log' | 'signal'> & { readonly job: JobRow },
  index: number,
  { dues: _, ...table }: PricedTable,
): Promise<PartFile> {
  const size = table.rows.length * (100 + 10 * table.columns.length);
  const data = (await computePatiently(signal, () =>
    offload.perform({ kind: 'rows', source: table, bytes: size }, job.organization_id),
  )) as Uint8Array;
  const sha256 = createHash('sha256').update(data).digest('hex');
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      await store.write(partPath(job.id, index, { sha256 }), { data, sha256, mediaType: PARQUET });
      return { bytes: data.byteLength, sha256 };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (attempt === ATTEMPTS) {
        throw new ProblemError(
          'service_unavailable',
          `The file of part ${index} could not be stored, and its rows are not charged. Start a new job later. (${error.message})`,
        );
      }
      log.warn({ job: job.id, index, err: error }, 'file of a part not stored, tried again');
      await sleep(200 * 2 ** attempt, undefined, { signal });
    }
  }
}
