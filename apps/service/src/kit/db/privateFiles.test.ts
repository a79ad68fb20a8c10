import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'hinterland-modes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What others of the machine may read or write of a folder, and how many files and folders there are. */
function openToOthers(path: string): { open: string[]; count: number } {
  const entries = readdirSync(path, { recursive: true }) as string[];
  return { open: entries.filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0), count: entries.length };
}

it('the embedded database and what it makes later are for its user alone, also what an earlier version left', async () => {
  const home = join(folder, 'home');
  const write = async (name: string) => {
    const { db, close } = await openDatabase({ home });
    await sql`create table ${sql.table(name)} as select generate_series(1, 5000) as number`.execute(db);
    await close();
  };
  await write('first');
  const made = openToOthers(join(home, 'database'));
  expect(made.count).toBeGreaterThan(900);
  expect(made.open).toEqual([]);
  for (const name of readdirSync(join(home, 'database'), { recursive: true }) as string[]) {
    const path = join(home, 'database', name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
  }
  await write('second');
  expect(openToOthers(join(home, 'database')).open).toEqual([]);
});
