import { forecastOf } from './forecastOf.ts';

/** What an answer says of a place asked about, as its pin shows it. */
export interface PlaceMark {
  /** Its rank among those compared. */
  readonly rank?: number;
  readonly isBest?: boolean;
  /** Whether its name stands beside it. */
  readonly isNamed?: boolean;
  /** How much it counts among the others, 0 to 1. */
  readonly weight?: number;
}

interface Marked {
  readonly id: string | number;
  readonly rank?: number;
  readonly exclusive?: number;
  readonly forecast?: unknown;
}

interface Row {
  readonly id: string;
  readonly values: readonly (number | null)[];
}

type Result = Readonly<Record<string, unknown>>;

/** Rows of a comparison by which its verdict chooses the best place. */
const GAINS = ['net_new', 'captured'];

/** Returns what an answer says of its places, by their ids: ranks, the best of a market, and how many people only one store reaches. */
export function marksOf(result: Result | null): ReadonlyMap<string, PlaceMark> {
  if (result === null) return new Map();
  const candidates = inOrder(listOf(result.candidates));
  if (candidates.length > 0) {
    const isRanked = candidates.some(({ rank }) => rank !== undefined);
    const best = isRanked
      ? null
      : forecastOf(candidates[0]!) !== null
        ? String(candidates[0]!.id)
        : bestOf(result, candidates);
    return new Map(
      candidates.map(({ id, rank }) => [
        String(id),
        { isNamed: true, isBest: rank === 1 || String(id) === best, ...(rank === undefined ? {} : { rank }) },
      ]),
    );
  }
  const stores = listOf(result.stores).filter(({ exclusive }) => typeof exclusive === 'number');
  const most = Math.max(0, ...stores.map(({ exclusive }) => exclusive as number));
  if (most === 0) return new Map();
  return new Map(stores.map(({ id, exclusive }) => [String(id), { weight: (exclusive as number) / most }]));
}

/** With a sales model places are in the order of what it expects them to add, as the answer tells them, and are ranked by it. */
function inOrder(candidates: readonly Marked[]): readonly Marked[] {
  if (candidates.every((one) => forecastOf(one) === null)) return candidates;
  const gain = (one: Marked) => forecastOf(one)?.netNew ?? Number.NEGATIVE_INFINITY;
  return candidates
    .toSorted((a, b) => gain(b) - gain(a) || 0)
    .map((one, i) => (one.rank === undefined ? one : { ...one, rank: i + 1 }));
}

const listOf = (value: unknown): readonly Marked[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'id' in one) ? value : [];

/** The id of the candidate that gains the most; null where none gains anything, or no market was asked about. */
function bestOf({ tables }: Result, candidates: readonly Marked[]): string | null {
  const rows = (Array.isArray(tables) ? tables : []).flatMap(({ rows }: { rows: readonly Row[] }) => rows);
  const row = GAINS.map((id) => rows.find((one) => one.id === id)).find((one) => one !== undefined);
  if (row === undefined) return null;
  const most = Math.max(...row.values.map((value) => value ?? 0));
  const first = row.values.indexOf(most);
  const isAlone = row.values.filter((value) => value === most).length === 1;
  return most > 0 && isAlone ? String(candidates[first]?.id) : null;
}
