import { expect, it } from 'vitest';
import { threadProgram } from '../threadProgram.ts';
import { LARGE_BYTES, Offload } from './offload.ts';

it('H2 organizations take turns with the thread for large bodies, and each gets its own answer', async () => {
  const offload = new Offload({ registry: threadProgram('testActions').href, report: () => {} });
  try {
    const ended: string[] = [];
    const check = async (organizationId: number, name: string, text: string) => {
      try {
        await offload.perform({ kind: 'check', bytes: Buffer.from(text) }, organizationId);
        ended.push(name);
      } catch (error) {
        ended.push(`${name} ${(error as { code?: string }).code}`);
      }
    };
    const sound = JSON.stringify(Array(LARGE_BYTES).fill(1));
    await Promise.all([
      ...[1, 2, 3, 4].map((i) => check(1, `first ${i}`, sound)),
      check(2, 'second 1', '[1,'),
      check(2, 'second 2', sound),
    ]);
    // The thread had one task of the first when the second came, which takes no time of it with a body that is cut off.
    expect(ended.slice(0, 3)).toEqual(['first 1', 'second 1 validation_error', 'second 2']);
    expect(ended.slice(3)).toEqual(['first 2', 'first 3', 'first 4']);
  } finally {
    await offload.close();
  }
  await expect(offload.perform({ kind: 'check', bytes: Buffer.from('1') })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

it('a task that is larger than all that may wait is done where it is alone, and refused beside others', async () => {
  const offload = new Offload({ registry: threadProgram('testActions').href, report: () => {} });
  const rows = (bytes: number) => {
    const source = { rows: [], columns: [], values: [], more: [], metadata: [] };
    return offload.perform({ kind: 'rows', source, bytes }, 1);
  };
  try {
    const first = rows(100 * 2 ** 20);
    await expect(rows(1)).rejects.toMatchObject({ code: 'service_unavailable' });
    const magic = Buffer.from((await first) as Uint8Array).subarray(0, 4);
    expect(magic.toString()).toBe('PAR1');
    const [small, large] = [rows(1), rows(100 * 2 ** 20)];
    await expect(large).rejects.toMatchObject({ code: 'service_unavailable' });
    await small;
    await rows(100 * 2 ** 20);
  } finally {
    await offload.close();
  }
});
