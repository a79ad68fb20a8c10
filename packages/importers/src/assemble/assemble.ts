import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HIERARCHY_MODES, MODE_BIT, MODES, type Mode, PROFILES } from '@hinterland/catalogue';
import { type Box, boxContains, emptyBox, extendBox } from '@hinterland/geo';
import {
  addressSearchTables,
  checkBundle,
  derivedTables,
  type FamilyContent,
  namedSearchTables,
  POLE_KINDS,
  putInForce,
  readManifest,
  shapeOfMode,
  TERRITORY_TABLES,
  tableOf,
  tablesOfShape,
  writeFamily,
} from '@hinterland/territory';
import { makeAreas } from '../areas/areaRows.ts';
import { UnitMap } from '../census/unitMap.ts';
import { ImportError } from '../errors/importError.ts';
import { buildGraph } from '../graph/build.ts';
import type { RoadGraph } from '../graph/roadGraph.ts';
import type { RealestateInput } from '../inputs/listings.ts';
import type { PlayersInput } from '../inputs/stores.ts';
import type { SourceNote, TerritoryInputs } from '../inputs/territory.ts';
import { playersFamily } from '../players/playersFamily.ts';
import { type MadePoles, makePoles } from '../poles/makePoles.ts';
import { POLE_PARAMETERS } from '../poles/parameters.ts';
import { realestateFamily } from '../realestate/realestateFamily.ts';
import type { Report } from '../report/report.ts';
import { type PoleSnaps, snapPoles } from '../snap/snap.ts';
import { addressTable, addressTexts } from './addressTable.ts';
import { areaTable } from './areaTable.ts';
import { type OrderedPoles, orderPoles } from './orderedPoles.ts';
import { sociodemoFamily } from './sociodemo.ts';
import { TextTable } from './texts.ts';

/** Says how far a build is: the step's name and the share of all steps done, 0..1. */
export type Progress = (step: string, fraction: number) => void;

export interface AssembleOptions {
  readonly progress?: Progress;
}

export interface AssembledTerritory {
  /** Path of the manifest that puts the new versions in force. */
  readonly manifestPath: string;
  /** The inputs' report, with what the pipeline added; also written to the bundle as report.txt and report.json. */
  readonly report: Report;
}

/** Steps with their usual share of the time. */
const STEPS = [
  ['roads', 0.2],
  ['hierarchies', 0.05],
  ['poles', 0.25],
  ['areas', 0.1],
  ['census', 0.03],
  ['addresses', 0.05],
  ['snapping', 0.15],
  ['stores', 0.02],
  ['listings', 0.02],
  ['writing', 0.03],
  ['checking', 0.1],
] as const;
type Step = (typeof STEPS)[number][0];

/**
 * Turns inputs into a bundle in `outDir`: roads, poles, areas, snaps and census become the families "territory" and
 * "sociodemo", which are written beside what is there already, put in force together and checked. Same inputs, same
 * families, byte by byte. Throws ImportError where the inputs make no territory, and where the check finds an error.
 */
export async function assembleTerritory(
  inputs: TerritoryInputs,
  outDir: string,
  options: AssembleOptions = {},
): Promise<AssembledTerritory> {
  const { report } = inputs;
  await requireSameTerritory(inputs, outDir);
  let done = 0;
  const step = async <T>(name: Step, run: () => T | Promise<T>): Promise<T> => {
    options.progress?.(name, done);
    const result = await report.time(name, run);
    done += STEPS.find(([step]) => step === name)![1];
    return result;
  };

  // What they made is let go before the check reads the bundle.
  const manifestPath = await makeBundle(inputs, outDir, step);
  await step('checking', () => check(outDir));
  await writeFile(join(outDir, 'report.json'), `${JSON.stringify(report.toJson(), null, 2)}\n`);
  await writeFile(join(outDir, 'report.txt'), report.toText());
  options.progress?.('done', 1);
  return { manifestPath, report };
}

type RunStep = <T>(name: Step, run: () => T | Promise<T>) => Promise<T>;

