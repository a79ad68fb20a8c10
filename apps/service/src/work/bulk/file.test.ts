import { LIMITS } from '@hinterland/contract';
import type { WritableStore } from '@hinterland/storage';
import { parquetMetadata } from 'hyparquet';
import { expect, it } from 'vitest';
import { Offload } from '../../kit/offload/offload.ts';
import { threadProgram } from '../../kit/threadProgram.ts';
import type { JobWork } from '../jobs/kind.ts';
import { writePart } from './file.ts';

it('a whole part of people, which has more columns than other bodies have bytes, becomes a file', async () => {
  // As many as five topics in two bands have on the demo.
  const columns = Array.from(
    { length: 1_397 },
    (_, i) => ({ name: `figure_${i}`, type: 'float64', about: {} }) as const,
  );
  const rows = Array.from({ length: LIMITS.enrichDatasetPartRows }, (_, i) => ({
    id: `${i}`,
    row: i + 1,
    place: null,
    status: 'done' as const,
    reason: null,
    detail: null,
    creditsCharged: 10,
  }));
  const values = columns.map((_, i) => Float64Array.from(rows, ({ row }) => row * i));
  const offload = new Offload({ registry: threadProgram('actions').href, report: () => {} });
  let written: Uint8Array = new Uint8Array();
  const store = {
    async write(_: string, content: { readonly data: Uint8Array }) {
      written = content.data;
    },
  } as unknown as WritableStore;
  const work = { job: { id: 'job_1', organization_id: 1 }, log: { warn() {} } } as unknown as JobWork;
  try {
    const table = { rows, dues: rows.map(() => 10_000), columns, values, more: rows.map(() => null), metadata: [] };
    const { signal } = new AbortController();
    const { bytes } = await writePart({ store, offload }, { ...work, signal }, 0, table);
    expect(bytes).toBe(written.byteLength);
    const { num_rows, schema } = parquetMetadata(Uint8Array.from(written).buffer);
    expect(Number(num_rows)).toBe(LIMITS.enrichDatasetPartRows);
    expect(schema.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['figure_0', 'figure_1396', 'credits_charged']),
    );
  } finally {
    await offload.close();
  }
});
