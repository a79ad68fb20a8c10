/** The parts of shpjs that we use; the package has no types of its own. */
declare module 'shpjs' {
  interface ShpGeometry {
    type: string;
    coordinates?: unknown;
  }
  /** Geometries of a .shp file in order, null for a null shape. */
  export function parseShp(shp: Uint8Array, projection?: unknown): (ShpGeometry | null)[];
  /** Records of a .dbf file in order; `cpg` names its encoding. */
  export function parseDbf(dbf: Uint8Array, cpg?: Uint8Array | string): Record<string, unknown>[];
}
