import { describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { Verification } from './verified.ts';

const DAMAGE = { territory: 'town', bundle: '/x', place: 'poles.arrow', problem: 'it differs' };

describe('the wait for a verification', () => {
  it('ends with it, for all who wait and all who come later', async () => {
    const verification = new Verification('town');
    const waiting = [
      verification.passed(new AbortController().signal),
      verification.passed(AbortSignal.timeout(scaled(60_000))),
    ];
    verification.end(null);
    await Promise.all([...waiting, verification.passed(new AbortController().signal)]);
    expect(verification.damage).toBeNull();
  });

  it('ends with 503 for damage', async () => {
    const verification = new Verification('town');
    const waiting = verification.passed(new AbortController().signal);
    verification.end(DAMAGE);
    await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable', message: /"town" are damaged/ });
    await expect(verification.passed(new AbortController().signal)).rejects.toThrow('are damaged');
    expect(verification.damage).toBe(DAMAGE);
  });

  it('ends with the caller, and with 503 after its time', async () => {
    const verification = new Verification('town', 10);
    const caller = new AbortController();
    const gone = new Error('gone');
    const waiting = new Verification('town').passed(caller.signal);
    caller.abort(gone);
    await expect(waiting).rejects.toBe(gone);
    await expect(new Verification('town').passed(caller.signal)).rejects.toBe(gone);
    await expect(verification.passed(new AbortController().signal)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: /still being compared/,
      fields: { retryAfter: 5 },
    });
  });
});
