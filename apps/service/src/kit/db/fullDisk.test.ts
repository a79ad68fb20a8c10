import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';

/** A volume of its own, of 110 MB; null where this user may not mount one. */
const volume = ((): string | null => {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'hinterland-volume-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=110m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
})();

describe.runIf(volume !== null)('the embedded database on a volume of 110 MB (needs the right to mount one)', () => {
  const home = volume as string;
  const filler = join(home, 'filler');
  const fill = () => {
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64K'], { stdio: 'ignore' });
    } catch {} // it ends when the volume is full
  };
  afterAll(() => {
    execFileSync('umount', ['-l', home]);
    rmSync(home, { recursive: true });
  });

  it('H7 a volume filled and freed: statements are refused meanwhile, an open transaction ends, and all goes on', async () => {
    const database = await openDatabase({ home });
    const { db } = database;
    await sql`create table note (id integer primary key)`.execute(db);
    await db.transaction().execute(async (trx) => {
      await sql`insert into note values (1)`.execute(trx);
      fill();
      await sql`insert into note values (2)`.execute(trx);
    });
    const refused = { code: '53100', message: 'the disk of the embedded database is almost full' };
    for (let i = 0; i < 5; i++)
      await expect(sql`select * from note where id = ${i}`.execute(db)).rejects.toMatchObject(refused);
    await expect(
      db.transaction().execute((trx) => sql`insert into note values (3)`.execute(trx)),
    ).rejects.toMatchObject(refused);
    await rm(filler);
    await sql`insert into note values (4)`.execute(db);
    expect((await sql`select id from note order by id`.execute(db)).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
    await database.close();
  });

  it('H7 a database that hangs, its log being full, is declared lost with a sentence, and opens again with all that was committed', async () => {
    const database = await openDatabase({ home, embedded: { answerSeconds: 3, freeBytes: 0 } });
    const { db } = database;
    fill();
    const grow = () => sql`select pg_switch_wal(), pg_logical_emit_message(true, 'a', repeat('z', 100000))`.execute(db);
    const failures = await Promise.allSettled([grow(), grow(), grow()]);
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await database.lost).message).toMatch(/no longer answers. See that its disk has free space/);
    await database.close();
    await rm(filler);
    const after = await openDatabase({ home });
    expect((await sql`select id from note order by id`.execute(after.db)).rows).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ]);
    await after.close();
  });
});
