import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storeChanges } from './index.ts';
import type { ReleasedStore } from './types.ts';

const FOLDER = new URL('../../../../../shared/data/', import.meta.url);
const isThere = existsSync(new URL('supply/SOURCES.md', FOLDER));

/** Rows of a file with quoted cells, by the names of its columns. */
function rowsOf(path: string): Record<string, string>[] {
  const bytes = readFileSync(new URL(path, FOLDER));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  const [header = [], ...all] = rows;
  return all
    .filter((row) => row.length === header.length)
    .map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]!])));
}

/** A chain's stores as a list has them, by the column that its numbers are in. */
const chain = (
  path: string,
  key: string,
  isClosed: (row: Record<string, string>) => boolean = () => false,
): ReleasedStore[] =>
  rowsOf(path).map((row) => ({
    id: row[key]!,
    name: '',
    brand: 'chain',
    sector: 'any',
    lat: Number(row.latitude),
    lng: Number(row.longitude),
    address: row.street ?? row.address ?? '',
    isClosed: isClosed(row),
    source: 'finder',
  }));

function told(before: readonly ReleasedStore[], after: readonly ReleasedStore[]) {
  const { changes, gaps } = storeChanges(before, after);
  const count = (kind: string) => changes.filter((one) => one.kind === kind).length;
  const closed = changes.find(({ kind }) => kind === 'closed');
  return {
    opened: count('opened'),
    closed: count('closed'),
    moved: count('moved'),
    renamed: count('renamed'),
    gaps: gaps.length,
    confidence: closed?.confidence ?? null,
  };
}

/** Counted from the same files by their keys alone: shared/data/supply/SOURCES.md. Skipped where these lists are not on the machine. */
describe.runIf(isThere)('chains at two dates', () => {
  it("27 stores of Trader Joe's are new, none is gone", () => {
    const got = told(chain('supply/trader-joes-2024-01-20.csv', 'uid'), chain('stores/trader-joes.csv', 'uid'));
    expect(got).toMatchObject({ opened: 27, closed: 0, renamed: 0, gaps: 0 });
  });

  it('of Walgreens 191 are gone and 94 new; street texts that differ are no change', () => {
    const of = (date: string) => chain(`supply/walgreens-${date}.csv.gz`, 'store_number');
    const got = told(of('2024-02-26'), of('2024-11-01'));
    expect(got).toMatchObject({ renamed: 0, gaps: 0 });
    // Numbers that passed to another address near by.
    expect(got.moved).toBeLessThanOrEqual(5);
    // A number that passed to a store near by is a move or nothing, not a closing and an opening.
    expect([Math.abs(got.closed - 191) <= 5, Math.abs(got.opened - 94) <= 5]).toEqual([true, true]);
  });

  it('of Family Dollar 526 are gone and 26 new, and no part of the list is missing', () => {
    const of = (date: string) => chain(`supply/family-dollar-${date}.csv.gz`, 'store_name');
    const got = told(of('2024-03-18'), of('2024-06-05'));
    expect(got.gaps).toBe(0);
    expect([Math.abs(got.closed - 526) <= 10, Math.abs(got.opened - 26) <= 5]).toEqual([true, true]);
    expect(got.confidence).toBe(0.8);
  });

  it('99 Cents Only closed every store: its finder lists 288 still, so that the list cannot tell; its 82 losses are doubted', () => {
    const of = (date: string) => chain(`supply/99-cents-only-${date}.csv`, 'store_id');
    const got = told(of('2024-03-14'), of('2024-07-27'));
    expect(got.closed).toBeGreaterThanOrEqual(75);
    expect(got.closed).toBeLessThanOrEqual(90);
    expect(got.confidence).toBeLessThan(0.5);
  });
});
