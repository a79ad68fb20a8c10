import { type Box, intersectBoxes } from '@hinterland/geo';
import type { FamilyContent } from '@hinterland/territory';
import { ImportError } from '../../errors/importError.ts';
import type { PlayersInput } from '../../inputs/stores.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import { playersFamily } from '../../players/playersFamily.ts';
import { sourcesOf } from './sources.ts';

/** The family "players". Throws ImportError where the inputs name no version of it. `bbox` holds all roads and poles. */
export function players(inputs: TerritoryInputs, input: PlayersInput, bbox: Box): Promise<FamilyContent> {
  const { versions, countries, sources, mapBox, report } = inputs;
  if (versions.players === undefined) {
    throw new ImportError(`${inputs.name} has stores; name their version (players) under versions.`);
  }
  return playersFamily(input, {
    version: versions.players,
    territoryVersion: versions.territory,
    countries,
    sources: sourcesOf(sources, 'players'),
    box: mapBox === undefined ? bbox : intersectBoxes(bbox, mapBox),
    report,
  });
}
