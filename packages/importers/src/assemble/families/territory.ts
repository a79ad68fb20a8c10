import { JOIN_LIMITS, PROFILES } from '@hinterland/catalogue';
import type { FamilyContent } from '@hinterland/territory';
import type { RoadGraph } from '../../graph/roadGraph.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import { POLE_PARAMETERS } from '../../poles/parameters.ts';
import type { areaTable } from '../tables/areaTable.ts';
import { sourcesOf } from './sources.ts';

/** The family "territory": roads, poles, addresses, areas and what is derived from them. */
export function territoryFamily(
  inputs: TerritoryInputs,
  graph: RoadGraph,
  tables: FamilyContent['tables'],
  polygons: ReturnType<typeof areaTable>['polygons'],
): FamilyContent {
  return {
    family: 'territory',
    version: inputs.versions.territory,
    sources: sourcesOf(inputs.sources, 'territory'),
    parameters: { roads: graph.parametersVersion, joining: JOIN_LIMITS, poles: POLE_PARAMETERS },
    tables: {
      ...tables,
      shapes: graph.shapes,
      edgeJoins: graph.joins,
      ...(graph.limits === undefined ? {} : { nodeLimits: graph.limits }),
      ...graph.speeds,
      ...Object.fromEntries(PROFILES.map((profile) => [`weights-${profile}`, graph.weights[profile]])),
    },
    files: { 'areas.geojsonl': polygons },
  };
}
