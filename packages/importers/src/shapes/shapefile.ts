import { stat } from 'node:fs/promises';
import type { Box } from '@hinterland/geo';
import { parseDbf, parseShp } from 'shpjs';
import { ImportError, messageOf } from '../errors/importError.ts';
import { bytesOf, type FileSource, labelOf, wholeFile } from '../files/source.ts';
import { zipEntryNames } from '../files/zip.ts';
import type { FileProjection, RawFeature } from './outline.ts';
import { type ProjectedBox, projectedBox } from './projectedBox.ts';
import { fromDegrees } from './projections.ts';
import { dbfRows, shpNear } from './shapefileNear.ts';

/**
 * Reads a Shapefile: a .shp with its .dbf and .prj in the same folder, or a zip archive of them. Of one that is read `near` a
 * box, the features whose boxes do not touch it are passed over before they are parsed.
 */
export async function readShapefile(
  source: FileSource,
  { near, crs }: { readonly near?: Box | undefined; readonly crs?: string | undefined },
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> {
  const [prj, cpg] = [await siblingFile(source, 'prj'), await siblingFile(source, 'cpg')];
  const projection = prj?.toString('utf8').trim() || undefined;
  const { shp, dbf, rows } =
    near === undefined
      ? { shp: await wholeFile(source, ['.shp']), dbf: await siblingFile(source, 'dbf'), rows: undefined }
      : await partsNear(source, projectedBox(fromDegrees(crs ?? projection, labelOf(source)), near));
  checkLength(shp, source);
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
    take({ properties: records[i]!, geometry }, (rows?.[i] ?? i) + 1);
  });
  return { projection };
}

async function partsNear(
  source: FileSource,
  box: ProjectedBox,
): Promise<{ shp: Buffer; dbf: Buffer | null; rows: readonly number[] }> {
  const label = labelOf(source);
  const { shp, rows } = await shpNear(bytesOf(source, ['.shp']), box, label);
  const dbf = await sibling(source, 'dbf');
  return { shp, rows, dbf: dbf === null ? null : await dbfRows(bytesOf(dbf, []), rows, label) };
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
async function sibling(source: FileSource, ending: string): Promise<FileSource | null> {
  if (!/\.zip$/i.test(source.path)) {
    for (const path of [ending, ending.toUpperCase()].map((e) => source.path.replace(/shp$/i, e))) {
      if ((await stat(path).catch(() => null)) !== null) return { path };
    }
    return null;
  }
  const names = await zipEntryNames(source.path);
  const shp = names.find((name) => /\.shp$/i.test(name) && (source.entry === undefined || name.endsWith(source.entry)));
  const wanted = shp?.replace(/shp$/i, ending).toLowerCase();
  const entry = names.find((name) => name.toLowerCase() === wanted);
  return entry === undefined ? null : { path: source.path, entry };
}

async function siblingFile(source: FileSource, ending: string): Promise<Buffer | null> {
  const found = await sibling(source, ending);
  return found === null ? null : wholeFile(found, []);
}
