import { createHash } from 'node:crypto';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { progressBar } from './terminal.ts';

/** A territory that no command has used for so long is removed when another one is fetched. */
const KEPT_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/**
 * The folder of a territory that is named by one, or by an address ("s3://bucket/name@2026-10"): what is not there yet of such a one
 * is fetched into HOME/pulled, verified, and stays for the next commands.
 */
export async function territoryFolder(named: string): Promise<string> {
  if (!/^(s3|https?|file):\/\//.test(named)) return named;
  const { keepFresh, pullTerritory, removeOlder } = await import('@hinterland/storage');
  const name = createHash('sha256').update(named).digest('hex').slice(0, 16);
  const home = join(process.env.HINTERLAND_HOME ?? 'var', 'pulled');
  const folder = join(home, name);
  await mkdir(folder, { recursive: true });
  const now = new Date();
  await utimes(folder, now, now);
  // A worker may run for longer than that.
  keepFresh(folder, DAY_MILLISECONDS);
  await removeOlder(home, KEPT_DAYS * DAY_MILLISECONDS);
  const bar = progressBar();
  await pullTerritory(named, folder, { progress: bar.update }).finally(bar.stop);
  return folder;
}
