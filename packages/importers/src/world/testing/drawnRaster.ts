import { Buffer } from 'node:buffer';
import { writeArrayBuffer } from 'geotiff';

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** People of the cell around a place; null for "no data". */
export type PeopleAt = (point: Point) => number | null;

/** Three seconds of arc, as WorldPop's cells; over long distances cells are larger, since nobody looks between. */
const CELL_DEGREES = 1 / 1200;
const MARGIN_DEGREES = 0.02;
const MOST_CELLS = 4e6;
const NO_DATA = -99_999;

/** A GeoTIFF of people around one or several places, in the form of WorldPop: degrees, people per cell, -99999 for none. */
export function drawnRaster(
  around: Point | readonly Point[],
  peopleAt: PeopleAt,
): { file: Buffer; people: number; missing: number } {
  const places = [around].flat() as Point[];
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  const west = Math.min(...lngs) - MARGIN_DEGREES;
  const north = Math.max(...lats) + MARGIN_DEGREES;
  const [widthDegrees, heightDegrees] = [
    Math.min(180, Math.max(...lngs) + MARGIN_DEGREES) - west,
    north - Math.min(...lats) + MARGIN_DEGREES,
  ];
  const cell = Math.max(CELL_DEGREES, Math.sqrt((widthDegrees * heightDegrees) / MOST_CELLS));
  const [width, height] = [Math.floor(widthDegrees / cell), Math.floor(heightDegrees / cell)];
  const values = new Float32Array(width * height);
  let [people, missing] = [0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const found = peopleAt({ lat: north - (row + 0.5) * cell, lng: west + (column + 0.5) * cell });
      values[row * width + column] = found ?? NO_DATA;
      people += found ?? 0;
      if (found === null) missing++;
    }
  }
  const metadata = {
    width,
    height,
    ModelPixelScale: [cell, cell, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    SampleFormat: [3],
    BitsPerSample: [32],
    GTRasterTypeGeoKey: 1,
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GDAL_NODATA: String(NO_DATA),
  };
  return { file: Buffer.from(writeArrayBuffer(values, metadata)), people, missing };
}
