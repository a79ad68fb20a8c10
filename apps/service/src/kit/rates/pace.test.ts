import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace, weightOfBody, weightOfItems } from './pace.ts';

/** A pace whose waits are noted and take no time. */
function noted() {
  const clock = { now: 1_000_000 };
  const waits: number[] = [];
  const pace = new Pace(
    () => clock.now,
    async (milliseconds) => void waits.push(milliseconds),
  );
  const { signal } = new AbortController();
  return {
    clock,
    /** The wait of a request, in milliseconds. */
    async wait(party: string, weight = 1, perSecond = 100): Promise<number> {
      waits.length = 0;
      await pace.enter(party, { weight, signal }, perSecond);
      return waits[0] ?? 0;
    },
    /** The wait of a refusal, in milliseconds. */
    async refusal(party: string): Promise<number> {
      waits.length = 0;
      await pace.refuse(party, signal);
      return waits[0] ?? 0;
    },
    othersWork: (party: string) => pace.othersWork(party),
  };
}

describe('pace', () => {
  it('lets a party pass that is alone, however fast it goes, and remembers no debt of that time', async () => {
    const { clock, wait } = noted();
    for (let i = 0; i < 10_000; i++) expect(await wait('a')).toBe(0);
    expect(await wait('b')).toBe(0);
    expect(await wait('a')).toBe(0); // thirty have passed at once
    expect(await wait('a')).toBe(10);
    clock.now += 999;
    await wait('a');
    clock.now += 1; // b was here a second ago
    for (let i = 0; i < 100; i++) expect(await wait('a')).toBe(0);
  });

  it('M4 spaces out what goes beyond thirty at once while another one is at work', async () => {
    const { clock, wait } = noted();
    await wait('b');
    const waits: number[] = [];
    for (let i = 0; i < 35; i++) waits.push(await wait('a'));
    expect(waits).toEqual([...Array(31).fill(0), 10, 20, 30, 40]);
    clock.now += 100;
    await wait('b');
    expect(await wait('a')).toBe(0);
  });

  it('passes thirty at once also where a minute has few', async () => {
    const { wait } = noted();
    await wait('b');
    const waits: number[] = [];
    for (let i = 0; i < 32; i++) waits.push(await wait('a', 1, 1));
    expect(waits).toEqual([...Array(31).fill(0), 1000]);
  });

  it('counts a dear request as several', async () => {
    const { wait } = noted();
    await wait('b');
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) waits.push(await wait('a', 10));
    expect(waits).toEqual([0, 0, 0, 0, 100, 200]);
    expect(await wait('b')).toBe(0);
  });

  it('refuses what would wait for more than ten seconds, and counts no refused request', async () => {
    const { clock, wait } = noted();
    await wait('b');
    await wait('a', 1_030);
    expect(await wait('a', 1)).toBe(10_000);
    const refused = {
      code: 'rate_limited',
      fields: { policy: 'pace', retryAfter: 11 },
      headers: { 'Retry-After': '11' },
    };
    for (let i = 0; i < 5; i++) await expect(wait('a')).rejects.toMatchObject(refused);
    clock.now += 10;
    await wait('b');
    expect(await wait('a')).toBe(10_000);
  });

  it('never lets a party begin more in any time than the pace allows, whatever comes when', async () => {
    const requests = fc.array(fc.record({ after: fc.nat(50), weight: fc.integer({ min: 1, max: 20 }) }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(requests, async (requests) => {
        const { clock, wait } = noted();
        const begun: { at: number; weight: number }[] = [];
        for (const { after, weight } of requests) {
          clock.now += after;
          await wait('b');
          begun.push({ at: clock.now + (await wait('a', weight)), weight });
        }
        for (const [i, first] of begun.entries()) {
          // In order, and all that begins from one on but the last fits into the time at 100 per second, beyond 30 at once.
          let sum = 0;
          for (const { at, weight } of begun.slice(i)) {
            expect(at).toBeGreaterThanOrEqual(first.at);
            expect(sum).toBeLessThanOrEqual(30 + (at - first.at) / 10 + 1e-6);
            sum += weight;
          }
        }
      }),
    );
  });

  it('H1 M4 spaces out refusals, ten at once and five per second, by ten seconds at most, while another one is at work', async () => {
    const { clock, wait, refusal } = noted();
    for (let i = 0; i < 100; i++) expect(await refusal('a')).toBe(0);
    await wait('b');
    const waits: number[] = [];
    for (let i = 0; i < 64; i++) waits.push(await refusal('a'));
    expect(waits.slice(0, 13)).toEqual([...Array(11).fill(0), 200, 400]);
    expect(waits.slice(58)).toEqual([9_600, 9_800, ...Array(4).fill(10_000)]);
    expect([await refusal('b'), await wait('a')]).toEqual([0, 0]);
    clock.now += 5_000;
    await wait('b');
    expect(await refusal('a')).toBe(5_000);
  });

  it('counts one more request for each 4 KiB of a body', () => {
    expect([0, 4_095, 4_096, 250_000, 2 ** 22, 2 ** 30, null].map(weightOfBody)).toEqual([0, 0, 1, 61, 256, 256, 16]);
  });

  it('counts one more request for each five items of a batch', () => {
    expect([1, 4, 5, 100, 500].map(weightOfItems)).toEqual([0, 0, 1, 20, 100]);
  });

  it('ends the wait of a caller who has gone', async () => {
    const pace = new Pace(() => 0);
    const gone = new AbortController();
    const paced = { weight: 500, signal: gone.signal };
    await pace.enter('b', paced, 100);
    await pace.enter('a', paced, 100);
    const waiting = pace.enter('a', paced, 100);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('says of a party whether another one has sent a request within a second', async () => {
    const { clock, wait, othersWork } = noted();
    expect(othersWork('a')).toBe(false);
    await wait('a');
    expect([othersWork('a'), othersWork('b')]).toEqual([false, true]); // its own requests are no reason
    await wait('b');
    await wait('a');
    expect([othersWork('a'), othersWork('b'), othersWork('c')]).toEqual([true, true, true]);
    clock.now += 999;
    expect(othersWork('c')).toBe(true);
    clock.now += 1;
    expect([othersWork('a'), othersWork('b'), othersWork('c')]).toEqual([false, false, false]);
  });
});
