import { sharedBytes } from '@hinterland/actions/action';
import { loadTerritory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { scratchFolder, writeDrawnBundle } from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { warmUp } from './warmUp.ts';

const NEVER = new AbortController().signal;

describe('the thread that warms a territory up', () => {
  const drawnTerritory = async () => {
    const folder = await scratchFolder();
    await writeDrawnBundle(folder);
    return loadTerritory(folder);
  };

  it('makes what other threads of the process share, and ends', async () => {
    const territory = await drawnTerritory();
    expect(sharedBytes(territory)).toBe(0);
    await warmUp(territory, 1000, NEVER);
    const made = sharedBytes(territory);
    expect(made).toBeGreaterThan(10_000);
    await warmUp(territory, 1000, NEVER);
    expect(sharedBytes(territory)).toBe(made);
  });

  it('stops after the step in which the memory is used up, and where its signal is aborted', async () => {
    const whole = await drawnTerritory();
    await warmUp(whole, 1000, NEVER);
    const bounded = await drawnTerritory();
    await warmUp(bounded, 0.001, NEVER);
    expect(sharedBytes(bounded)).toBeLessThan(sharedBytes(whole));

    const stopped = await drawnTerritory();
    const controller = new AbortController();
    const ended = warmUp(stopped, 1000, controller.signal);
    controller.abort();
    await ended;
    expect(sharedBytes(stopped)).toBeLessThan(sharedBytes(whole));
    await warmUp(stopped, 1000, controller.signal);
  });
});
