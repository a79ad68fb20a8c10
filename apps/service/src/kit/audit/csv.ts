import { csvLines } from '@hinterland/tables';
import type { Db } from '../db/database.ts';
import { type AuditFilter, readAudit } from './entries.ts';
import type { AuditEntry } from './schemas.ts';

const ENTRIES_AT_ONCE = 1000;

/** Columns of the file, with what an entry has in them. */
const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null | undefined>> = {
  time: ({ time }) => time,
  deed: ({ deed }) => deed,
  member: ({ member }) => member?.name ?? 'operator',
  key: ({ key }) => key?.name,
  'subject id': ({ subject }) => subject.id,
  subject: ({ subject }) => subject.name,
  details: ({ details }) => (details === null ? null : JSON.stringify(details)),
  address: ({ address }) => address,
};

/** The entries as CSV in UTF-8 with a byte order mark, which spreadsheets need; newest first, read as they are sent. */
export async function* auditCsv(db: Db, organizationId: number, filter: AuditFilter): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${csvLines([Object.keys(COLUMNS)])}`);
  for (let before: number | null = null; ; ) {
    const entries: AuditEntry[] = await readAudit(db, { organizationId }, filter, { before, limit: ENTRIES_AT_ONCE });
    if (entries.length > 0) yield Buffer.from(csvLines(entries.map(rowOf)));
    if (entries.length < ENTRIES_AT_ONCE) return;
    before = (entries.at(-1) as AuditEntry).no;
  }
}

const rowOf = (entry: AuditEntry): string[] => Object.values(COLUMNS).map((valueIn) => valueIn(entry) ?? '');