/** All steps up to the bundle in force. Returns the path of its manifest. */
async function makeBundle(inputs: TerritoryInputs, outDir: string, step: RunStep): Promise<string> {
  const { report } = inputs;
  const graph = await step('roads', () => buildGraph(inputs.osm));
  reportRoads(graph, report);
  const hierarchies = await step('hierarchies', () => hierarchyTables(graph, report));
  const { tables, polygons, poles, sociodemo } = await populate(inputs, graph, step);
  const snaps = await step('snapping', () => snapAll(graph, poles, report));
  const snapEdges = { car: snaps.car.edge, walk: snaps.walk.edge, bicycle: snaps.bicycle.edge };
  const territory = territoryFamily(
    inputs,
    graph,
    {
      ...tables,
      ...hierarchies,
      ...Object.fromEntries(MODES.map((mode) => [`snaps-${mode}`, snaps[mode]])),
      ...derivedTables({ ...graph, poles, snapEdges }),
    },
    polygons,
  );
  const families = sociodemo === null ? [territory] : [territory, sociodemo];
  const box = boxOf(graph, poles);
  if (inputs.players !== undefined) families.push(await step('stores', () => players(inputs, inputs.players!, box)));
  if (inputs.realestate !== undefined) {
    families.push(await step('listings', () => realestate(inputs, inputs.realestate!, territory.tables, box)));
  }
  return step('writing', () => write(inputs, outDir, families, box));
}

interface Population {
  readonly tables: FamilyContent['tables'];
  readonly polygons: ReturnType<typeof areaTable>['polygons'];
  readonly poles: OrderedPoles['table'];
  readonly sociodemo: FamilyContent | null;
}

/** Everything that is made of addresses; the addresses themselves take much memory and end with this. */
async function populate(inputs: TerritoryInputs, graph: RoadGraph, step: RunStep): Promise<Population> {
  const { census, report } = inputs;
  const version = inputs.versions.sociodemo;
  if (census !== null && version === undefined) {
    throw new ImportError(`${inputs.name} has a census; name its version (sociodemo).`);
  }
  const units = census === null ? null : new UnitMap(census, inputs.mapBox);
  const made = await step('poles', () => makePoles(inputs, units));
  if (made.draft.count === 0) {
    throw new ImportError(
      `${inputs.name} has no pole: its sources hold no address in the map. Add { from: osm-buildings } and { from: streets } to the recipe's poles.`,
    );
  }
  const ordered = orderPoles(made.draft);
  reportPoles(made, report);
  const areas = await step('areas', () => makeAreas(inputs, polePlaces(made, ordered)));
  const sociodemo =
    census === null || units === null
      ? null
      : await step('census', () => sociodemoFamily(inputs, census, units, made, ordered, version!));
  const { table: areaRows, polygons } = areaTable(areas.rows);
  const tables = await step('addresses', () => addressTables(inputs, graph, made, ordered, areaRows));
  return { tables: { ...tables, poleAreas: areas.poleAreas }, polygons, poles: ordered.table, sociodemo };
}

/** A folder holds versions of one territory only. */
async function requireSameTerritory(inputs: TerritoryInputs, outDir: string): Promise<void> {
  const manifest = await readManifest(outDir).catch(() => null);
  if (manifest !== null && manifest.id !== inputs.id) {
    throw new ImportError(
      `${outDir} holds the territory "${manifest.id}", and this one is "${inputs.id}". Choose another folder with --out.`,
    );
  }
}

/** An order of each mode's nodes, which planning a network of stores would have to find first. */
function hierarchyTables(graph: RoadGraph, report: Report): FamilyContent['tables'] {
  const tables = HIERARCHY_MODES.map((mode) => {
    const { positions, links } = tablesOfShape(shapeOfMode(graph.nodes, graph.edges, mode));
    report.fact(`links in the hierarchy of ${mode}`, links.ancestor.length);
    return { [`hierarchy-${mode}`]: positions, [`links-${mode}`]: links };
  });
  return Object.assign({}, ...tables);
}

