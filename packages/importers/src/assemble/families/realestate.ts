import type { Box } from '@hinterland/geo';
import { type FamilyContent, TERRITORY_TABLES, tableOf } from '@hinterland/territory';
import { ImportError } from '../../errors/importError.ts';
import type { RealestateInput } from '../../inputs/listings.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import { realestateFamily } from '../../realestate/realestateFamily.ts';
import { sourcesOf } from './sources.ts';

/** The family "realestate". Throws ImportError where the inputs name no version of it. `tables`: those of the territory. */
export function realestate(
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
