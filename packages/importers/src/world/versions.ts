import type { LockedFile } from '../fetch/lock.ts';
import { PbfFile } from '../pbf/file.ts';

/** The day of an extract: as its header has it, else as its server said, else the beginning of its checksum. */
export async function dayOfExtract(path: string, { lastModified, sha256 }: LockedFile): Promise<string> {
  const file = await PbfFile.open(path);
  await file.close();
  const seconds = file.header.replicationTimestampSeconds ?? Date.parse(lastModified ?? '') / 1000;
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString().slice(0, 10) : sha256.slice(0, 10);
}
