import { shareTerritory } from '@hinterland/territory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProblemError } from '../kit/problem.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import { drawn } from '../testing/service.ts';
import { until } from '../testing/until.ts';
import { Durations } from './durations.ts';
import { WorkerPool } from './pool.ts';
import type { Task } from './protocol.ts';
import type { TaskOptions } from './task.ts';

const MODULE = threadProgram('testActions').href;

describe('worker pool', () => {
  let pool: WorkerPool;
  let reports: string[];

  const open = async (
    workers: number,
    queueMax = 100,
    lookupWorkers = 0,
    longWorkers = 0,
    durations?: Durations,
    waitingMax?: (organizationId: number) => number,
  ) => {
    reports = [];
    pool = new WorkerPool({
      workers,
      lookupWorkers,
      longWorkers,
      registry: MODULE,
      queueMax,
      ...(durations === undefined ? {} : { durations }),
      ...(waitingMax === undefined ? {} : { waitingMax }),
      killAfterMilliseconds: 200,
      report: (event) => void reports.push(event),
    });
    pool.addTerritory('town#1', shareTerritory(drawn()));
    await pool.start();
    await until(() => pool.state.ready === workers + lookupWorkers);
  };
  beforeEach(() => open(2));
  afterEach(() => pool.close());

  const task = (input: object, kind: Task['kind'] = 'run'): Task => ({
    kind,
    territory: 'town#1',
    actionId: 'test.charged',
    input: { text: '', waitMilliseconds: 0, behave: 'well', credits: 4, ...input },
    channel: 'api',
  });
  const perform = (input: object, options: Partial<TaskOptions> = {}) =>
    pool.perform(task(input), { priority: 'run', timeLimitMilliseconds: 60_000, ...options });
  const read = async (answer: ReturnType<typeof perform>) => {
    const { outcome } = await answer;
    return outcome.kind === 'run' ? JSON.parse(Buffer.from(outcome.resultJson).toString()) : null;
  };

  it('runs tasks on a territory in shared memory, as many at a time as there are threads', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => read(perform({ waitMilliseconds: 200 }))));
    expect(new Set(results.map(({ thread }) => thread)).size).toBe(2);
    expect(results[0]).toMatchObject({ territory: 'town', version: '2026-10' });
  });

  it('keeps the event loop free while threads compute', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await Promise.all([
      perform({ waitMilliseconds: 300, behave: 'stubborn' }),
      perform({ waitMilliseconds: 300, behave: 'stubborn' }),
    ]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5); // a blocked loop would have ticked once
  });

  it('answers lookups while every other thread is busy, and gives their thread to nothing else', async () => {
    await pool.close();
    await open(1, 100, 1);
    const order: string[] = [];
    const named = (name: string, priority: TaskOptions['priority'], waitMilliseconds = 10) =>
      perform({ waitMilliseconds }, { priority }).then(() => order.push(name));
    await Promise.all([
      named('run', 'run', 400),
      named('quote', 'short'),
      named('search', 'lookup'),
      named('search again', 'lookup'),
    ]);
    expect(order).toEqual(['search', 'search again', 'run', 'quote']);
  });

  it('never lets a run wait for long work, nor a batch for a run', async () => {
    await pool.close();
    await open(1, 100, 1, 1);
    expect(pool.state.ready).toBe(2); // the one for long work comes when it is needed
    const order: string[] = [];
    const named = (name: string, priority: TaskOptions['priority'], waitMilliseconds = 10) =>
      perform({ waitMilliseconds }, { priority }).then(({ worker }) => order.push(`${name} in ${worker}`));
    await named('coverage', 'long');
    const coverage = named('coverage', 'long', 1500);
    const batch = named('batch', 'batch');
    await named('quote', 'short');
    await named('run', 'run');
    await named('search', 'lookup');
    const end = named('long run', 'run', 3000);
    await Promise.all([coverage, batch]);
    expect(order).toEqual(['coverage in 2', 'quote in 0', 'run in 0', 'search in 1', 'coverage in 2', 'batch in 2']);
    await end;
  });

  it('gives what is about one place to the thread that had it before', async () => {
    const about = async (place: string) => (await perform({}, { about: place })).worker;
    const hold = perform({ waitMilliseconds: 300 }, { about: 'other' });
    const first = await about('market square');
    await hold;
    expect(first).toBe(1);
    expect(await about('market square')).toBe(1);
    expect(await about('other')).toBe(0);
    const busy = perform({ waitMilliseconds: 300 }, { about: 'market square' });
    expect(await about('market square')).toBe(0); // nobody waits for what may be kept
    await busy;
  });

  it('H3 computes paid runs before free quotes and those before items of batches, and keeps the order among equals', async () => {
    await pool.close();
    await open(1);
    const order: string[] = [];
    const named = (name: string, priority: TaskOptions['priority'], waitMilliseconds = 10) =>
      perform({ waitMilliseconds }, { priority }).then(() => order.push(name));
    const all = [
      named('first', 'run', 100),
      named('batch', 'batch'),
      named('quote', 'short'),
      named('run 1', 'run'),
      named('run 2', 'run'),
    ];
    await Promise.all(all);
    expect(order).toEqual(['first', 'run 1', 'run 2', 'quote', 'batch']);
  });

  it('H3 quotes of one organization, however many, keep the run of another waiting for one of them', async () => {
    await pool.close();
    await open(1);
    const order: string[] = [];
    const named = (name: string, organizationId: number, priority: TaskOptions['priority']) =>
      perform({ waitMilliseconds: 20 }, { priority, organizationId }).then(() => order.push(name));
    const quotes = Array.from({ length: 20 }, (_, i) => named(`quote ${i}`, 1, 'short'));
    const runs = Array.from({ length: 5 }, (_, i) => named(`run ${i}`, 2, 'run'));
    await Promise.all([...quotes, ...runs]);
    expect(order.indexOf('run 0')).toBeLessThanOrEqual(2);
    // A run takes half the share of a quote, which takes as long: two of three turns are runs.
    expect(order.indexOf('run 4')).toBeLessThanOrEqual(9);
  });

  it('H3 refuses a call of an organization that has as many waiting as may wait, and no call of others', async () => {
    await pool.close();
    await open(1, 100, 0, 0, undefined, (organizationId) => (organizationId === 1 ? 3 : 5));
    const running = perform({ waitMilliseconds: 500 }, { organizationId: 2 });
    await until(() => pool.state.running === 1);
    const waiting = Array.from({ length: 3 }, () => perform({}, { organizationId: 1 }));
    const problem = (await perform({}, { organizationId: 1 }).catch((error: unknown) => error)) as ProblemError;
    expect(problem).toMatchObject({
      code: 'rate_limited',
      fields: { policy: 'waiting_calls', maximum: 3, present: 3 },
    });
    expect(problem.headers['Retry-After']).toBe(String(problem.fields.retryAfter));
    const others = [
      perform({}, { organizationId: 2 }),
      perform({}, { organizationId: 1, priority: 'batch' }),
      perform({}),
    ];
    const ends = await Promise.allSettled([running, ...waiting, ...others]);
    expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'fulfilled'));
    await perform({}, { organizationId: 1 });
  });

  it('H3 ten strangers from ten networks keep a customer waiting for one of their runs, and no more', async () => {
    await pool.close();
    await open(1);
    const order: string[] = [];
    const named = (name: string, options: Partial<TaskOptions>) =>
      perform({ waitMilliseconds: 20 }, options).then(() => order.push(name));
    const strangers = Array.from({ length: 20 }, (_, i) =>
      named('stranger', { isStranger: true, party: `network ${i % 10}` }),
    );
    const customer = Array.from({ length: 8 }, () => named('customer', { organizationId: 1 }));
    await Promise.all([...strangers, ...customer]);
    expect(order.lastIndexOf('customer')).toBeLessThanOrEqual(8);
    expect(order).toHaveLength(28);
  });

  it('H3 strangers have half of the threads at most, so that a customer finds one', async () => {
    const strangers = Array.from({ length: 6 }, (_, i) =>
      perform({ waitMilliseconds: 200 }, { isStranger: true, party: `network ${i}` }),
    );
    await until(() => pool.state.running > 0);
    expect([pool.state.running, pool.state.waiting]).toEqual([1, 5]);
    const customer = perform({}, { organizationId: 1 });
    expect([pool.state.running, pool.state.waiting]).toEqual([2, 5]);
    await Promise.all([...strangers, customer]);
  });

  it('H3 refuses strangers above their common bound with a friendly 503, and no customer', async () => {
    await pool.close();
    await open(1, 60);
    const running = perform({ waitMilliseconds: 500 }, { organizationId: 1 });
    await until(() => pool.state.running === 1);
    const strangers = Array.from({ length: 100 }, (_, i) => perform({}, { isStranger: true, party: `network ${i}` }));
    const customers = Array.from({ length: 30 }, () => perform({}, { organizationId: 1 }));
    const ends = await Promise.allSettled([...strangers, running, ...customers]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as ProblemError] : []));
    expect(refused).toHaveLength(80);
    expect(ends.slice(100).map(({ status }) => status)).toEqual(Array.from({ length: 31 }, () => 'fulfilled'));
    for (const { code, message, headers } of refused)
      expect([code, headers['Retry-After'], message]).toEqual([
        'service_unavailable',
        '10',
        expect.stringContaining('Many people are trying this service'),
      ]);
  });

  it('gives the run to the thread that priced it, while it is free', async () => {
    const { worker } = await pool.perform(task({}, 'quote'), { priority: 'short', timeLimitMilliseconds: 1000 });
    for (let i = 0; i < 3; i++) {
      expect((await perform({}, { preferredWorker: worker })).worker).toBe(worker);
      expect((await perform({}, { preferredWorker: 1 - worker })).worker).toBe(1 - worker);
    }
  });

  it('cancels a task that runs, and one that waits', async () => {
    await pool.close();
    await open(1);
    const controller = new AbortController();
    const running = perform({ waitMilliseconds: 4000 }, { signal: controller.signal });
    const waiting = perform({}, { signal: controller.signal });
    await until(() => pool.state.running === 1);
    controller.abort(new Error('changed my mind'));
    await expect(running).rejects.toThrow('changed my mind');
    await expect(waiting).rejects.toThrow('changed my mind');
    await expect(perform({}, { signal: controller.signal })).rejects.toThrow('changed my mind');
    await until(() => pool.state.running === 0);
    expect(reports).toEqual([]);
    expect((await read(perform({ text: 'next' }))).text).toBe('next');
  });

  it('replaces a thread that does not listen, with its territories', async () => {
    const lost = perform({ waitMilliseconds: 60_000, behave: 'stubborn' }, { timeLimitMilliseconds: 100 });
    await expect(lost).rejects.toMatchObject({ code: 'run_timeout' });
    await until(() => reports.includes('engine thread did not stop'));
    await until(() => pool.state.ready === 2 && pool.state.running === 0);
    const results = await Promise.all([1, 2, 3, 4].map(() => read(perform({ waitMilliseconds: 50 }))));
    expect(new Set(results.map(({ thread }) => thread)).size).toBe(2);
  });

  it('replaces a thread that crashes; its task fails and those that wait do not', async () => {
    const tasks = [
      perform({ behave: 'crash' }),
      perform({ behave: 'crash' }),
      perform({ text: 'a' }),
      perform({ text: 'b' }),
    ];
    const ends = await Promise.allSettled(tasks);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
    expect((ends[0] as PromiseRejectedResult).reason.code).toBe('internal_error');
    expect(reports.filter((event) => event === 'engine thread lost').length).toBe(2);
  });

  it('reports progress from 0 to 1', async () => {
    const heard: number[] = [];
    await perform({ waitMilliseconds: 1000 }, { progress: (fraction) => heard.push(fraction) });
    expect(heard.length).toBeGreaterThan(3);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(Math.max(...heard)).toBeLessThanOrEqual(1);
  });

  it('refuses tasks above the queue’s length, and all once it is closed', async () => {
    await pool.close();
    await open(1, 2);
    const running = perform({ waitMilliseconds: 300 });
    await until(() => pool.state.running === 1);
    const ends = Promise.allSettled([running, perform({}), perform({})]);
    await expect(perform({})).rejects.toMatchObject({ code: 'service_unavailable' });
    await pool.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    await expect(perform({})).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('of 60 runs of 20 s each on one thread, runs those that end within a minute, and refuses 57 at once', async () => {
    await pool.close();
    const durations = new Durations();
    durations.note('run test.charged', 20_000);
    await open(1, 100, 0, 0, durations);
    const runs = Array.from({ length: 60 }, (_, i) =>
      perform({ text: `${i}`, waitMilliseconds: 100 }, { timeLimitMilliseconds: 60_000 }),
    );
    const [first, second, third, ...others] = await Promise.allSettled(runs);
    for (const one of [first, second, third]) expect(one?.status).toBe('fulfilled');
    for (const one of others) {
      const { code, message, headers, fields } = (one as PromiseRejectedResult).reason as ProblemError;
      expect([code, headers['Retry-After'], fields.retryAfter]).toEqual(['service_unavailable', '20', 20]);
      expect(message).toContain('would not be answered within 60 s. Nothing was charged. Repeat it in 20 s.');
    }
    // The runs were faster than expected, and that is known now: more of them are taken.
    const later = Array.from({ length: 5 }, () => perform({}, { timeLimitMilliseconds: 60_000 }));
    expect((await Promise.allSettled(later)).map(({ status }) => status)).toEqual(later.map(() => 'fulfilled'));
  });

  it('refuses tasks of an unknown kind as soon as one has run for too long for all of them', async () => {
    await pool.close();
    await open(1);
    const runs = Array.from({ length: 20 }, () => perform({ waitMilliseconds: 1500 }, { timeLimitMilliseconds: 6000 }));
    const ends = await Promise.allSettled(runs);
    const codes = ends.map((end) => (end.status === 'fulfilled' ? 'done' : end.reason.code));
    expect(codes[0]).toBe('done');
    expect(codes.at(-1)).toBe('service_unavailable');
    expect(codes).not.toContain('run_timeout');
  });

  it('does not start with a registry that cannot be loaded', async () => {
    const broken = new WorkerPool({
      workers: 1,
      lookupWorkers: 0,
      longWorkers: 0,
      registry: `${MODULE}.missing`,
      queueMax: 1,
      killAfterMilliseconds: 1,
      report: () => {},
    });
    await expect(broken.start()).rejects.toThrow(/missing/);
    await broken.close();
  });
});
