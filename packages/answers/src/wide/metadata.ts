import type { Origin } from '../origin.ts';

/** Members of a result that hold for its whole table. */
const COMMON = ['territory', 'method', 'dataVersion', 'demandData', 'supplyData', 'supply', 'notes', 'parameters'];

/** Returns what holds for a table of answers as metadata: texts as they are, everything else as JSON. */
export function metadataOf(result: unknown, origin?: Origin): ReadonlyMap<string, string> {
  const members = (result ?? {}) as Readonly<Record<string, unknown>>;
  const own = COMMON.map((name) => [name, members[name]] as const);
  const around = Object.entries(origin ?? {}).filter(([, value]) => value !== null);
  // The result's own territory has its currency, too.
  const all = [...around, ...own].filter(([, value]) => value !== undefined);
  return new Map(all.map(([name, value]) => [name, textOf(value)]));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
