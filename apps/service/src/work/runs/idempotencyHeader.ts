import { LIMITS } from '@hinterland/contract';

/**
 * The key in a header Idempotency-Key, or null. Both forms are taken, abc and "abc" (a structured field string). What
 * cannot be a key (empty, too long, control or non-ASCII characters) is ignored: the call then counts as a new run.
 */
export function headerKey(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed);
  const key = quoted === null ? trimmed : (quoted[1] as string).replace(/\\(["\\])/g, '$1');
  if (key.length > LIMITS.idempotencyKeyCharacters || !/^[\x20-\x7e]+$/.test(key)) return null;
  return key;
}
