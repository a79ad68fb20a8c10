import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODES } from '@hinterland/catalogue';
import { type Box, emptyBox, extendBox } from '@hinterland/geo';
import { derivedTables, type FamilyContent } from '@hinterland/territory';
import { type AreaRow, makeAreas } from '../areas/areaRows.ts';
import { UnitMap } from '../census/unitMap.ts';
import { ImportError } from '../errors/importError.ts';
import { buildGraph } from '../graph/build.ts';
import { reportRoads } from '../graph/reportRoads.ts';
import type { RoadGraph } from '../graph/roadGraph.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { makePoles } from '../poles/makePoles.ts';
import { reportPoles } from '../poles/reportPoles.ts';
import type { Report } from '../report/report.ts';
import { PoleStreets } from '../snap/poleStreets.ts';
import { requireSameTerritory, requireSound, writeBundle } from './bundle.ts';
import { centerOf } from './center.ts';
import { backdropFamily } from './families/backdrop.ts';
import { players, wholeAreas } from './families/players.ts';
import { realestate } from './families/realestate.ts';
import { sociodemoFamily } from './families/sociodemo.ts';
import { territoryFamily } from './families/territory.ts';
import { transit } from './families/transit.ts';
import { requireStoresKept } from './lostStores.ts';
import { polePlaces } from './polePlaces.ts';
import { type Progress, type RunStep, stepRunner } from './steps.ts';
import { addressTables } from './tables/addressTables.ts';
import { areaTable } from './tables/areaTable.ts';
import { hierarchyTables } from './tables/hierarchyTables.ts';
import { type OrderedPoles, orderPoles } from './tables/orderedPoles.ts';
import { snapTables } from './tables/snapTables.ts';

export interface AssembleOptions {
  readonly progress?: Progress;
  /** Releases the map as soon as no step needs it: the caller has no other use for it. */
  readonly releasesMap?: boolean;
  /** Puts lists of stores in force also where they lost a third of their stores. */
  readonly acceptsLosses?: boolean;
}

export interface AssembledTerritory {
  /** Path of the manifest that puts the new versions in force. */
  readonly manifestPath: string;
  /** The inputs' report, with what the pipeline added; also written to the bundle as report.txt and report.json. */
  readonly report: Report;
}

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
  const step = stepRunner(report, options.progress ?? (() => {}));

  // What they made is let go before the check reads the bundle.
  const manifestPath = await makeBundle(inputs, outDir, step, options);
  await step('checking', () => requireSound(outDir));
  await writeFile(join(outDir, 'report.json'), `${JSON.stringify(report.toJson(), null, 2)}\n`);
  await writeFile(join(outDir, 'report.txt'), report.toText());
  options.progress?.('done', 1);
  return { manifestPath, report };
}

/** Runs all steps up to the bundle in force. Returns the path of its manifest. */
async function makeBundle(
  inputs: TerritoryInputs,
  outDir: string,
  step: RunStep,
  { releasesMap = false, acceptsLosses = false }: AssembleOptions,
): Promise<string> {
  const { report } = inputs;
  const graph = await step('roads', () => buildGraph(inputs.osm, inputs.countries, inputs.heights, inputs.speeds));
  reportRoads(graph, report);
  const hierarchies = await step('hierarchies', () => hierarchyTables(graph, report));
  const { tables, polygons, areas, residents, poles, sociodemo } = await populate(inputs, graph, step);
  // Stores may be read from the map, too.
  if (releasesMap && inputs.players === undefined) inputs.osm.release();
  const snaps = await step('snapping', () => {
    const streets = new PoleStreets(tables, poles.kind.length, inputs.countries);
    return snapTables(graph, poles, streets, report);
  });
  const snapEdges = Object.fromEntries(MODES.map((mode) => [mode, snaps[mode].edge]));
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
  if (inputs.players !== undefined) {
    const family = await step('stores', () =>
      players(inputs, inputs.players!, { box, wholeAreas: wholeAreas(inputs, areas), residents }),
    );
    if (!acceptsLosses) await requireStoresKept(outDir, family, box);
    families.push(family);
  }
  if (inputs.realestate !== undefined) {
    families.push(await step('listings', () => realestate(inputs, inputs.realestate!, territory.tables, box)));
  }
  if (inputs.transit !== undefined) {
    families.push(await step('timetables', () => transit(inputs, inputs.transit!, graph)));
  }
  if (inputs.backdrop !== undefined) {
    const { backdrop } = inputs;
    families.push(await step('backdrop', async () => backdropFamily(inputs, await backdrop(), territory, box)));
  }
  const center = centerOf(inputs, box, poles, snaps.car);
  return step('writing', () => writeBundle(inputs, outDir, families, box, center));
}

interface Population {
  readonly tables: ReturnType<typeof addressTables>;
  readonly polygons: ReturnType<typeof areaTable>['polygons'];
  readonly areas: readonly AreaRow[];
  /** Of the whole map; null where no census says. */
  readonly residents: number | null;
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
  return {
    tables: { ...tables, poleAreas: areas.poleAreas },
    polygons,
    areas: areas.rows,
    residents: units === null ? null : residentsInside(units, made.insideShare),
    poles: ordered.table,
    sociodemo,
  };
}

/** Residents of the parts of units that the map holds; null where none are published. */
function residentsInside({ residents }: UnitMap, insideShare: Float64Array): number | null {
  const known = residents.reduce((sum, each, unit) => sum + (each > 0 ? each * insideShare[unit]! : 0), 0);
  return known > 0 ? known : null;
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
