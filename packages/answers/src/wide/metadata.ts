import type { Origin } from '../origin.ts';
import { memberOf, type Plan, type Role } from '../plan/index.ts';

/** Members of a result that hold for its whole table. */
const COMMON: ReadonlySet<Role | undefined> = new Set(['background', 'versions', 'note'] as const);

/** Returns what holds for a table of answers as metadata: texts as they are, everything else as JSON. */
export function metadataOf(result: unknown, plan: Plan, origin?: Origin): ReadonlyMap<string, string> {
  const members = (result ?? {}) as Readonly<Record<string, unknown>>;
  const own = Object.entries(members).filter(([name]) => COMMON.has(memberOf(plan, name).figure.role));
  const around = Object.entries(origin ?? {}).filter(([, value]) => value !== null);
  // The result's own territory has its currency, too.
  const all = [...around, ...own].filter(([, value]) => value !== undefined);
  return new Map(all.map(([name, value]) => [name, textOf(value)]));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
