import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const HEARTBEAT_MILLISECONDS = 60_000;
/** What nobody has touched for so long belongs to a process that is gone. */
const STALE_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 86_400_000;

/** Touches a folder or a file every minute until the function that is returned is called: who finds it knows that its process is there. */
export function keepFresh(path: string): () => void {
  const touch = () => {
    const at = new Date();
    void utimes(path, at, at).catch(() => {});
  };
  const timer = setInterval(touch, HEARTBEAT_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

/** Removes what pulls that were killed have left: drafts of versions, and parts of objects. */
export async function removeStaleDrafts(dir: string, objects: string): Promise<void> {
  await removeOlder(dir, STALE_MILLISECONDS, (name) => name.startsWith('.pulling-'));
  await removeOlder(objects, STALE_MILLISECONDS, (name) => name.endsWith('.part'));
}

/** Removes whole objects that no pull has taken into a version for a day. Before, the next pull of that version goes on with them. */
export const removeStaleObjects = (objects: string): Promise<void> =>
  removeOlder(objects, DAY_MILLISECONDS, (name) => !name.endsWith('.part'));

/** Removes what is in a folder, has such a name and was not touched for a time. Where others do so, too, that is no fault. */
async function removeOlder(folder: string, milliseconds: number, isMeant: (name: string) => boolean): Promise<void> {
  const before = Date.now() - milliseconds;
  for (const name of (await readdir(folder).catch(() => [])).filter(isMeant)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}
