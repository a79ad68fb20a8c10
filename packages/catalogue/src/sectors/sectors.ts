import auto from './auto.json' with { type: 'json' };
import fashion from './fashion.json' with { type: 'json' };
import food from './food.json' with { type: 'json' };
import general from './general.json' with { type: 'json' };
import health from './health.json' with { type: 'json' };
import home from './home.json' with { type: 'json' };
import horeca from './horeca.json' with { type: 'json' };
import leisure from './leisure.json' with { type: 'json' };
import { ERRAND_PARAMETERS, type HuffParameters } from './parameters.ts';
import type { SectorNames, SectorRecord, WrittenSector } from './record.ts';
import services from './services.json' with { type: 'json' };

/** Groups in the order of the catalogue. */
const GROUPS = { food, general, fashion, home, health, services, horeca, leisure, auto };
export type SectorGroup = keyof typeof GROUPS;

/** Names of the groups. */
export const SECTOR_GROUPS = Object.fromEntries(
  Object.entries(GROUPS).map(([group, { names }]) => [group, names]),
) as Readonly<Record<SectorGroup, SectorNames>>;

type CodeOf<Group> = Group extends { readonly sectors: infer Sectors } ? keyof Sectors & string : never;
/** 60 codes in two levels, `<group>.<sector>`. */
export type SectorCode = CodeOf<(typeof GROUPS)[SectorGroup]>;

const WRITTEN: Readonly<Record<SectorCode, WrittenSector>> = {
  ...food.sectors,
  ...general.sectors,
  ...fashion.sectors,
  ...home.sectors,
  ...health.sectors,
  ...services.sectors,
  ...horeca.sectors,
  ...leisure.sectors,
  ...auto.sectors,
};
/** The codes in the records are those of the catalogue; `sectors.test.ts` holds it. */
const RECORDS = WRITTEN as Readonly<Record<SectorCode, SectorRecord<SectorCode>>>;

/** A sector of the catalogue with all that is known of it. */
export interface Sector extends SectorRecord<SectorCode> {
  readonly code: SectorCode;
  readonly group: SectorGroup;
  /** Parameters of Huff's model for its class of errand. */
  readonly huff: HuffParameters;
}

/** Every sector code in the order of the catalogue. */
export const SECTOR_CODES = Object.keys(RECORDS) as readonly SectorCode[];

/** All sectors in the order of the catalogue. */
export const SECTORS: readonly Sector[] = SECTOR_CODES.map((code) => ({
  code,
  group: code.slice(0, code.indexOf('.')) as SectorGroup,
  ...RECORDS[code],
  huff: ERRAND_PARAMETERS[RECORDS[code].errand],
}));

const byCode: ReadonlyMap<string, Sector> = new Map(SECTORS.map((sector) => [sector.code, sector]));
const byOsmTag = new Map(SECTORS.flatMap((sector) => sector.mapping.osm.map((tag) => [tag, sector] as const)));
const byOverture = new Map(SECTORS.flatMap((sector) => sector.mapping.overture.map((name) => [name, sector] as const)));

/** Returns a sector by its code, or undefined where the catalogue has none of this code. */
export function sectorOf(code: string): Sector | undefined {
  return byCode.get(code);
}

/** Returns the sector that an OpenStreetMap tag ("shop=bakery") stands for, or undefined. */
export function sectorOfOsmTag(tag: string): Sector | undefined {
  return byOsmTag.get(tag);
}

/** Returns the sector that a category of Overture places stands for, or undefined. */
export function sectorOfOverture(category: string): Sector | undefined {
  return byOverture.get(category);
}
