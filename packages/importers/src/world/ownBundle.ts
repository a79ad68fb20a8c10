import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { Place } from '../places/place.ts';

/** Ids that are tried. */
const MOST = 100;

/** Whether a folder holds a bundle that `get` did not make: the folder of its place has no lock. */
async function isOwn(outDir: string, placeDir: string): Promise<boolean> {
  const there = (path: string) => stat(path).then(Boolean, () => false);
  return (await there(join(outDir, 'manifest.json'))) && !(await there(join(placeDir, 'lock.json')));
}

/** The place under an id that no bundle of the operator's own has, in HOME/territories; a note says where it is another one. */
export async function withFreeId(place: Place, home: string): Promise<Place> {
  for (let number = 1; number <= MOST; number++) {
    const id = number === 1 ? place.id : `${place.id}-${number}`;
    if (await isOwn(join(home, 'territories', id), join(home, 'places', id))) continue;
    if (number === 1) return place;
    const note = `${join(home, 'territories', place.id)} holds a territory that this command did not make. It stays, and this one is "${id}".`;
    return { ...place, id, notes: [...place.notes, note] };
  }
  return place;
}

/** Throws ImportError where a bundle would be replaced that `get` did not make. */
export async function requireNotOwn(outDir: string, placeDir: string): Promise<void> {
  if (!(await isOwn(outDir, placeDir))) return;
  const id = (await readManifest(outDir).catch(() => null))?.id ?? outDir;
  throw new ImportError(
    `${outDir} holds the territory "${id}", which this command did not make. It is not replaced: name another folder with --out.`,
  );
}
