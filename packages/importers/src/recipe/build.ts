import { type Box, emptyBox, extendBox, isEmptyBox } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { type AssembledTerritory, assembleTerritory, type Progress } from '../assemble/assemble.ts';
import { ImportError } from '../importError.ts';
import type { TerritoryInputs } from '../inputs.ts';
import type { OsmData } from '../osm/data.ts';
import { type OsmPbf, readOsmPbf } from '../osm/pbf.ts';
import { Report } from '../report.ts';
import { readBoundaries } from './boundaries.ts';
import { readCensus } from './census.ts';
import { checkFiles } from './checkFiles.ts';
import { listingSources } from './listingSources.ts';
import { poleSources } from './poleSources.ts';
import type { Recipe } from './read.ts';
import { storeSources } from './storeSources.ts';

export interface BuildOptions {
  /** Folder of the bundle. */
  readonly outDir: string;
  readonly progress?: Progress;
}

/** Share of the time that reading the inputs usually takes. */
const READING = 0.4;

/** Builds the territory of a recipe: reads its inputs, makes a bundle of them in `outDir` and puts it in force. */
export async function buildTerritory(recipe: Recipe, options: BuildOptions): Promise<AssembledTerritory> {
  const inputs = await readInputs(recipe, (step, fraction) => options.progress?.(step, READING * fraction));
  return assembleTerritory(inputs, options.outDir, {
    progress: (step, fraction) => options.progress?.(step, READING + (1 - READING) * fraction),
  });
}

/** Reads everything that a recipe names but its addresses, which are read one by one when poles are made. */
export async function readInputs(recipe: Recipe, progress: Progress = () => {}): Promise<TerritoryInputs> {
  const { text } = recipe;
  const report = new Report(`${text.name}: territory ${text.versions.territory}`);
  await checkFiles(recipe);
  const osmPath = recipe.resolve(text.map.osm);
  const pbf = await report.time('reading the map', () =>
    readOsmPbf(osmPath, {
      progress: (done, total) => progress('reading the map', (0.8 * done) / Math.max(1, total)),
    }),
  );
  const dataBox = roadBox(pbf.map);
  if (isEmptyBox(dataBox)) throw new ImportError(`${osmPath} has no roads. Take an extract with all objects.`);
  const mapBox = text.map.wholeUnits ? undefined : mapBoxOf(recipe, pbf, dataBox, report);
  reportMap(pbf, report);
  progress('reading boundaries', 0.8);
  const boundaries = await report.time('reading boundaries', () => readBoundaries(recipe, pbf.map, report));
  progress('reading census tables', 0.9);
  const census =
    text.census === undefined
      ? null
      : await report.time('reading census tables', () =>
          readCensus(text.census!, { recipe, map: pbf.map, mapBox, dataBox, boundaries, report }),
        );
  return {
    id: text.id,
    name: text.name,
    countries: text.countries,
    continent: text.continent,
    timeZone: text.timeZone,
    ...(text.center === undefined ? {} : { center: text.center }),
    versions: text.versions,
    osm: pbf.map,
    ...(mapBox === undefined ? {} : { mapBox }),
    poleSources: poleSources({ recipe, map: pbf.map, mapBox, report }),
    boundaries,
    census,
    ...(text.players === undefined
      ? {}
      : {
          players: {
            sources: storeSources(recipe, pbf.map),
            ...(text.players.completeness === undefined ? {} : { completeness: text.players.completeness }),
          },
        }),
    ...(text.realestate === undefined
      ? {}
      : { realestate: { currency: text.realestate.currency, sources: listingSources(recipe) } }),
    sources: text.sources,
    report,
  };
}

function mapBoxOf({ text }: Recipe, { header }: OsmPbf, dataBox: Box, report: Report): Box {
  if (text.map.box !== undefined) return text.map.box;
  if (header.bbox !== null) return header.bbox;
  report.warn(
    'The extract does not say where it is complete; the box of its roads is taken. Give map.box in the recipe if that is too large.',
  );
  return dataBox;
}

/** The box of all roads. */
function roadBox(map: OsmData): Box {
  const box = emptyBox();
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'highway') === undefined) continue;
    for (const node of map.wayNodes(way)) if (node !== NONE) extendBox(box, map.lng(node), map.lat(node));
  }
  return box;
}

function reportMap({ counts, header }: OsmPbf, report: Report): void {
  for (const [kind, { read, kept, superseded }] of Object.entries(counts)) {
    report.fact(`${kind}s read`, read);
    report.fact(`${kind}s of interest`, kept);
    if (superseded > 0) report.fact(`${kind}s superseded by newer versions`, superseded);
  }
  if (header.replicationTimestampSeconds !== null) {
    report.fact('date of the map', new Date(header.replicationTimestampSeconds * 1000).toISOString().slice(0, 10));
  }
}
