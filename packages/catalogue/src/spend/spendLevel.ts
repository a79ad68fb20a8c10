import { COICOP_DIVISIONS, type CoicopDivision } from '../topics/coicop.ts';
import facts from './levels.json' with { type: 'json' };
import { SPEND_PUBLISHERS, type SpendPublisher, type SpendPublisherCode } from './publishers.ts';

/** An economy as `tools/spendLevels.mjs` writes it. */
interface WrittenLevel {
  readonly source: SpendPublisherCode;
  readonly year: number;
  readonly currency: string;
  /** Per head and year, divisions 1 to 12 as published; those of edition 2018 have 12 and 13 in one. */
  readonly perHead: readonly number[];
  /** By division, where the figure holds what governments and non-profits buy for households: the share that households pay. */
  readonly householdShare?: Readonly<Record<string, number>>;
  /** Whether these shares are those of the economy itself; else they are medians of others. */
  readonly hasOwnShares?: boolean;
  /** Net purchases abroad as a share of all consumption: below zero where visitors spend more than residents do abroad. */
  readonly netAbroad: number | null;
}

/** What households of a country spend per head and year, by COICOP 2018 division. */
export interface SpendLevel {
  readonly country: string;
  /** The country whose figures stand for it; the country itself where it has its own. */
  readonly of: string;
  readonly year: number;
  /** ISO 4217 code of the amounts. */
  readonly currency: string;
  readonly perHead: Readonly<Record<CoicopDivision, number>>;
  readonly publisher: SpendPublisher;
  /** Whether shares of other countries tell what governments pay; absent where the source has households alone. */
  readonly paidByOthers?: 'own' | 'median';
  /** What visitors spend more than residents do abroad, as a share of all consumption; 0 where they do not. */
  readonly visitorsShare: number;
}

const ECONOMIES = facts.economies as unknown as Readonly<Record<string, WrittenLevel>>;

/**
 * Countries without a level of their own by the one that stands for them: parts of France, Norway and Finland stand within those figures;
 * Liechtenstein shares Switzerland's currency and shops, and Monaco's residents are richer than those of France.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  AX: 'FI',
  GF: 'FR',
  GP: 'FR',
  LI: 'CH',
  MC: 'FR',
  MQ: 'FR',
  RE: 'FR',
  SJ: 'NO',
  YT: 'FR',
};

/** Of division 12 of edition 1999, or 12 and 13 of 2018, what is insurance and finance: the country's own, else the mean of those known. */
const FINANCE: Readonly<Record<string, number>> = facts.insuranceAndFinanceOf12;
const USUAL_FINANCE = Object.values(FINANCE).reduce((sum, share) => sum + share, 0) / Object.values(FINANCE).length;

/** What visitors spend is taken from restaurants and accommodation, at most this share of them: a guess. */
const MOST_OF_VISITORS = 0.5;

/** Countries with a level, those with a stand-in included, in alphabetical order. */
export const SPEND_COUNTRIES: readonly string[] = [...Object.keys(ECONOMIES), ...Object.keys(STAND_INS)].toSorted();

/** Returns what households of a country spend per head and year; null where no publisher has it. */
export function spendLevelOf(country: string): SpendLevel | null {
  const of = country in ECONOMIES ? country : STAND_INS[country];
  const written = of === undefined ? undefined : ECONOMIES[of];
  if (of === undefined || written === undefined) return null;
  const visitorsShare = Math.max(0, -(written.netAbroad ?? 0));
  const publisher = SPEND_PUBLISHERS[written.source];
  const raw = Object.fromEntries(
    written.perHead.map((value, i) => {
      const number = String(i + 1).padStart(2, '0');
      return [`cp${number}`, value * (written.householdShare?.[number] ?? 1)];
    }),
  ) as Record<CoicopDivision, number>;
  const all = Object.values(raw).reduce((sum, value) => sum + value, 0);
  const moved = publisher.edition === 1999 ? raw.cp09 * facts.editions.movedTo08 : 0;
  const finance = raw.cp12 * (FINANCE[of] ?? USUAL_FINANCE);
  const ofVisitors = Math.min(visitorsShare * all, MOST_OF_VISITORS * raw.cp11);
  const perHead = {
    ...raw,
    cp08: raw.cp08 + moved,
    cp09: raw.cp09 - moved,
    cp11: raw.cp11 - ofVisitors,
    cp12: finance,
    cp13: raw.cp12 - finance,
  };
  return {
    country,
    of,
    year: written.year,
    currency: written.currency,
    perHead: Object.fromEntries(COICOP_DIVISIONS.map(([code]) => [code, perHead[code]])) as SpendLevel['perHead'],
    publisher,
    ...(written.hasOwnShares === undefined ? {} : { paidByOthers: written.hasOwnShares ? 'own' : 'median' }),
    visitorsShare,
  };
}

const PER_DOLLAR: Readonly<Record<string, number>> = facts.perDollar2019;

/** Returns how much of one currency another was worth in 2019; null where a rate is not known. */
export function exchangeRate(from: string, to: string): number | null {
  if (from === to) return 1;
  const [a, b] = [PER_DOLLAR[from], PER_DOLLAR[to]];
  return a === undefined || b === undefined ? null : b / a;
}
