import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { progressBar } from './terminal.ts';

/**
 * The folder of a territory that is named by one, or by an address ("s3://bucket/name@2026-10"): what is not there yet of such a one
 * is fetched into HOME/pulled, verified, and stays for the next command.
 */
export async function territoryFolder(named: string): Promise<string> {
  if (!/^(s3|https?|file):\/\//.test(named)) return named;
  const { pullTerritory } = await import('@hinterland/storage');
  const name = createHash('sha256').update(named).digest('hex').slice(0, 16);
  const folder = join(process.env.HINTERLAND_HOME ?? 'var', 'pulled', name);
  const bar = progressBar();
  await pullTerritory(named, folder, { progress: bar.update }).finally(bar.stop);
  return folder;
}
