import { REGISTERS } from '@hinterland/catalogue';
import { type Box, intersectBoxes } from '@hinterland/geo';
import type { FamilyContent } from '@hinterland/territory';
import type { AreaRow } from '../../areas/areaRows.ts';
import { ImportError } from '../../errors/importError.ts';
import type { PlayersInput } from '../../inputs/stores.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import { playersFamily } from '../../players/playersFamily.ts';
import { measureCompleteness } from '../../registers/measureCompleteness.ts';
import { referenceCountsOf, type WholeArea } from '../../registers/referenceCounts.ts';
import { sourcesOf } from './sources.ts';

/** What a family of stores says of its territory. */
type Placed = Pick<TerritoryInputs, 'id' | 'name' | 'versions' | 'countries' | 'sources' | 'mapBox' | 'report'>;

/** What was made before of the same map. */
interface MadeBefore {
  /** The box of all roads and poles. */
  readonly box: Box;
  /** Areas whose stores are all in the map. */
  readonly wholeAreas: readonly WholeArea[];
  /** Residents of the map; null where not known. */
  readonly residents: number | null;
}

/** The family "players". Throws ImportError where the inputs name no version of it. */
export async function players(
  inputs: Placed,
  input: PlayersInput,
  { box, wholeAreas, residents }: MadeBefore,
): Promise<FamilyContent> {
  const { versions, countries, sources, mapBox, report } = inputs;
  if (versions.players === undefined) {
    throw new ImportError(`${inputs.name} has stores; name their version (players) under versions.`);
  }
  const year = yearOf(inputs, versions.players);
  const place = { countries, wholeAreas, residents, year };
  const references = referenceCountsOf(place, (await input.registers?.()) ?? [], REGISTERS);
  return playersFamily(input, {
    version: versions.players,
    territoryVersion: versions.territory,
    countries,
    sources: sourcesOf(sources, 'players'),
    box: mapBox === undefined ? box : intersectBoxes(box, mapBox),
    measure: (stores) => measureCompleteness(references, stores, year),
    place: { code: inputs.id, name: inputs.name },
    year,
    report,
  });
}

/** Returns the areas whose stores are all in the map; one without an outline is the map where the only census unit has its code. */
export function wholeAreas(
  { mapBox, census }: Pick<TerritoryInputs, 'mapBox' | 'census'>,
  areas: readonly AreaRow[],
): WholeArea[] {
  const onlyUnit = mapBox === undefined && census?.units.length === 1 ? census.units[0]!.code : null;
  return areas
    .filter(({ boundary, isCut }) => (boundary.polygon.length === 0 ? boundary.code === onlyUnit : !isCut))
    .map(({ boundary }) => boundary);
}

/** The year of the stores by the dates of their sources, else by the name of their version; null where neither says. */
function yearOf({ sources }: Placed, version: string): number | null {
  const dates = sources.filter(({ family }) => family === 'players').map(({ vintage }) => vintage ?? '');
  const years = [...dates, version].flatMap((text) => text.match(/\b(?:19|20)\d\d\b/)?.map(Number) ?? []);
  return years[0] ?? null;
}
