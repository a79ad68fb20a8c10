import { createHash } from 'node:crypto';
import type { Executed } from '../runs/execute.ts';

/** What a route answers. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes to send; null for none. */
  readonly body: string | Uint8Array | null;
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' } as const;

export const json = (value: unknown): Answer => ({ headers: JSON_TYPE, body: JSON.stringify(value) });

/** JSON that rarely changes, with an ETag: a client that has it gets 304. */
export function cachedJson(text: string, headers: Readonly<Record<string, string>> = {}) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return (ifNoneMatch: string | undefined): Answer => {
    const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (known.includes(etag) || known.includes('*'))
      return { status: 304, headers: { ...headers, ETag: etag }, body: null };
    return { headers: { ...JSON_TYPE, ...headers, ETag: etag }, body: text };
  };
}

/**
 * The answer of an execution. The result is JSON already, written in the engine thread: what the service adds is put
 * around it as text, so that a large result is never parsed or written again here.
 */
export function executedJson({ actionId, resultJson, shownInResult, beside }: Executed): Answer {
  const shown = JSON.stringify(shownInResult).slice(1, -1);
  const empty = resultJson.length === 2;
  const head = `{"actionId":${JSON.stringify(actionId)},"result":{${shown}${shown === '' || empty ? '' : ','}`;
  const tail = `,${JSON.stringify(beside).slice(1)}`;
  const body = Buffer.concat([Buffer.from(head), resultJson.subarray(1), Buffer.from(tail)]);
  return { headers: JSON_TYPE, body };
}
