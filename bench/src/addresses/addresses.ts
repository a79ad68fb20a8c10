import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nearestPoles } from '@hinterland/engine/geocode';
import { loadTerritory } from '@hinterland/territory';
import { accuracy } from './accuracy.ts';
import { LARGE_HEADER, large } from './large.ts';
import { expectedTable, postcodesWithin, reasonsTable, reverseSentence, salesAddresses } from './lists.ts';

const QUERIES = 2_000;
const SALES = ['rollingsales_manhattan_2016-05_2017-04.csv', 'rollingsales_manhattan_2020-12_2021-11.csv'];

export interface AddressesSettings {
  /** How many addresses to generate, in one territory after the other. */
  readonly addresses: readonly number[];
  readonly territories: readonly string[];
  /** Folder with new-york/; "" for none. */
  readonly dataDir: string;
  /** CSV with the columns query and expected; "" for none. */
  readonly queries: string;
}

/** How often an address that is typed in several ways comes first, how long it takes, and how lists of addresses match. */
export async function addresses({ addresses, territories, dataDir, queries }: AddressesSettings): Promise<string> {
  const generated = [];
  for (const count of addresses) generated.push(await large(count, QUERIES));
  const rows = generated.flatMap((one) => one.rows);
  const parts: string[] = [];
  for (const dir of territories) {
    const territory = await loadTerritory(dir);
    rows.push(...accuracy(territory, territory.manifest.id, QUERIES));
    parts.push(reverseSentence(territory, (lng, lat) => nearestPoles(territory, { lng, lat }, 1, 10)[0]?.pole));
    if (queries !== '') parts.push(await expectedTable(territory, queries));
    const sales = SALES.map((file) => join(dataDir, 'new-york', file));
    if (territory.manifest.id === 'new-york' && dataDir !== '' && sales.every((file) => existsSync(file))) {
      const lines = await salesAddresses(territory, sales);
      const within = postcodesWithin(territory);
      parts.push(
        `${lines.length} different addresses of the sales of Manhattan, 2016-17 and 2020-21, in the ZIP codes that addresses of the map\nhave; some of these are far away, on an address or two with a wrong code. "address, ZIP" in one line to\nsearch.resolve_address; apart from the others, those in ZIP codes of which more than half lies in the map:`,
        reasonsTable(territory, {
          all: lines,
          'mostly in the map': lines.filter(({ postcode }) => within.has(postcode)),
        }),
      );
    }
  }
  return [
    'Territories of generated addresses, built as a recipe builds them. "Build" is all of it, from addresses one by one to',
    'the bundle, written and checked; "index alone" is what address search adds to it, and its memory what it needs beside the',
    'addresses. Opening and the first search in a process of their own: columns are read when they are first looked at.',
    '',
    ...LARGE_HEADER,
    ...generated.map(({ row }) => row),
    '',
    `${QUERIES} addresses of each territory as people type them: how many come first, or share the first place with the same`,
    'address elsewhere. A typo is one letter left out, replaced, put in or swapped, in the longest word of the street. Milliseconds',
    'of a search for ten results in one thread: by the clock, and of processor time. Goal at 1,000,000: p50 5, p99 30.',
    '',
    '| territory | typed | queries | first | p50 ms | p99 ms | p99 CPU ms |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    parts.join('\n\n'),
  ].join('\n');
}
