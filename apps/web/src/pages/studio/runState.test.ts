import { describe, expect, it } from 'vitest';
import { IDLE, nextRun, type RunEvent } from './runState.ts';

const wanted = { actionId: 'analysis.isochrone', input: {}, quotedCredits: 3, isCharged: true };
const failed: RunEvent = {
  kind: 'failed',
  error: new Error('x'),
  wanted,
  code: 'abc',
  cut: { code: 'abc', lastNo: 2 },
};
const after = (...events: readonly RunEvent[]) => events.reduce(nextRun, IDLE);

describe('the state of a run', () => {
  it('ends idle with an answer', () => expect(after({ kind: 'started' }, { kind: 'answered' })).toBe(IDLE));

  it('keeps why it failed, what was wanted and where a cut answer may be', () => {
    expect(after({ kind: 'started' }, failed)).toEqual({
      phase: 'failed',
      error: new Error('x'),
      wanted,
      code: 'abc',
      cut: { code: 'abc', lastNo: 2 },
    });
    expect(after({ kind: 'started' }, failed, { kind: 'started' })).toEqual({ phase: 'running', moment: null });
  });

  it('keeps how far it is while it goes on', () => {
    const moved: RunEvent = { kind: 'moved', moment: { fraction: 0.5 } };
    expect(after({ kind: 'started' }, moved)).toEqual({ phase: 'running', moment: { fraction: 0.5 } });
    expect(after({ kind: 'started' }, { kind: 'cancelled' }, moved)).toEqual({ phase: 'cancelled' });
  });

  it('is forgotten when the question changes, but not while it goes on', () => {
    expect(after({ kind: 'started' }, failed, { kind: 'forgotten' })).toBe(IDLE);
    expect(after({ kind: 'started' }, { kind: 'cancelled' }, { kind: 'forgotten' })).toBe(IDLE);
    expect(after({ kind: 'started' }, { kind: 'forgotten' })).toEqual({ phase: 'running', moment: null });
    expect(after({ kind: 'forgotten' })).toBe(IDLE);
  });
});
