import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from 'node-sqlite3-wasm';
import wkx from 'wkx';
import { ImportError, messageOf } from '../errors/importError.ts';
import { type FileSource, labelOf, requireFile, wholeFile } from '../files/source.ts';
import type { FileProjection, RawFeature, RawGeometry } from './outline.ts';

/** Bytes of the envelope by its indicator (bits 1-3 of the flags), OGC 12-128 section 2.1.3. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

interface Layer {
  readonly table_name: string;
  readonly column_name: string;
  readonly srs_id: number;
}

/** Reads one layer of a GeoPackage; the only one with outlines where the recipe names none. */
export async function readGeoPackage(
  source: FileSource,
  layerName: string | undefined,
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> {
  await requireFile(source.path);
  const folder = await mkdtemp(join(tmpdir(), 'hinterland-gpkg-'));
  try {
    const database = await open(await inFolder(source, folder), source);
    try {
      return readLayer(database, source, layerName, take);
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** SQLite's WebAssembly build locks a file by creating a folder next to it, which read-only data folders forbid. */
async function inFolder(source: FileSource, folder: string): Promise<string> {
  const path = join(folder, 'source.gpkg');
  if (/\.(zip|gz)$/i.test(source.path)) await writeFile(path, await wholeFile(source, ['.gpkg']));
  else await symlink(resolve(source.path), path).catch(() => copyFile(source.path, path));
  return path;
}

async function open(path: string, source: FileSource): Promise<Database> {
  // Loaded only here: the WebAssembly module takes a while, and few recipes need it. It is CommonJS: no named exports.
  const module = (await import('node-sqlite3-wasm')) as unknown as { default: { Database: typeof Database } };
  try {
    const database = new module.default.Database(path, { readOnly: true });
    database.get('SELECT count(*) FROM gpkg_geometry_columns');
    return database;
  } catch (error) {
    throw new ImportError(
      `${labelOf(source)} cannot be read as a GeoPackage (${messageOf(error)}). It may be cut short: fetch it again.`,
      { cause: error },
    );
  }
}

function readLayer(
  database: Database,
  source: FileSource,
  layerName: string | undefined,
  take: (feature: RawFeature, number: number) => void,
): FileProjection {
  const layers = database.all(
    'SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns',
  ) as unknown as Layer[];
  const layer = layerName === undefined ? layers[0] : layers.find(({ table_name }) => table_name === layerName);
  if (layer === undefined || (layerName === undefined && layers.length > 1)) {
    const names = layers.map(({ table_name }) => table_name).join(', ');
    const problem = layerName === undefined ? `has ${layers.length} layers` : `has no layer "${layerName}"`;
    throw new ImportError(`${labelOf(source)} ${problem}. Name one of its layers in the recipe as layer: ${names}.`);
  }
  const statement = database.prepare(`SELECT * FROM ${quoted(layer.table_name)}`);
  try {
    let number = 0;
    for (const row of statement.iterate()) {
      const { [layer.column_name]: blob, ...properties } = row as Record<string, unknown>;
      number++;
      take({ properties, geometry: blob === null ? null : geometryOf(blob as Uint8Array, source, number) }, number);
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      `${labelOf(source)} cannot be read to its end (${messageOf(error)}). It may be cut short: fetch it again.`,
      { cause: error },
    );
  } finally {
    statement.finalize();
  }
  const system = database.get('SELECT definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?', [layer.srs_id]);
  const definition = (system as { definition?: unknown } | null)?.definition;
  return { projection: typeof definition === 'string' && definition !== 'undefined' ? definition : undefined };
}

/** GeoPackage's header before the well-known binary: "GP", version, flags, system, envelope. */
function geometryOf(blob: Uint8Array, source: FileSource, number: number): RawGeometry {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  const envelope = bytes.toString('latin1', 0, 2) === 'GP' ? ENVELOPE_BYTES[(bytes[3]! >> 1) & 7] : undefined;
  try {
    if (envelope === undefined) throw new Error('not a GeoPackage geometry');
    return wkx.Geometry.parse(bytes.subarray(8 + envelope)).toGeoJSON() as RawGeometry;
  } catch (error) {
    throw new ImportError(`${labelOf(source)}, row ${number}: its geometry cannot be read (${messageOf(error)}).`, {
      cause: error,
    });
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
