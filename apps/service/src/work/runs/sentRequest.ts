import { isObject } from '../../kit/json.ts';
import type { Idempotency } from '../../organizations/credits/idempotency.ts';
import { fingerprintOf } from './idempotency.ts';

/** A request as its caller sent it, as far as an idempotency key asks: it stays the same when a version adds defaults. */
export interface SentRequest {
  /** SHA-256 in hex of the action and the members as sent, with the rows of datasets in place of their names. */
  readonly digest: string;
  /** Places of the parsed input that were not sent, by their members, in order; entries of a list share theirs. */
  readonly unsent: readonly string[];
}

export const sentRequest = (actionId: string, own: unknown, input: unknown): SentRequest => ({
  digest: fingerprintOf(actionId, own).toString('hex'),
  unsent: [...findUnsent(own, input, '', new Set())].sort((a, b) => (a < b ? -1 : 1)),
});

function findUnsent(sent: unknown, taken: unknown, place: string, found: Set<string>): Set<string> {
  if (Array.isArray(sent) && Array.isArray(taken)) {
    if (sent.length !== taken.length) return found;
    for (const [i, item] of taken.entries()) findUnsent(sent[i], item, `${place}/*`, found);
  } else if (isObject(sent) && isObject(taken)) {
    for (const [name, value] of Object.entries(taken)) {
      const inner = `${place}/${name}`;
      if (Object.hasOwn(sent, name)) findUnsent(sent[name], value, inner, found);
      else if (value !== undefined) found.add(inner);
    }
  }
  return found;
}

const DIGEST_BYTES = 32;
/** Places that are left out in every combination; of more, each alone and all together. */
const COMBINED_MAX = 12;
/** Bytes that are digested to recognize one charge of an earlier version. */
const BYTES_MAX = 32_000_000;

/**
 * The key of a request with what it stands for: the digest of the parsed input, as versions before kept it alone, and behind it
 * the digest of what was sent. A stored one is of this request where either is equal. Of a charge of a version before, which has
 * the first alone, members may be missing that this version adds by default: then it is equal without some of those.
 */
export function idempotencyOf(key: string, actionId: string, input: unknown, sent: SentRequest): Idempotency {
  const parsed = fingerprintOf(actionId, input);
  const body = Buffer.from(sent.digest, 'hex');
  return {
    key,
    fingerprint: Buffer.concat([parsed, body]),
    isOf(stored) {
      if (stored.subarray(0, DIGEST_BYTES).equals(parsed)) return true;
      if (stored.length > DIGEST_BYTES) return stored.subarray(DIGEST_BYTES).equals(body);
      for (const places of combinations(sent.unsent, JSON.stringify(input).length)) {
        if (fingerprintOf(actionId, without(input, places)).equals(stored)) return true;
      }
      return false;
    },
  };
}

/** Sets of places to leave out, all of them first; fewer of a large input. */
function* combinations(places: readonly string[], bytes: number): Generator<readonly string[]> {
  if (places.length <= COMBINED_MAX && bytes * 2 ** places.length <= BYTES_MAX) {
    for (let set = 2 ** places.length - 1; set > 0; set--) yield places.filter((_, i) => set & (1 << i));
    return;
  }
  yield places;
  for (const place of places.slice(0, Math.floor(BYTES_MAX / bytes))) yield [place];
}

/** A copy of a value without the members at some places. */
function without(value: unknown, places: readonly string[], place = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, places, `${place}/*`));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !places.includes(`${place}/${name}`));
  return Object.fromEntries(kept.map(([name, item]) => [name, without(item, places, `${place}/${name}`)]));
}
