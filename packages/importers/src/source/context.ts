import type { Box, MultiPolygonCoordinates } from '@hinterland/geo';
import type { FileSource } from '../files/source.ts';
import type { OsmData } from '../map/osmData.ts';
import type { Report } from '../report/report.ts';

/** Everything that a source of a recipe may need besides its own entry. */
export interface SourceContext {
  /** ISO 3166-1 codes of the territory. */
  readonly countries: readonly string[];
  /** The path of a file or folder as the recipe names it. */
  readonly resolve: (name: string) => string;
  readonly map: OsmData;
  /** Where the map is complete; undefined where it holds every census unit in full. */
  readonly mapBox: Box | undefined;
  /** What was read of the map; undefined where that is all of its box. */
  readonly readOutline?: MultiPolygonCoordinates | undefined;
  /** The box of everything in the map. */
  readonly dataBox: Box;
  /** Whether a place lies in the map or so near its edge that its poles count as inside. */
  readonly isNearMap: (lng: number, lat: number) => boolean;
  /** Name of the version of stores, such as 2026-10; undefined where the recipe has none. */
  readonly playersVersion?: string | undefined;
  readonly report: Report;
}

/** The file that an entry names. */
export const fileOf = (
  { file, entry }: { readonly file: string; readonly entry?: string | undefined },
  { resolve }: Pick<SourceContext, 'resolve'>,
): FileSource => ({ path: resolve(file), entry });

/** The last part of a path, as reports name a file. */
export const baseName = (file: string): string => file.split('/').at(-1)!;
