import type { FamilyContent } from '@hinterland/territory';
import { ImportError } from '../../errors/importError.ts';
import type { RoadGraph } from '../../graph/roadGraph.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import type { TransitInput } from '../../inputs/transit.ts';
import { transitFamily } from '../../transit/transitFamily.ts';
import { sourcesOf } from './sources.ts';

/** The family "transit". Throws ImportError where the inputs name no version of it. */
export function transit(inputs: TerritoryInputs, input: TransitInput, graph: RoadGraph): Promise<FamilyContent> {
  const { versions, sources, report } = inputs;
  if (versions.transit === undefined) {
    throw new ImportError(`${inputs.name} has timetables; name their version (transit) under versions.`);
  }
  return transitFamily(input, {
    version: versions.transit,
    territoryVersion: versions.territory,
    sources: sourcesOf(sources, 'transit'),
    timeZone: inputs.timeZone,
    graph,
    report,
  });
}
