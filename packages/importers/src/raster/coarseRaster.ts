import { fromArrayBuffer } from 'geotiff';
import { ImportError, messageOf } from '../errors/importError.ts';
import { type FileSource, labelOf, wholeFile } from '../files/source.ts';
import { fromDegrees } from '../shapes/projections.ts';
import { isCount } from './cell.ts';
import { frameOf, projectionOf } from './tiffFile.ts';

/** Of a raster with more cells the sum is not told: reading it would take longer than the place. */
const MOST_CELLS_TO_ADD = 25e6;

export interface CoarseFigures {
  /** By place; NaN where the raster has no number. */
  readonly values: Float64Array;
  /** Of all cells; NaN where there are too many. */
  readonly sum: number;
}

/** Reads the cells of a GeoTIFF that places lie in, each as a whole, and adds up all of them. Throws ImportError where it cannot be read. */
export async function coarseFigures(
  source: FileSource,
  places: readonly (readonly [lng: number, lat: number])[],
): Promise<CoarseFigures> {
  const label = labelOf(source);
  const bytes = await wholeFile(source, ['.tif']);
  try {
    const tiff = await fromArrayBuffer(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    );
    const image = await tiff.getImage();
    const frame = frameOf(image, label);
    const project = fromDegrees(projectionOf(image, label, 'census.units.crs'), label);
    const missing = image.getGDALNoData();
    const cells = places.map(([lng, lat]) => {
      const [x, y] = project === null ? [lng, lat] : project(lng, lat);
      const column = Math.round((x - frame.firstX) / frame.stepX);
      const row = Math.round((y - frame.firstY) / frame.stepY);
      const isIn = column >= 0 && column < frame.columns && row >= 0 && row < frame.rows;
      return isIn ? ([column, row] as const) : null;
    });
    const isWhole = frame.columns * frame.rows <= MOST_CELLS_TO_ADD;
    const window = isWhole ? ([0, 0, frame.columns, frame.rows] as const) : around(cells);
    if (window === null) return { values: new Float64Array(places.length).fill(Number.NaN), sum: Number.NaN };
    const [left, top, right] = window;
    const [read] = (await image.readRasters({
      window: [...window],
      samples: [0],
    })) as unknown as [ArrayLike<number>];
    const numberAt = (at: number) => (read[at] === missing || !isCount(read[at]!) ? Number.NaN : read[at]!);
    let sum = isWhole ? 0 : Number.NaN;
    if (isWhole) for (let at = 0; at < read.length; at++) sum += numberAt(at) || 0;
    return {
      values: Float64Array.from(cells, (cell) =>
        cell === null ? Number.NaN : numberAt((cell[1] - top) * (right - left) + cell[0] - left),
      ),
      sum,
    };
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${label} cannot be read (${messageOf(error)}). Fetch it again and compare its size.`, {
      cause: error,
    });
  }
}

function around(
  cells: readonly (readonly [number, number] | null)[],
): readonly [number, number, number, number] | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    if (cell === null) continue;
    left = Math.min(left, cell[0]);
    right = Math.max(right, cell[0] + 1);
    top = Math.min(top, cell[1]);
    bottom = Math.max(bottom, cell[1] + 1);
  }
  return right > left ? [left, top, right, bottom] : null;
}
