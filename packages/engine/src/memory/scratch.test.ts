import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Scratch } from './scratch.ts';

const columns = (seed: number) => ({
  nodes: 3 + seed,
  first: Uint32Array.of(0, 0xffffffff, seed),
  costs: Int32Array.of(-1, 2),
  kinds: new Uint8Array(0),
  weights: Float64Array.of(0.1, Number.NaN),
});

/** Asks for the same thing through the built package; takes a while to make it. */
const ASKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.library).then(({ Scratch }) => {
    let made = 0;
    const { values } = new Scratch(workerData.memory).get('slow', () => {
      made++;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      return { values: Int32Array.of(workerData.number, 0) };
    });
    Atomics.add(values, 1, 1);
    parentPort.postMessage({ made, number: values[0] });
  });
`;

describe('memory that threads share', () => {
  it('gives back what was made, and makes it once', () => {
    const memory = new SharedArrayBuffer(1 << 24);
    let made = 0;
    const ask = (name: string, seed: number) =>
      new Scratch(memory).get(name, () => {
        made++;
        return columns(seed);
      });
    expect(ask('a', 1)).toEqual(columns(1));
    expect(ask('b', 2)).toEqual(columns(2));
    expect(ask('a', 3)).toEqual(columns(1));
    expect(ask('a', 4).first.buffer).toBe(memory);
    expect(made).toBe(2);
  });

  it('is made by one of several threads, while the others wait', async () => {
    const memory = new SharedArrayBuffer(1 << 24);
    const library = new URL('../../dist/memory/scratch.js', import.meta.url).href;
    const ask = (number: number) =>
      new Promise<{ made: number; number: number }>((resolve, reject) => {
        const worker = new Worker(ASKER, { eval: true, execArgv: [], workerData: { library, memory, number } });
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    const answers = await Promise.all([1, 2, 3, 4].map(ask));
    expect(answers.reduce((sum, { made }) => sum + made, 0)).toBe(1);
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
    const { values } = new Scratch(memory).get('slow', () => ({ values: new Int32Array(2) }));
    expect(values[1]).toBe(4);
  });

  it('gives zeros to be filled in by all, without copying what tells their length', () => {
    const memory = new SharedArrayBuffer(1 << 24);
    const ask = () => new Scratch(memory).zeros('z', () => ({ values: Int32Array.of(1, 2, 3) }));
    const { values } = ask();
    expect([...values]).toEqual([0, 0, 0]);
    values[1] = 7;
    expect([...ask().values]).toEqual([0, 7, 0]);
  });

  it('tries again after a failure, and lets one thing be made of another', () => {
    const scratch = new Scratch(new SharedArrayBuffer(1 << 24));
    expect(() =>
      scratch.get('a', () => {
        throw new Error('stopped');
      }),
    ).toThrow('stopped');
    const made = scratch.get('a', () => {
      const { first } = scratch.get('b', () => columns(7));
      return { first: first.map((value) => value & 15) };
    });
    expect([...made.first]).toEqual([0, 15, 7]);
  });

  it('leaves each thread to itself where there is no room', () => {
    const slots = 100;
    const memory = new SharedArrayBuffer(64 + 128 * slots + 16_000);
    const scratch = new Scratch(memory, slots);
    for (let round = 0; round < 2; round++) {
      const large = scratch.get('large', () => ({ values: new Float64Array(1 << 13).fill(round) }));
      expect(large.values[0]).toBe(round);
      expect(large.values.buffer).not.toBe(memory);
    }
    expect(scratch.get('small', () => columns(1)).first.buffer).toBe(memory);
    const names = Array.from({ length: 2 * slots }, (_, i) => `name ${i}`);
    for (const name of [...names, ...names]) expect(scratch.get(name, () => columns(5))).toEqual(columns(5));
  });
});
