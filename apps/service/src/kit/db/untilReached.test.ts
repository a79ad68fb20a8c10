import { describe, expect, it } from 'vitest';
import { asAdministrator } from '../../testing/administrator.ts';
import { openNewDatabase } from '../../testing/databases.ts';
import { openDatabase } from './database.ts';
import { migrate, openMigratedDatabase } from './migrate.ts';
import { untilReached } from './untilReached.ts';

const TERMINATED = new Error('Client has encountered a connection error and is not queryable');
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const restarting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

/** Work that fails with these errors, one after the other, and then is done. */
const failing = (...errors: unknown[]) => {
  let attempts = 0;
  return async () => {
    const error = errors[attempts++];
    if (error !== undefined) throw error;
    return attempts;
  };
};
const patience = { onAway: () => {} };

describe('M7 what a process does with the database at its start', () => {
  it('is done again where a connection was terminated, also within another error, and where the server restarts', async () => {
    expect(await untilReached(failing(TERMINATED, refused, restarting), patience)).toBe(4);
    expect(await untilReached(failing(new Error('no schema', { cause: TERMINATED })), patience)).toBe(2);
  });

  it('fails at once for any other reason, and where nothing has ever answered', async () => {
    for (const error of [new Error('The schema is newer'), refused, Object.assign(new Error(), { code: '28P01' })]) {
      await expect(untilReached(failing(error), patience)).rejects.toBe(error);
    }
    await expect(untilReached(failing(...Array(9).fill(TERMINATED)), { ...patience, milliseconds: 10 })).rejects.toBe(
      TERMINATED,
    );
  });

  it.runIf(process.env.TEST_DATABASE_URL)('holds on PostgreSQL while every connection is terminated', async () => {
    const database = await openNewDatabase('postgresql');
    const { databaseUrl } = database.settings;
    const name = new URL(databaseUrl as string).pathname.slice(1);
    const terminate = () =>
      asAdministrator(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      );
    try {
      let killing = true;
      const killer = (async () => {
        while (killing) await terminate();
      })();
      setTimeout(() => {
        killing = false;
      }, 1_500);
      let away = 0;
      const opened = await untilReached(() => openMigratedDatabase({ home: '', databaseUrl }), {
        onAway: () => void away++,
      });
      await killer;
      expect(away).toBeGreaterThan(0);
      await migrate(opened.db);
      await opened.close();
      const again = await openDatabase({ home: '', databaseUrl });
      await migrate(again.db);
      await again.close();
    } finally {
      await database.close();
    }
  });
});
