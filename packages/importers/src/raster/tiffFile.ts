import { stat } from 'node:fs/promises';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { ImportError, messageOf } from '../errors/importError.ts';
import { requireFile } from '../files/source.ts';
import type { GridFrame } from './gridFrame.ts';

/** A GeoTIFF that is open, and its first image. */
export interface TiffFile {
  readonly image: GeoTIFFImage;
  close(): Promise<void>;
}

/** Opens a GeoTIFF. Throws ImportError where it is none, and Error where it ends before its cells. */
export async function openTiff(path: string): Promise<TiffFile> {
  await requireFile(path);
  const tiff: GeoTIFF = await fromFile(path).catch((error: unknown) => {
    throw new ImportError(`${path} is no GeoTIFF (${messageOf(error)}).`, { cause: error });
  });
  const close = async () => void (await tiff.close());
  try {
    const image = await tiff.getImage();
    await requireWhole(image, path);
    return { image, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the fault of a GeoTIFF that could not be read as a sentence with the next step. */
export function unreadable(path: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  return new ImportError(
    `${path} cannot be read (${messageOf(error)}). It may be cut short: fetch it again and compare its size.`,
    { cause: error },
  );
}

/** Throws where the file ends before its cells, which the library would read as 0. */
async function requireWhole(image: GeoTIFFImage, path: string): Promise<void> {
  const directory = image.getFileDirectory();
  const part = image.isTiled ? 'Tile' : 'Strip';
  const starts = [...((await directory.loadValue(`${part}Offsets`)) ?? [])].map(Number);
  const lengths = [...((await directory.loadValue(`${part}ByteCounts`)) ?? [])].map(Number);
  const end = starts.reduce((most, start, i) => Math.max(most, start + (lengths[i] ?? 0)), 0);
  const { size } = await stat(path);
  if (end > size) throw new Error(`it ends at ${size} bytes of ${end}`);
}

/** A position is a cell's corner, or its middle where the file says that pixels are points. Rows may go from south to north. */
export function frameOf(image: GeoTIFFImage, path: string): GridFrame {
  let [origin, step]: number[][] = [];
  try {
    [origin, step] = [image.getOrigin(), stepsOf(image)];
  } catch (error) {
    throw new ImportError(
      `${path} does not say where it lies (${messageOf(error)}). GeoTIFF files are read without rotation.`,
      { cause: error },
    );
  }
  const half = image.pixelIsArea() ? 0.5 : 0;
  return {
    columns: image.getWidth(),
    rows: image.getHeight(),
    firstX: origin![0]! + half * step![0]!,
    firstY: origin![1]! + half * step![1]!,
    stepX: step![0]!,
    stepY: step![1]!,
  };
}

/** From one cell to the next. A matrix in place of a scale has the direction of rows in its sign. */
function stepsOf(image: GeoTIFFImage): number[] {
  const matrix = image.fileDirectory.getValue('ModelTransformation') as ArrayLike<number> | undefined;
  const hasScale = image.fileDirectory.getValue('ModelPixelScale') !== undefined;
  if (hasScale || matrix === undefined) return image.getResolution();
  if (matrix[1] !== 0 || matrix[4] !== 0) throw new Error('its cells are turned');
  return [matrix[0]!, matrix[5]!];
}

/** Code of GeoTIFF for a projection that is defined in the file alone. */
const USER_DEFINED = 32767;

/** The projection that a file names; `remedy` is the key of the recipe that gives it where it names none. */
export function projectionOf(image: GeoTIFFImage, path: string, remedy: string): string {
  const keys = image.getGeoKeys() ?? {};
  const code = keys.ProjectedCSTypeGeoKey ?? keys.GeographicTypeGeoKey;
  const cited = `${keys.PCSCitationGeoKey ?? keys.GTCitationGeoKey ?? ''}`;
  if (code === 54009 || /mollweide/i.test(cited)) return 'ESRI:54009';
  if (typeof code !== 'number' || code === USER_DEFINED) {
    throw new ImportError(
      `${path} does not name its projection. Give it in the recipe as ${remedy}, such as EPSG:25832 or a proj4 string.`,
    );
  }
  return `EPSG:${code}`;
}
