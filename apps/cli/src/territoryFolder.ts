import { join } from 'node:path';
import { CommandError, progressBar } from './terminal.ts';

/** Megabytes of fetched territories that stay although nobody uses them (`HINTERLAND_PULLED_MEGABYTES`). */
const SPARE_MEGABYTES = 10_000;

/**
 * The folder of a territory that is named by one, or by an address ("s3://bucket/name@2026-10"): what is not there yet of such a one
 * is fetched into HOME/pulled and verified. It stays for as long as this process lives, and after that as long as there is room for it.
 */
export async function territoryFolder(named: string): Promise<string> {
  if (!/^(s3|https?|file):\/\//.test(named)) return named;
  const { PulledFolders, onFullDisk, pullTerritory } = await import('@hinterland/storage');
  const pulled = new PulledFolders(join(process.env.HINTERLAND_HOME ?? 'var', 'pulled'), spareBytes());
  const folder = pulled.folderOf(named);
  const bar = progressBar();
  try {
    await pulled.whole(folder, async () => {
      const { manifest } = await pullTerritory(named, folder, { progress: bar.update }).finally(bar.stop);
      pulled.keep(folder, manifest, manifest);
    });
    await pulled.sweep();
  } catch (error) {
    onFullDisk(folder, error);
  }
  return folder;
}

function spareBytes(): number {
  const given = process.env.HINTERLAND_PULLED_MEGABYTES;
  if (given === undefined || given === '') return SPARE_MEGABYTES * 1e6;
  if (!/^\d{1,6}$/.test(given))
    throw new CommandError('HINTERLAND_PULLED_MEGABYTES must be a number of megabytes from 0 to 999999.', 2);
  return Number(given) * 1e6;
}
