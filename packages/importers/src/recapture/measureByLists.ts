import { SECTOR_CODES, type SectorCode } from '@hinterland/catalogue';
import type { MeasuredCompleteness } from '@hinterland/territory';
import { historiesOf, inList, observed } from './histories.ts';
import { RECAPTURE_PARAMETERS } from './parameters.ts';
import { type RecapturedShare, recapturedShare } from './share.ts';

/** A store in business, and the lists that saw it by themselves. */
export interface ListedOnce {
  readonly sector: SectorCode;
  /** Whether it is one of a chain. */
  readonly isChain: boolean;
  /** A bit per list. */
  readonly lists: number;
}

/** What the lists are of. */
export interface ListedPlace {
  readonly names: readonly string[];
  /** The place whose stores they are. */
  readonly area: { readonly code: string; readonly name: string };
  /** Year of the latest list. */
  readonly year: number;
}

/** A list that holds next to no independent stores is one of chains, and says nothing of the others. */
const LEAST_INDEPENDENT = 0.1;

/**
 * Returns, for each sector, the share of its stores that several lists hold together, by how far they overlap. Chains and independent
 * stores are measured apart, since lists of chains hold the former alone and maps hold them better. A sector of few stores is measured
 * as its group, with a wider range. One whose lists overlap too little, or that only one list covers, is not there: it is not known.
 */
export function measureByLists(
  stores: readonly ListedOnce[],
  place: ListedPlace,
  wanted: readonly SectorCode[] = SECTOR_CODES,
): MeasuredCompleteness[] {
  const { names } = place;
  const independent = names.map((_, list) => {
    const held = stores.filter(({ lists }) => (lists >> list) & 1);
    return held.length > 0 && held.filter(({ isChain }) => !isChain).length / held.length >= LEAST_INDEPENDENT;
  });
  const ofIndependents = independent.reduce((mask, isOne, list) => (isOne ? mask | (1 << list) : mask), 0);
  const maskOf = (isChain: boolean) => (isChain ? 2 ** names.length - 1 : ofIndependents);
  return wanted.flatMap((sector) => {
    const parts = [true, false].flatMap((isChain) => {
      const same = stores.filter((store) => store.isChain === isChain);
      const own = same.filter((store) => store.sector === sector);
      return own.length === 0
        ? []
        : [{ held: own.length, share: shareOf(sector, own, same, maskOf(isChain), names.length) }];
    });
    const shares = parts.map(({ share }) => share);
    if (parts.length === 0 || shares.includes(null)) return [];
    const mapped = parts.reduce((sum, { held }) => sum + held, 0);
    const together = (of: 'value' | 'low' | 'high') =>
      Math.min(1, mapped / parts.reduce((sum, { held, share }) => sum + held / share![of], 0));
    const own = stores.filter((store) => store.sector === sector);
    const histories = historiesOf(
      own.map(({ lists }) => lists),
      names.length,
    );
    const lists = names.map((name, list) => ({ name, stores: inList(histories, list) }));
    const value = together('value');
    return [
      {
        sectors: [sector],
        areas: [place.area],
        mapped,
        expected: mapped / value,
        value,
        low: together('low'),
        high: together('high'),
        method: shares.some((share) => share!.method === 'log_linear') ? 'log_linear' : 'two_lists',
        source: names.join(', '),
        year: place.year,
        confidence: RECAPTURE_PARAMETERS.confidence,
        lists,
        inSeveral: observed(histories.map((count, set) => ((set & (set - 1)) === 0 ? 0 : count))),
      } satisfies MeasuredCompleteness,
    ];
  });
}

/** The share of a sector, else of its group with a wider range; null where neither overlaps enough. */
function shareOf(
  sector: SectorCode,
  own: readonly ListedOnce[],
  all: readonly ListedOnce[],
  mask: number,
  lists: number,
): RecapturedShare | null {
  const share = (stores: readonly ListedOnce[]) =>
    recapturedShare(
      historiesOf(
        stores.map((store) => store.lists & mask).filter((set) => set > 0),
        lists,
      ),
      lists,
    );
  const measured = share(own);
  if (measured !== null) return measured;
  const group = sector.slice(0, sector.indexOf('.') + 1);
  const around = share(all.filter((store) => store.sector.startsWith(group)));
  if (around === null) return null;
  const { groupSpread, leastShare } = RECAPTURE_PARAMETERS;
  const within = (value: number) => Math.min(1, Math.max(leastShare, value));
  return {
    ...around,
    value: within(around.value / groupSpread),
    low: within(around.low / groupSpread),
    high: within(around.high * groupSpread),
  };
}
