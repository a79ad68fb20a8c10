import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../testing/databases.ts';
import { type Agreement, agreementBy, type Held } from './agreement.ts';

const EVERY = 5;

describeOnBoth('what is in force for all processes', (database) => {
  let instant: number;
  let processes: Agreement[];
  beforeEach(() => {
    instant = Date.UTC(2026, 10, 1);
    const clock = { instant: () => new Date(instant) };
    processes = [0, 1, 2].map(() => agreementBy({ db: database().db, clock, everySeconds: EVERY }));
  });
  const pass = (seconds: number) => {
    instant += seconds * 1000;
  };
  const ask = async (process: number, serves: string, offers = serves, hadAtStart = serves === offers) => {
    const held: Held[] = [{ territory: 'graz', serves, offers, hadAtStart }];
    const [agreed] = await (processes[process] as Agreement).agree(held);
    return [agreed?.fingerprint, agreed?.next?.fingerprint ?? null, agreed?.next?.milliseconds ?? null];
  };

  it('is what the first process had, and new data come at once where it is alone', async () => {
    expect(await ask(0, 'one')).toEqual(['one', null, null]);
    expect(await ask(0, 'one', 'two')).toEqual(['two', null, null]);
    expect(await ask(0, 'two')).toEqual(['two', null, null]);
  });

  it('changes when all have the new data, at a moment that all learn of', async () => {
    for (const process of [0, 1, 2]) await ask(process, 'one');
    expect(await ask(0, 'one', 'two')).toEqual(['one', null, null]);
    pass(1);
    expect(await ask(1, 'one', 'two')).toEqual(['one', null, null]);
    pass(1);
    expect(await ask(2, 'one', 'two')).toEqual(['one', 'two', 10_000]);
    pass(4);
    expect(await ask(0, 'one', 'two')).toEqual(['one', 'two', 6_000]);
    pass(6);
    expect(await ask(1, 'one', 'two')).toEqual(['two', null, null]);
  });

  it('does not wait for one that is gone, and for one that lacks them only so long', async () => {
    for (const process of [0, 1, 2]) await ask(process, 'one');
    await (processes[2] as Agreement).leave();
    for (let second = 0; second <= 60 * EVERY; second += EVERY) {
      expect(await ask(0, 'one', 'two')).toEqual(['one', null, null]);
      await ask(1, 'one');
      pass(EVERY);
    }
    expect(await ask(0, 'one', 'two')).toEqual(['one', 'two', 10_000]);
    pass(10);
    // It is behind now, and what it has does not come back by waiting.
    for (let second = 0; second <= 100 * EVERY; second += EVERY) {
      expect(await ask(1, 'one')).toEqual(['two', null, null]);
      expect(await ask(0, 'two', 'two', false)).toEqual(['two', null, null]);
      pass(EVERY);
    }
  });

  it('is not taken back by a process that starts with older data, and is by an operator who brings them', async () => {
    for (const process of [0, 1]) await ask(process, 'one');
    for (const process of [0, 1]) await ask(process, 'one', 'two');
    pass(10);
    for (const process of [0, 1]) expect(await ask(process, 'two', 'two', false)).toEqual(['two', null, null]);
    for (let second = 0; second <= 100 * EVERY; second += EVERY) {
      expect((await ask(2, 'one'))[0]).toBe('two');
      for (const process of [0, 1]) await ask(process, 'two', 'two', false);
      pass(EVERY);
    }
    await (processes[2] as Agreement).leave();
    expect(await ask(0, 'two', 'one')).toEqual(['two', null, null]);
    expect(await ask(1, 'two', 'one')).toEqual(['two', 'one', 10_000]);
  });

  it('is new data that a rolling restart brings, as soon as nobody has the old', async () => {
    for (const process of [0, 1]) await ask(process, 'one');
    await (processes[0] as Agreement).leave();
    expect(await ask(2, 'two')).toEqual(['one', null, null]);
    await (processes[1] as Agreement).leave();
    expect(await ask(2, 'two')).toEqual(['two', null, null]);
  });

  it('is named once for each moment, and keeps no row of processes that are gone', async () => {
    for (const process of [0, 1, 2]) await ask(process, 'one');
    await Promise.all([0, 1, 2].map((process) => ask(process, 'one', 'two')));
    const { rows } = await sql<{ fingerprint: string }>`select fingerprint from territory_version order by id`.execute(
      database().db,
    );
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(['one', 'two']);
    pass(7 * EVERY);
    await ask(0, 'two', 'two', false);
    const { rows: left } = await sql`select process from territory_replica`.execute(database().db);
    expect(left).toHaveLength(1);
  });
});
