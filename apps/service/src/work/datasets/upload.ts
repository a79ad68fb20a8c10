import { isEncoding } from '@hinterland/tables';
import type { Engine } from '../../engine/engine.ts';
import { note } from '../../kit/audit/note.ts';
import type { Nudge } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { quoted } from '../../kit/quotedText.ts';
import type { Member } from '../../kit/who.ts';
import { requireDatasets } from '../../organizations/credits/storage/suspension.ts';
import { unknownDataset } from './access.ts';
import type { DatasetRecord } from './dataset.ts';
import type { ImportInput } from './import.ts';
import { DATASET_LIMITS, TOO_MANY_ROWS } from './limits.ts';
import { type Dataset, describeDataset } from './present.ts';
import type { Positions } from './roles.ts';
import { requireStorage } from './room.ts';
import { RowCount } from './rowCount.ts';
import { IMPORT } from './settle.ts';
import { openJobOn, startDatasetJob } from './start.ts';
import * as store from './store.ts';

export interface UploadSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
  readonly jobRunner: Nudge;
}

export interface Upload {
  readonly name: string;
  /** Territory of its addresses; null where only one is installed. */
  readonly territory: string | null;
  /** Null: UTF-8, or what the file itself says. */
  readonly encoding: string | null;
  /** Lines of titles before the header. */
  readonly skipLines: number;
  /** Positions of columns by role; guessed from their names where null. */
  readonly roles: Positions | null;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Keeps a file in parts as it arrives, and puts its import into the queue once it is all there. Where it breaks off,
 * nothing stays.
 */
export async function upload(
  { db, clock, engine, jobRunner }: UploadSettings,
  member: Member,
  file: Upload,
): Promise<Dataset> {
  const organizationId = member.organization.id;
  if (file.encoding !== null && !isEncoding(file.encoding)) {
    throw invalid(
      '#/encoding',
      `${quoted(file.encoding)} is no known encoding. Give one such as utf-8, windows-1252 or utf-16le.`,
    );
  }
  const territoryId = territoryOf(engine, file.territory);
  await requireDatasets(db, clock, organizationId);
  const { name, encoding } = file;
  // Under the lock of the account, so that two uploads at once count each other.
  const key = await db.transaction().execute(async (trx) => {
    await requireStorage(trx, organizationId, { datasets: 1 });
    return store.insertDataset(trx, clock, { organizationId, userId: member.user.id, name, territoryId, encoding });
  });
  try {
    const lines = await keepParts(db, key, file.content);
    if (lines === 0) throw invalid('#', 'The file is empty. Send CSV with the names of its columns in the first row.');
    const dataset = await db.transaction().execute(async (trx) => {
      await requireStorage(trx, organizationId, { datasets: 0 });
      if ((await store.lockDataset(trx, key)) === null) throw unknownDataset();
      await store.changeDataset(trx, clock, key, { status: 'importing' });
      const record = (await store.findDataset(trx, key)) as DatasetRecord;
      const user = { id: member.user.id, teamId: member.team?.id ?? null };
      const input: ImportInput = { skipLines: file.skipLines, roles: file.roles };
      await startDatasetJob(trx, clock, { type: IMPORT, dataset: record, user, input, total: lines });
      await note(trx, clock, member, 'dataset.uploaded', { id: record.id, name });
      return describeDataset(record, await openJobOn(trx, record));
    });
    jobRunner.nudge();
    return dataset;
  } catch (error) {
    await store.deleteDataset(db, key);
    throw error;
  }
}

function territoryOf(engine: Engine, chosen: string | null): string {
  const lease = engine.lease({}, chosen);
  const { id } = lease.generation.territory.manifest;
  lease.release();
  return id;
}

/** Answers how many lines the file has at most: as many rows may be in it, less the header. */
async function keepParts(db: Db, key: store.DatasetKey, content: AsyncIterable<Buffer>): Promise<number> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let part = 0;
  let lines = 0;
  const rows = new RowCount();
  const keep = async () => {
    const whole = Buffer.concat(waiting);
    lines += lineEndsIn(whole);
    if (rows.countIn(whole) > DATASET_LIMITS.rows + DATASET_LIMITS.skippedLines + 1) throw invalid('#', TOO_MANY_ROWS);
    await store.insertPart(db, key, part++, whole);
    waiting = [];
    bytes = 0;
  };
  for await (const piece of content) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes >= DATASET_LIMITS.partBytes) await keep();
  }
  if (bytes > 0) await keep();
  return part === 0 ? 0 : Math.max(lines, 1);
}

/** Ends of lines, whatever the system that wrote them: LF, CR LF, or CR alone. */
function lineEndsIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) if (bytes[at + 1] !== 10) lines++;
  return lines;
}
