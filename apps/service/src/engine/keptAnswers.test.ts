import { gunzipSync } from 'node:zlib';
import type { Channel } from '@hinterland/actions';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { threadProgram } from '../kit/threadProgram.ts';
import { actions } from '../testing/actions.ts';
import { drawn, TestBundles } from '../testing/service.ts';
import { Engine } from './engine.ts';
import { KeptAnswers } from './keptAnswers.ts';
import { WorkerPool } from './pool.ts';
import type { Task } from './protocol.ts';
import type { TaskOptions } from './task.ts';
import { Territories } from './territoriesInForce.ts';

describe('kept answers', () => {
  it('never take more than their bound, and forget what was used longest ago', () => {
    const kept = new KeptAnswers<string>(16_000);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 3_000 }))), (steps) => {
        for (const [question, bytes] of steps) {
          if (kept.get(`q${question}`) === undefined) kept.keep(`q${question}`, `a${question}`, bytes);
          else expect(kept.get(`q${question}`)).toBe(`a${question}`);
          expect(kept.bytes).toBeLessThanOrEqual(16_000);
          expect(kept.bytes).toBeGreaterThanOrEqual(0);
        }
      }),
    );
    const few = new KeptAnswers<number>(16_000);
    for (let i = 0; i < 9; i++) {
      few.keep(`${i}`, i, 1_400); // eight fit
      few.get('0');
    }
    expect([0, 1, 2, 8].map((i) => few.get(`${i}`))).toEqual([0, undefined, 2, 8]);
    few.keep('large', 1, 2_001);
    expect(few.get('large')).toBeUndefined();
  });
});

/** Counts what is really computed. */
class CountingPool extends WorkerPool {
  readonly priorities: string[] = [];
  get computed() {
    return this.priorities.length;
  }
  override perform(task: Task, options: TaskOptions) {
    this.priorities.push(options.priority);
    return super.perform(task, options);
  }
}

describe('an engine that keeps answers', () => {
  let pool: CountingPool;
  let bundles: TestBundles;
  let engine: Engine;

  beforeEach(async () => {
    const report = () => {};
    const registry = threadProgram('testActions').href;
    const sizes = { workers: 2, lookupWorkers: 0, longWorkers: 0, queueMax: 100, killAfterMilliseconds: 200 };
    pool = new CountingPool({ ...sizes, registry, report });
    bundles = new TestBundles(drawn({ surcharge: 1 }));
    const territories = new Territories({ source: bundles, pool, pollMilliseconds: 60_000, report });
    engine = new Engine({
      pool,
      territories,
      timeLimitMilliseconds: 5_000,
      keptBytes: 2 ** 20,
      overlays: { of: async () => null },
    });
    await Promise.all([pool.start(), territories.start()]);
    territories.verify(report);
  });
  afterEach(async () => {
    await engine.territories.close();
    await pool.close();
  });

  const action = actions.find(({ id }) => id === 'test.charged')!;
  const signal = new AbortController().signal;
  const ask = async (text: string, channel: Channel = 'api') => {
    const lease = engine.lease({}, null);
    try {
      const question = { action, input: action.input.parse({ text }), channel, lease };
      const priced = await engine.quote(question, { signal });
      const resultJson =
        channel === 'batch'
          ? gunzipSync((await engine.runItem(question, { signal })).resultGzip)
          : (await engine.run(question, { signal }, priced)).resultJson;
      return { price: priced.quote.lines[0]?.credits, ...JSON.parse(Buffer.from(resultJson).toString()) };
    } finally {
      lease.release();
    }
  };

  it('computes what was asked before once', async () => {
    const first = await ask('a');
    expect(first).toMatchObject({ price: 5, text: 'a', version: '2026-10' });
    expect(await ask('a')).toEqual(first);
    expect(pool.computed).toBe(2);
    await ask('b');
    expect(pool.computed).toBe(4);
    await ask('a', 'web');
    expect(pool.computed).toBe(6);
    await ask('a', 'batch');
    await ask('a', 'batch');
    expect(pool.computed).toBe(9); // prices are kept, items are not
  });

  it('never answers with other data than are in force, not even those of the same version', async () => {
    await ask('a');
    bundles.set(drawn({ version: '2026-11', surcharge: 2 }));
    await engine.territories.refresh();
    expect(await ask('a')).toMatchObject({ price: 6, version: '2026-11' });
    bundles.set(drawn({ surcharge: 3 }));
    await engine.territories.refresh();
    expect(await ask('a')).toMatchObject({ price: 7, version: '2026-10' });
  });

  it('H3 a free quote of a large question is long work; that of a small one is not, nor is one that belongs to a run', async () => {
    const lease = engine.lease({}, null);
    const quote = (letter: string, characters: number, paid: boolean) =>
      engine.quote({ action, input: { text: letter.repeat(characters) }, channel: 'api', lease }, { signal, paid });
    await quote('a', 65_000, false);
    await quote('b', 66_000, false);
    await quote('c', 66_000, true);
    lease.release();
    expect(pool.priorities).toEqual(['short', 'longQuote', 'run']);
  });

  it('keeps no failures', async () => {
    for (let i = 0; i < 2; i++) await expect(ask('in the sea')).rejects.toMatchObject({ code: 'outside_coverage' });
    expect(pool.computed).toBe(2);
  });

  it('does not answer a caller who is gone', async () => {
    await ask('a');
    const gone = AbortSignal.abort(new Error('gone'));
    const lease = engine.lease({}, null);
    const question = { action, input: action.input.parse({ text: 'a' }), channel: 'api', lease } as const;
    await expect(engine.run(question, { signal: gone })).rejects.toThrow('gone');
    lease.release();
  });
});
