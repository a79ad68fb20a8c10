import { stat } from 'node:fs/promises';
import { parseDbf, parseShp } from 'shpjs';
import { ImportError, messageOf } from '../errors/importError.ts';
import { type FileSource, labelOf, wholeFile } from '../files/source.ts';
import { zipEntryNames } from '../files/zip.ts';
import type { FileProjection, RawFeature } from './outline.ts';

/** Reads a Shapefile: a .shp with its .dbf and .prj in the same folder, or a zip archive of them. */
export async function readShapefile(
  source: FileSource,
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> {
  const shp = await wholeFile(source, ['.shp']);
  checkLength(shp, source);
  const [dbf, prj, cpg] = [await sibling(source, 'dbf'), await sibling(source, 'prj'), await sibling(source, 'cpg')];
  let geometries: ReturnType<typeof parseShp>;
  let records: Record<string, unknown>[];
  try {
    geometries = parseShp(shp);
    records = dbf === null ? [] : parseDbf(dbf, cpg ?? undefined);
  } catch (error) {
    throw new ImportError(
      `${labelOf(source)} cannot be read as a Shapefile (${messageOf(error)}). Fetch it and its .dbf again.`,
      { cause: error },
    );
  }
  if (dbf === null || records.length !== geometries.length) {
    throw new ImportError(
      `${labelOf(source)} has ${geometries.length} outlines and ${records.length} rows of attributes. Its .dbf file must lie beside it, whole.`,
    );
  }
  geometries.forEach((geometry, i) => {
    take({ properties: records[i]!, geometry }, i + 1);
  });
  return { projection: prj?.toString('utf8').trim() || undefined };
}

/** The header holds the file's length in 16-bit words. */
function checkLength(shp: Buffer, source: FileSource): void {
  if (shp.length < 100 || shp.readInt32BE(0) !== 9994) {
    throw new ImportError(`${labelOf(source)} is no Shapefile: it does not start with its file code 9994.`);
  }
  const expected = shp.readInt32BE(24) * 2;
  if (shp.length < expected) {
    throw new ImportError(
      `${labelOf(source)} has ${shp.length} of the ${expected} bytes that its header announces: it is cut short. Fetch it again.`,
    );
  }
}

/** The file of the same name with another ending, in the same folder or archive. */
async function sibling(source: FileSource, ending: string): Promise<Buffer | null> {
  if (!/\.zip$/i.test(source.path)) {
    for (const path of [ending, ending.toUpperCase()].map((e) => source.path.replace(/shp$/i, e))) {
      if ((await stat(path).catch(() => null)) !== null) return wholeFile({ path }, []);
    }
    return null;
  }
  const names = await zipEntryNames(source.path);
  const shp = names.find((name) => /\.shp$/i.test(name) && (source.entry === undefined || name.endsWith(source.entry)));
  const wanted = shp?.replace(/shp$/i, ending).toLowerCase();
  const entry = names.find((name) => name.toLowerCase() === wanted);
  return entry === undefined ? null : wholeFile({ path: source.path, entry }, []);
}
