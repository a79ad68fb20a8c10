import { expect, it } from 'vitest';
import { threadProgram } from '../threadProgram.ts';
import { LARGE_BYTES, Offload } from './offload.ts';

it('H2 organizations take turns with the thread for large bodies, and each gets its own answer', {
  timeout: 60_000,
}, async () => {
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
