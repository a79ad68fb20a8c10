import type { SectorParameters } from './parameters.ts';

/** Languages that every group and sector is named in. */
export const SECTOR_LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
type SectorLanguage = (typeof SECTOR_LANGUAGES)[number];
export type SectorNames = Readonly<Record<SectorLanguage, string>>;

/** Counterparts of a sector in other classifications. */
interface SectorMapping {
  /** NACE Rev. 2 classes. */
  readonly nace2: readonly string[];
  /** NACE Rev. 2.1 classes, or the group where the class depends on the country's practice. */
  readonly nace21: readonly string[];
  /** ANZSIC 2006 classes. */
  readonly anzsic: readonly string[];
  /** NAICS 2022 codes. */
  readonly naics: readonly string[];
  /** OpenStreetMap tags, "key=value"; each belongs to one sector. */
  readonly osm: readonly string[];
  /** Categories of Overture places; each belongs to one sector. */
  readonly overture: readonly string[];
  /** Category paths of the name-suggestion-index. */
  readonly nsi: readonly string[];
}

/** All facts about a sector; `Code` are the codes that it may name. */
export interface SectorRecord<Code extends string = string> extends SectorParameters {
  readonly names: SectorNames;
  /**
   * Five to eight sectors that are usually found beside it, the closest first: the default of `analysis.category_mix`.
   * A judgement of the usual make-up of shopping streets, centers and retail parks; it is not symmetric.
   */
  readonly neighbours: readonly Code[];
  readonly mapping: SectorMapping;
}

/** A record as a JSON file has it, where a code is any text. `sectors.test.ts` checks that each text is a code. */
export type WrittenSector = Omit<SectorRecord, 'errand' | 'neighbours'> & {
  readonly errand: string;
  readonly neighbours: readonly string[];
};