function reportRoads(graph: RoadGraph, report: Report): void {
  report.subject('roads and paths').kept(graph.counts.ways);
  for (const [name, value] of Object.entries(graph.counts)) report.fact(`roads: ${inWords(name)}`, value);
  report.fact('nodes', graph.nodes.lngMicrodegrees.length);
  report.fact('edges', graph.edges.fromNode.length);
  for (const mode of MODES) {
    let inMain = 0;
    for (const bits of graph.edges.mainComponent) if ((bits & MODE_BIT[mode]) !== 0) inMain++;
    report.fact(`edges in the main component of ${mode}`, inMain);
  }
}

/** "waysCut" as "ways cut". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function reportPoles({ draft, merged, rows }: MadePoles, report: Report): void {
  const byKind = new Map<string, number>(POLE_KINDS.map((kind) => [kind, 0]));
  for (let pole = 0; pole < draft.count; pole++) byKind.set(draft.kind(pole), byKind.get(draft.kind(pole))! + 1);
  report.fact('poles', draft.count);
  for (const [kind, count] of byKind) report.fact(`poles of kind ${kind}`, count);
  let addresses = 0;
  for (let row = 0; row < rows.count; row++) if (merged.sameAs[row] === row) addresses++;
  report.fact('different addresses', addresses);
}

function polePlaces({ draft, rows, merged }: MadePoles, { draftOf }: OrderedPoles) {
  /** Numbers of texts; that of "" is 0. */
  const postcodes = new Uint32Array(draft.count);
  for (let row = 0; row < rows.count; row++) {
    const pole = merged.poleOf[row]!;
    if (postcodes[pole] === 0) postcodes[pole] = rows.textNumber(row, 'postcode');
  }
  return {
    count: draft.count,
    lng: (row: number) => draft.lng(draftOf[row]!),
    lat: (row: number) => draft.lat(draftOf[row]!),
    postcode: (row: number) => rows.texts.at(postcodes[draftOf[row]!]!),
  };
}

function snapAll(
  graph: RoadGraph,
  poles: OrderedPoles['table'],
  report: Report,
): Record<Mode, Omit<PoleSnaps, 'beyond'>> {
  const snapped = snapPoles(graph, poles.lngMicrodegrees, poles.latMicrodegrees);
  const tables = MODES.map((mode) => {
    const { beyond, ...snaps } = snapped[mode];
    report.fact(`poles too far from every road of ${mode}`, beyond.length);
    if (beyond.length > 0.05 * poles.kind.length) {
      report.warn(
        `${beyond.length} of ${poles.kind.length} poles are too far from every road of ${mode}: nothing reaches them.`,
      );
    }
    return [mode, snaps];
  });
  return Object.fromEntries(tables) as Record<Mode, Omit<PoleSnaps, 'beyond'>>;
}

/** Addresses, the texts that they and the roads refer to, and the index by which they are found. */
function addressTables(
  inputs: TerritoryInputs,
  graph: RoadGraph,
  { rows, merged }: MadePoles,
  ordered: OrderedPoles,
  areas: ReturnType<typeof areaTable>['table'],
): FamilyContent['tables'] {
  const texts = new TextTable([...graph.streetNames, ...addressTexts(rows)]);
  const streetRow = Uint32Array.from(graph.streetNames, (name) => texts.row(name));
  const tables = {
    nodes: tableOf(TERRITORY_TABLES.nodes, graph.nodes),
    edges: tableOf(TERRITORY_TABLES.edges, {
      ...graph.edges,
      street: Uint32Array.from(graph.edgeStreet, (name) => streetRow[name]!),
    }),
    texts: tableOf(TERRITORY_TABLES.texts, { text: texts.texts }),
    poles: tableOf(TERRITORY_TABLES.poles, ordered.table),
    addresses: tableOf(TERRITORY_TABLES.addresses, addressTable(rows, merged, texts, ordered.rowOf)),
    areas: tableOf(TERRITORY_TABLES.areas, areas),
  };
  return { ...tables, ...namedSearchTables(addressSearchTables({ ...tables, manifest: inputs })) };
}

