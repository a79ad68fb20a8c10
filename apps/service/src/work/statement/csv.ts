import { csvLines } from '@hinterland/tables';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Actor } from '../../kit/who.ts';
import { type EntryFilter, readEntries } from './entries.ts';
import type { Entry } from './schemas.ts';

const ENTRIES_AT_ONCE = 1000;

/** Columns of the file, with what an entry has in them. */
const COLUMNS: Readonly<Record<string, (entry: Entry) => string | number | null | undefined>> = {
  time: ({ time }) => time,
  kind: ({ kind }) => kind,
  member: ({ member }) => member?.name,
  key: ({ key }) => key?.name,
  action: ({ action }) => action,
  analysis: ({ analysis }) => analysis?.name,
  credits: ({ credits }) => credits,
  'balance after': ({ balanceAfter }) => balanceAfter,
  channel: ({ channel }) => channel,
};

/** The entries as CSV in UTF-8 with a byte order mark, which spreadsheets need; newest first, read as they are sent. */
export async function* entriesCsv(
  db: Db,
  clock: Clock,
  caller: Actor,
  filter: EntryFilter,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLines([Object.keys(COLUMNS)])}`);
  for (let before: number | null = null; ; ) {
    const entries: Entry[] = await readEntries(db, clock, caller, filter, { before, limit: ENTRIES_AT_ONCE });
    if (entries.length > 0) yield Buffer.from(csvLines(entries.map(rowOf)));
    if (entries.length < ENTRIES_AT_ONCE) return;
    before = (entries.at(-1) as Entry).no;
  }
}

const rowOf = (entry: Entry): string[] => Object.values(COLUMNS).map((valueIn) => String(valueIn(entry) ?? ''));
