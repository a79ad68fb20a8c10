import { SECTOR_MAPPINGS, type SectorMapping } from './classifications.ts';
import { SECTOR_CODES, SECTOR_NAMES, type SectorCode, type SectorGroup, type SectorNames } from './names.ts';
import { SECTOR_NEIGHBOURS } from './neighbours.ts';
import { ERRAND_PARAMETERS, type HuffParameters, SECTOR_PARAMETERS, type SectorParameters } from './parameters.ts';

export type { SectorMapping } from './classifications.ts';
export {
  SECTOR_CODES,
  SECTOR_GROUPS,
  SECTOR_LANGUAGES,
  type SectorCode,
  type SectorGroup,
  type SectorLanguage,
  type SectorNames,
} from './names.ts';
export {
  type CoicopDivision,
  ERRAND_PARAMETERS,
  type ErrandClass,
  type HuffParameters,
  SECTOR_PARAMETERS_VERSION,
  type SectorParameters,
} from './parameters.ts';

/** A sector of the catalogue with all that is known of it. */
export interface Sector extends SectorParameters {
  readonly code: SectorCode;
  readonly group: SectorGroup;
  readonly names: SectorNames;
  /** Five to eight sectors that are usually found together with it, the closest first. */
  readonly neighbours: readonly SectorCode[];
  readonly mapping: SectorMapping;
  readonly huff: HuffParameters;
}

const byCode: ReadonlyMap<string, Sector> = new Map(
  SECTOR_CODES.map((code) => {
    const parameters = SECTOR_PARAMETERS[code];
    return [
      code,
      {
        code,
        group: code.slice(0, code.indexOf('.')) as SectorGroup,
        names: SECTOR_NAMES[code],
        neighbours: SECTOR_NEIGHBOURS[code],
        mapping: SECTOR_MAPPINGS[code],
        ...parameters,
        huff: ERRAND_PARAMETERS[parameters.errand],
      },
    ];
  }),
);

/** All sectors in the order of the catalogue. */
export const SECTORS: readonly Sector[] = [...byCode.values()];

/** A sector by its code, or undefined where the catalogue has none of this code. */
export function sectorOf(code: string): Sector | undefined {
  return byCode.get(code);
}

/** The sector that an OpenStreetMap tag ("shop=bakery") stands for, or undefined. */
export function sectorOfOsmTag(tag: string): Sector | undefined {
  return byOsmTag.get(tag);
}

/** The sector that a category of Overture places stands for, or undefined. */
export function sectorOfOverture(category: string): Sector | undefined {
  return byOverture.get(category);
}

const byOsmTag = new Map(SECTORS.flatMap((sector) => sector.mapping.osm.map((tag) => [tag, sector] as const)));
const byOverture = new Map(SECTORS.flatMap((sector) => sector.mapping.overture.map((name) => [name, sector] as const)));
