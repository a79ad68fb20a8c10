import {
  SECTOR_GROUPS,
  SECTOR_PARAMETERS_VERSION,
  SECTORS,
  type Sector,
  type SectorCode,
  type SectorGroup,
} from '@hinterland/catalogue';
import { oncePer } from '@hinterland/geo';
import { STORE_STATES, type Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { WordIndex } from '../markets/wordIndex.ts';
import { versionsOf } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

export function run({ territory }: ActionContext, input: Input): RunOutcome<Output> {
  const { group, language, query } = input;
  const found = (
    query === undefined
      ? SECTORS
      : sectorIndex()
          .find(query)
          .map((position) => SECTORS[position]!)
  ).filter((sector) => group === undefined || sector.group === group);
  const stores = storesBySector(territory);
  const groups = (Object.keys(SECTOR_GROUPS) as SectorGroup[]).flatMap((code) => {
    const sectors = SECTORS.filter((sector) => sector.group === code && found.includes(sector)).map(
      (each) => each.code,
    );
    return sectors.length === 0
      ? []
      : [{ code, name: SECTOR_GROUPS[code][language], names: SECTOR_GROUPS[code], sectors }];
  });
  return {
    result: {
      total: found.length,
      groups,
      sectors: found.map((sector) => describe(sector, input, stores)),
      parametersVersion: SECTOR_PARAMETERS_VERSION,
      dataVersion: versionsOf(territory, ['territory', 'players']),
    },
  };
}

function describe(sector: Sector, input: Input, stores: ReadonlyMap<string, number> | null): Output['sectors'][number] {
  const { code, group, names, neighbours, mapping, huff } = sector;
  return {
    code,
    group,
    name: names[input.language],
    names,
    neighbours: [...neighbours],
    stores: stores === null ? null : (stores.get(code) ?? 0),
    ...(input.mapping ? { mapping: copied(mapping) } : {}),
    ...(input.parameters
      ? {
          parameters: {
            coicop: { ...sector.coicop } as Record<string, number>,
            ...huff,
            medianFloorAreaSquareMeters: sector.medianFloorAreaSquareMeters,
            salesDensity: sector.salesDensity,
            incomeElasticity: sector.incomeElasticity,
          },
        }
      : {}),
  };
}

function copied({ nace2, nace21, anzsic, naics, osm, overture, nsi }: Sector['mapping']) {
  return {
    nace2: [...nace2],
    nace21: [...nace21],
    anzsic: [...anzsic],
    naics: [...naics],
    osm: [...osm],
    overture: [...overture],
    nsi: [...nsi],
  };
}

/** Stores per code, closed ones left out; null for a territory without stores. */
const storesBySector = oncePer(({ players }: Territory): ReadonlyMap<string, number> | null => {
  if (players === null) return null;
  const counts = new Map<string, number>();
  const closed = STORE_STATES.indexOf('closed');
  for (let row = 0; row < players.stores.rows; row++) {
    if (players.stores.state[row] === closed) continue;
    const code = players.sectors.code.at(players.stores.sector[row]!) as SectorCode;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
});

let index: WordIndex | null = null;

/** Names in every language first, then codes and counterparts. */
function sectorIndex(): WordIndex {
  index ??= new WordIndex(
    SECTORS.map(({ code, names, mapping }, position) => ({
      position,
      names: Object.values(names),
      others: [code, ...Object.values(mapping as unknown as Record<string, readonly string[]>).flat()],
    })),
  );
  return index;
}
