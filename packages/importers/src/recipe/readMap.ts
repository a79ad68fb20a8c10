import { type Box, emptyBox, extendBox, intersectBoxes, isEmptyBox } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { OsmData } from '../map/osmData.ts';
import type { Cut } from '../pbf/boxCut.ts';
import { type OsmPbf, readOsmPbf } from '../pbf/readOsmPbf.ts';
import type { Report } from '../report/report.ts';
import { outlineInFile } from './outlines.ts';
import type { Recipe } from './read.ts';

/** The map of a recipe. */
export interface RecipeMap {
  readonly map: OsmData;
  /** Where the map is complete; undefined where it holds every census unit in full. */
  readonly mapBox: Box | undefined;
  /** The box of all roads. */
  readonly dataBox: Box;
  /** What the extracts were cut to. */
  readonly cut: Cut | undefined;
}

/** Paths of the extracts of a recipe. */
export function mapPaths({ text, resolve }: Recipe): readonly string[] {
  return [text.map.osm].flat().map(resolve);
}

/** What extracts are cut to as they are read; undefined where they are not. */
async function cutOf({ text: { map }, resolve }: Recipe, report: Report): Promise<Cut | undefined> {
  if (!map.cut || map.box === undefined) return undefined;
  const file = map.outline?.file;
  return { box: map.box, ...(file === undefined ? {} : { outline: await outlineInFile(file, { resolve, report }) }) };
}

/** Reads the extracts of a recipe. Throws ImportError where they have no roads. */
export async function readMap(
  recipe: Recipe,
  report: Report,
  progress: (done: number, total: number) => void,
): Promise<RecipeMap> {
  const paths = mapPaths(recipe);
  const cut = await cutOf(recipe, report);
  const pbf = await report.time('reading the map', () => readOsmPbf(paths, { progress, cut }));
  const dataBox = roadBox(pbf.map);
  if (isEmptyBox(dataBox) && recipe.text.map.cut) {
    const { west, south, east, north } = recipe.text.map.box!;
    throw new ImportError(
      `${paths.join(', ')} has no roads between ${west}, ${south} and ${east}, ${north} (lng, lat). It may be sea or desert: choose another place or a larger box.`,
    );
  }
  if (isEmptyBox(dataBox)) {
    throw new ImportError(`${paths.join(', ')} has no roads. Take an extract with all objects.`);
  }
  const mapBox = recipe.text.map.wholeUnits ? undefined : mapBoxOf(recipe, pbf, dataBox, report);
  reportMap(pbf, report);
  return { map: pbf.map, mapBox, dataBox, cut };
}

function mapBoxOf({ text }: Recipe, { headers }: OsmPbf, dataBox: Box, report: Report): Box {
  if (text.map.box !== undefined && !text.map.cut) return text.map.box;
  const around = headerBox(headers);
  // An extract may reach less far than the box that is cut out of it.
  if (text.map.box !== undefined) return intersectBoxes(text.map.box, around ?? dataBox);
  if (around !== null) return around;
  report.warn(
    'The extract does not say where it is complete; the box of its roads is taken. Give map.box in the recipe if that is too large.',
  );
  return dataBox;
}

/** The box around those of all headers; null where a file does not say. */
function headerBox(headers: OsmPbf['headers']): Box | null {
  const around = emptyBox();
  for (const { bbox } of headers) {
    if (bbox === null) return null;
    extendBox(around, bbox.west, bbox.south);
    extendBox(around, bbox.east, bbox.north);
  }
  return around;
}

function roadBox(map: OsmData): Box {
  const box = emptyBox();
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'highway') === undefined) continue;
    for (const node of map.wayNodes(way)) if (node !== NONE) extendBox(box, map.lng(node), map.lat(node));
  }
  return box;
}

function reportMap({ counts, headers }: OsmPbf, report: Report): void {
  for (const [kind, { read, kept, superseded }] of Object.entries(counts)) {
    report.fact(`${kind}s read`, read);
    report.fact(`${kind}s of interest`, kept);
    if (superseded > 0) report.fact(`${kind}s superseded by newer versions`, superseded);
  }
  const dates = headers.flatMap(({ replicationTimestampSeconds: seconds }) =>
    seconds === null ? [] : new Date(seconds * 1000).toISOString().slice(0, 10),
  );
  if (dates.length > 0) report.fact('date of the map', [...new Set(dates)].join(', '));
}
