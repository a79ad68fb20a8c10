/** A cell as its code names it. */
export interface CodedCell {
  readonly epsg: number;
  /** Length of a side, and the lower left corner, in meters of the projection. */
  readonly meters: number;
  readonly east: number;
  readonly north: number;
}

/** The European grid (ETRS89-LAEA), which codes without a projection mean. */
const EUROPEAN_GRID = 3035;

/**
 * Reads the code of a cell: "CRS3035RES1000mN2684000E4285000", or short as "1kmN2684E4285", whose coordinates are in sides.
 * Undefined for any other text.
 */
export function gridCode(text: string): CodedCell | undefined {
  const long = /^(?:CRS(\d+))?RES(\d+)(k?)m?N(-?\d+)E(-?\d+)$/i.exec(text);
  if (long !== null) {
    const [, epsg, side, kilo, north, east] = long;
    return {
      epsg: epsg === undefined ? EUROPEAN_GRID : Number(epsg),
      meters: Number(side) * (kilo === '' ? 1 : 1000),
      north: Number(north),
      east: Number(east),
    };
  }
  const short = /^(\d+)(k?)mN(-?\d+)E(-?\d+)$/i.exec(text);
  if (short === null) return undefined;
  const meters = Number(short[1]) * (short[2] === '' ? 1 : 1000);
  return { epsg: EUROPEAN_GRID, meters, north: Number(short[3]) * meters, east: Number(short[4]) * meters };
}
