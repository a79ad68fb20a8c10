import { snapRows as snap } from '@hinterland/actions';
import type { Mode } from '@hinterland/catalogue';
import type { JobWork } from '../jobs/kind.ts';
import { computePatiently, leaseTerritory } from '../jobs/steps.ts';
import type { RowRecord } from './dataset.ts';
import { inChunks } from './inChunks.ts';
import { datasetOf } from './settle.ts';
import { type SnappedRow, snapRows } from './store.ts';

export interface SnapInput {
  readonly mode: Mode;
  /** Roads that are farther away are not taken. */
  readonly maxMeters: number;
}

const CHUNK_ROWS = 250;

/** Snaps rows to the nearest road of a mode. The place of a row stays; its foot on the road is stored in addition. */
export async function snapDataset(work: JobWork): Promise<void> {
  const { clock, engine, job } = work;
  const { mode, maxMeters } = job.input as SnapInput;
  const lease = await leaseTerritory(work);
  try {
    await inChunks(work, CHUNK_ROWS, {
      async compute(rows, signal): Promise<SnappedRow[]> {
        const input = { mode, maxMeters, places: rows.map(placeOf) };
        const options = { signal, organizationId: job.organization_id };
        const feet = await computePatiently(signal, () => engine.workOnRows(snap, input, lease, options));
        return feet.rows.map((foot, i) => ({ index: (rows[i] as RowRecord).index, ...foot }));
      },
      store: (trx, rows) => snapRows(trx, clock, datasetOf(job), mode, rows),
      isDone: (reason) => reason === 'snapped',
    });
  } finally {
    lease.release();
  }
}

const placeOf = ({ lat, lng }: RowRecord) => (lat === null || lng === null ? null : { lat, lng });
