import { createHash } from 'node:crypto';
import { isObject } from '../../kit/json.ts';

/**
 * Returns SHA-256 of the action and its parsed input, to distinguish a repeat from another request under the same
 * idempotency key. Members that may change between tries (quotedCredits, the analysis of the run) are not part of it.
 */
export function fingerprintOf(actionId: string, input: unknown): Buffer {
  return createHash('sha256').update(actionId).update('\0').update(canonicalJson(input)).digest();
}

/** JSON with the members of every object in order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
