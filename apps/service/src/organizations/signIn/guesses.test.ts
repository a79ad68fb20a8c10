import { beforeEach, expect, it } from 'vitest';
import type { ProblemError } from '../../kit/problem.ts';
import { makeAttempts } from '../../kit/rates/attempts.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { TestClock } from '../../testing/town.ts';
import { makeDevices } from './devices.ts';
import { type Guesses, makeGuesses } from './guesses.ts';

const ANN = 'ann@example.com';
const HOME = '192.0.2.1';

describeOnBoth('guesses of passwords', (database) => {
  let clock: TestClock;
  let guesses: Guesses;
  beforeEach(() => {
    clock = new TestClock('2026-11-21T10:00:00.000Z');
    const { db } = database();
    guesses = makeGuesses(
      makeAttempts(db, clock),
      makeDevices(db, () => 'http://127.0.0.1'),
    );
  });

  const from = (address: string, cookie?: string) => ({ cookie, address, userAgent: undefined });
  const guess = (browser: ReturnType<typeof from>, email = ANN) =>
    guesses.take(browser, email).then(
      () => 'taken',
      ({ fields }: ProblemError) => fields.policy,
    );
  const guessTimes = async (times: number, browser: ReturnType<typeof from>, email = ANN) => {
    const outcomes = [];
    for (let i = 0; i < times; i++) outcomes.push(await guess(browser, email));
    return outcomes;
  };
  /** A browser in which the user has signed in once. */
  const known = async (address: string, email = ANN) => {
    const [cookie] = (await guesses.succeeded(from(address), email)) as [string];
    return from(address, `other=1; ${cookie.split(';')[0]}`);
  };

  it('M2 a stranger’s guesses lock out neither a known device nor another network', async () => {
    const laptop = await known(HOME);
    expect(await guessTimes(11, from('198.51.100.7'))).toEqual([...Array(10).fill('taken'), 'sign_in_account']);
    // Not even from the network that the owner is in.
    expect((await guessTimes(11, from(HOME))).at(-1)).toBe('sign_in_account');
    expect(await guess(laptop)).toBe('taken');
    expect(await guess(from('203.0.113.9'))).toBe('taken');
    expect(await guess(from(HOME), 'bob@example.com')).toBe('taken');
    clock.advanceSeconds(901);
    expect(await guess(from(HOME))).toBe('taken');
  });

  it('guesses from many networks end at 100 an hour, and a known device still passes', async () => {
    const laptop = await known(HOME);
    for (let i = 0; i < 100; i++) expect(await guess(from(`10.0.${i}.1`))).toBe('taken');
    expect(await guess(from('10.1.0.1'))).toBe('sign_in_anywhere');
    expect(await guess(laptop)).toBe('taken');
  });

  it('a known device has ten guesses of its own, of that account alone', async () => {
    const laptop = await known(HOME);
    expect((await guessTimes(11, laptop)).at(-1)).toBe('sign_in_device');
    const phone = await known(HOME);
    expect(await guess(phone)).toBe('taken');
    // For another account it is a device like any other.
    expect((await guessTimes(11, laptop, 'bob@example.com')).at(-1)).toBe('sign_in_account');
  });

  it('the right password forgets what was counted; a forged cookie is no known device', async () => {
    await guessTimes(10, from(HOME));
    expect(await guess(from(HOME))).toBe('sign_in_account');
    await known(HOME);
    expect(await guess(from(HOME))).toBe('taken');
    const laptop = await known('203.0.113.9');
    const [device] = (laptop.cookie as string).replace('other=1; ', '').split('.') as [string];
    for (const cookie of [`${device}.AAAA`, device, 'hinterland-device=', 'hinterland-device=.']) {
      expect((await guessTimes(11, from('203.0.113.10', cookie))).at(-1)).toBe('sign_in_account');
      clock.advanceSeconds(3601);
    }
  });

  it('M3 addresses of one IPv6 /64 are one network', async () => {
    const outcomes = [];
    for (let i = 0; i < 11; i++) outcomes.push(await guess(from(`2001:db8::${i}`)));
    expect(outcomes.at(-1)).toBe('sign_in_account');
  });
});
