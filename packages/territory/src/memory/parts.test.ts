import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAYERS_TABLES, SNAP_TABLE } from '../format/tables.ts';
import { readArrowLayout } from '../read/arrowRead.ts';
import { scratchFolder } from '../testing/drawnBundle.ts';
import { arrowFile } from '../write/arrowWrite.ts';
import { tableOf } from './columns.ts';
import { viewTable } from './layout.ts';
import { FileIntoShared, unread } from './lazyColumns.ts';
import { partlyRead, readOnce, windowOn } from './parts.ts';

const ROWS = 40_000;

/** Snaps of 40,000 poles in a file of which nothing was read. */
async function unreadTable(rows = ROWS) {
  const path = join(await scratchFolder(), 'snaps.arrow');
  const column = (factor: number) => Uint32Array.from({ length: rows }, (_, row) => (row + 1) * factor);
  const table = tableOf(SNAP_TABLE, {
    pole: column(1),
    edge: column(3),
    positionMillimeters: column(5),
    accessMillimeters: column(7),
  });
  await writeFile(path, arrowFile(SNAP_TABLE, table));
  const file = new FileIntoShared(path, 'snaps.arrow');
  const layout = readArrowLayout(file.buffer, 'snaps.arrow', (range) => file.read(range));
  file.close();
  const states = unread(layout.columns.length, layout.rows);
  const lazy = { ...layout, file: { path, place: 'snaps.arrow', identity: file.identity, ...states } };
  return { path, lazy, table: viewTable<typeof SNAP_TABLE>(lazy) };
}

describe('parts of columns', () => {
  it('hold the rows that were asked for, of the columns that were asked for, and no others', async () => {
    const { table, lazy } = await unreadTable();
    const part = partlyRead(table, ['edge', 'accessMillimeters']);
    expect([part.edge[0], part.edge[20_000]]).toEqual([0, 0]);
    part.need(20_000, 20_001);
    expect([part.edge[16_384], part.edge[20_000], part.edge[24_575]]).toEqual([3 * 16_385, 3 * 20_001, 3 * 24_576]);
    expect(part.accessMillimeters[20_000]).toBe(7 * 20_001);
    expect([part.edge[16_383], part.edge[24_576]]).toEqual([0, 0]);
    // What one reads is there for all who share the table.
    const other = viewTable<typeof SNAP_TABLE>(lazy);
    expect(partlyRead(other, ['pole', 'edge']).edge[20_000]).toBe(3 * 20_001);
    part.need(0, ROWS);
    expect([...part.edge]).toEqual([...table.edge]);
    expect(part.edge[ROWS - 1]).toBe(3 * ROWS);
    part.need(0, 0);
    part.need(ROWS, ROWS);
  });

  it('are the columns themselves where those lie in memory', async () => {
    const { table, path } = await unreadTable();
    expect(table.pole[7]).toBe(8);
    await rm(path);
    const part = partlyRead(table, ['pole']);
    part.need(0, ROWS);
    expect(part.pole[ROWS - 1]).toBe(ROWS);
    const drawn = tableOf(PLAYERS_TABLES.brands, { name: ['a', 'b'], wikidata: ['', ''], sector: [3, 4] });
    const brands = partlyRead(drawn, ['sector']);
    brands.need(0, 2);
    expect([...brands.sector]).toEqual([3, 4]);
    expect(windowOn(drawn, 'sector')(1)).toBe(4);
  });

  it('name the file where it is gone', async () => {
    const { table, path } = await unreadTable();
    const part = partlyRead(table, ['pole']);
    await rm(path);
    expect(() => part.need(5, 6)).toThrow(/snaps\.arrow: the file is missing/);
    expect(() => windowOn(table, 'pole')(5)).toThrow(/snaps\.arrow: the file is missing/);
  });

  it('can be gone through once without being kept', async () => {
    const { table, lazy } = await unreadTable(70 * 16_384);
    const read = windowOn(table, 'positionMillimeters');
    for (const row of [0, 16_384, 3, 70 * 16_384 - 1]) expect(read(row)).toBe(5 * (row + 1));
    // More parts than are held.
    for (let row = 0; row < table.rows; row += 9_999) expect(read(row)).toBe(5 * (row + 1));
    expect(read(1)).toBe(10);
    const once = readOnce(table, 'edge');
    expect([once.length, once[0], once.at(-1)]).toEqual([table.rows, 3, 3 * table.rows]);
    expect(once.buffer).not.toBe(lazy.buffer);
    expect(new Uint8Array(lazy.file.parts).some((isThere) => isThere === 1)).toBe(false);
    expect(new Int32Array(lazy.file.states).every((state) => state === 0)).toBe(true);
    expect(table.edge[5]).toBe(18);
    expect(readOnce(table, 'edge').buffer).toBe(lazy.buffer);
  });
});