function territoryFamily(
  inputs: TerritoryInputs,
  graph: RoadGraph,
  tables: FamilyContent['tables'],
  polygons: Population['polygons'],
): FamilyContent {
  return {
    family: 'territory',
    version: inputs.versions.territory,
    sources: sourcesOf(inputs.sources, 'territory'),
    parameters: { roads: graph.parametersVersion, poles: POLE_PARAMETERS },
    tables: {
      ...tables,
      shapes: graph.shapes,
      ...Object.fromEntries(PROFILES.map((profile) => [`weights-${profile}`, graph.weights[profile]])),
    },
    files: { 'areas.geojsonl': polygons },
  };
}

function players(inputs: TerritoryInputs, input: PlayersInput, bbox: Box): Promise<FamilyContent> {
  const { versions, countries, sources, mapBox, report } = inputs;
  if (versions.players === undefined) {
    throw new ImportError(`${inputs.name} has stores; name their version (players) under versions.`);
  }
  return playersFamily(input, {
    version: versions.players,
    territoryVersion: versions.territory,
    countries,
    sources: sourcesOf(sources, 'players'),
    box: mapBox === undefined ? bbox : intersection(bbox, mapBox),
    report,
  });
}

function realestate(
  inputs: TerritoryInputs,
  input: RealestateInput,
  tables: FamilyContent['tables'],
  box: Box,
): Promise<FamilyContent> {
  const { versions, countries, sources, report } = inputs;
  if (versions.realestate === undefined) {
    throw new ImportError(`${inputs.name} has listings; name their version (realestate) under versions.`);
  }
  return realestateFamily(input, {
    version: versions.realestate,
    territoryVersion: versions.territory,
    countries,
    sources: sourcesOf(sources, 'realestate'),
    tables: {
      texts: tableOf(TERRITORY_TABLES.texts, tables.texts!),
      poles: tableOf(TERRITORY_TABLES.poles, tables.poles!),
      poleAreas: tableOf(TERRITORY_TABLES.poleAreas, tables.poleAreas!),
      addresses: tableOf(TERRITORY_TABLES.addresses, tables.addresses!),
      areas: tableOf(TERRITORY_TABLES.areas, tables.areas!),
    },
    box,
    report,
  });
}

function intersection(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
}

function sourcesOf(sources: readonly SourceNote[], family: SourceNote['family']) {
  return sources.filter((source) => source.family === family).map(({ family: _, ...source }) => source);
}

/** The box of all junctions and poles. */
function boxOf(graph: RoadGraph, poles: OrderedPoles['table']): Box {
  const box = emptyBox();
  for (const { lngMicrodegrees, latMicrodegrees } of [graph.nodes, poles]) {
    for (let row = 0; row < lngMicrodegrees.length; row++) {
      extendBox(box, lngMicrodegrees[row]! / 1e6, latMicrodegrees[row]! / 1e6);
    }
  }
  return box;
}

async function write(
  inputs: TerritoryInputs,
  outDir: string,
  families: readonly FamilyContent[],
  bbox: Box,
): Promise<string> {
  const { id, name, countries, continent, timeZone } = inputs;
  const center = inputs.center ?? { lat: (bbox.south + bbox.north) / 2, lng: (bbox.west + bbox.east) / 2 };
  if (!boxContains(bbox, center.lng, center.lat)) {
    throw new ImportError(
      `The center ${center.lat}, ${center.lng} (lat, lng) lies outside the map, which reaches from ${bbox.south}, ${bbox.west} to ${bbox.north}, ${bbox.east}. Correct center in the recipe.`,
    );
  }
  await mkdir(outDir, { recursive: true });
  for (const family of families) await writeFamily(outDir, family);
  await putInForce(outDir, {
    id,
    name,
    countries: [...countries],
    continent,
    timeZone,
    bbox,
    center: { ...center },
    families: Object.fromEntries(families.map(({ family, version }) => [family, { version }])),
  });
  return join(outDir, 'manifest.json');
}

async function check(outDir: string): Promise<void> {
  const errors = (await checkBundle(outDir)).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const shown = errors.slice(0, 10).map(({ place, problem }) => `  ${place}: ${problem}`);
  throw new ImportError(`The bundle in ${outDir} has ${errors.length} errors:\n${shown.join('\n')}`);
}
