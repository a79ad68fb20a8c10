import { SECTOR_CODES, type SectorCode, sectorOf } from '../sectors/sectors.ts';
import written from './counterparts.json' with { type: 'json' };
import type { Classification } from './register.ts';

/**
 * How well the classes of a register are the sector: the same, the same only as a sum with other sectors, one a part of the
 * other, not comparable, no class at all.
 */
export type Match = 'good' | 'shared' | 'part' | 'poor' | 'none';

/** The classes of a sector in one classification. */
export interface Counterpart {
  readonly sector: SectorCode;
  /** Sectors of the same word are compared with registers as one sum. */
  readonly compareAs: string;
  readonly classes: readonly string[];
  readonly match: Match;
}

interface WrittenCounterpart {
  readonly compareAs: string;
  readonly naics2017: readonly string[];
  /** Kinds of equipment of the French Base permanente des équipements, 2013. */
  readonly bpe: readonly string[];
  readonly match: Readonly<Record<'naics' | 'nace2' | 'bpe', Match>>;
}

const WRITTEN = written as Readonly<Record<string, WrittenCounterpart>>;

/** Returns the counterparts of all sectors that the classification can be compared with. */
export function counterpartsIn(classification: Classification): Counterpart[] {
  const matchIn = classification === 'nace2' || classification === 'bpe' ? classification : 'naics';
  return SECTOR_CODES.map((sector): Counterpart => {
    const { compareAs, match } = WRITTEN[sector]!;
    return { sector, compareAs, classes: classesOf(sector, classification), match: match[matchIn] };
  }).filter(({ match }) => match !== 'poor' && match !== 'none');
}

/** Returns the classes of a sector in a classification; none where it has no such class. */
export function classesOf(sector: SectorCode, classification: Classification): readonly string[] {
  const { naics2017, bpe } = WRITTEN[sector]!;
  const { naics, nace2 } = sectorOf(sector)!.mapping;
  const naics2012 = naics2017.flatMap((code) => NAICS_2012[code] ?? [code]);
  return { nace2, bpe, naics2022: naics, naics2017, naics2012 }[classification];
}

/** Codes of NAICS 2012 that became one of 2017; all others of these sectors kept their number. */
const NAICS_2012: Readonly<Record<string, readonly string[]>> = {
  '452210': ['452111', '452112'],
  '452311': ['452910'],
  '452319': ['452990'],
};
