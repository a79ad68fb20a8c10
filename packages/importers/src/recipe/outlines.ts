import type { MultiPolygonCoordinates } from '@hinterland/geo';
import type { Boundary } from '../inputs/boundaries.ts';
import type { Report } from '../report/report.ts';
import { readOutlines } from '../shapes/read.ts';
import type { Recipe } from './read.ts';

type NamedOutline = NonNullable<Recipe['text']['region']>;

/** Reads the outline of an entry: the boundary of that code where the map holds it whole, else the file; undefined where there is neither. */
export async function outlineOf(
  entry: NamedOutline | undefined,
  { boundaries, resolve, report }: Pick<Recipe, 'resolve'> & { boundaries: readonly Boundary[]; report: Report },
): Promise<MultiPolygonCoordinates | undefined> {
  if (entry === undefined) return undefined;
  const found = boundaries.find(({ code, cut, polygon }) => code === entry.boundary && !cut && polygon.length > 0);
  if (found !== undefined) return found.polygon;
  if (entry.file !== undefined) return outlineInFile(entry.file, { resolve, report });
  report.warn(`The map does not hold the area ${entry.boundary} whole, so its outline is not known.`);
  return undefined;
}

/** Reads all outlines of a file as one. */
export async function outlineInFile(
  file: string,
  { resolve, report }: Pick<Recipe, 'resolve'> & { report: Report },
): Promise<MultiPolygonCoordinates> {
  const counter = report.subject('outlines of the map and the region');
  const outlines = await readOutlines({ path: resolve(file) }, {}, counter);
  counter.kept(outlines.length);
  return outlines.flatMap(({ polygon }) => polygon);
}
