import { createHash } from 'node:crypto';
import type { Header } from './parameters.ts';

/** Answer of a route. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes to send, a stream of bytes, or null for none. */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' } as const;

export const json = (value: unknown): Answer => jsonText(JSON.stringify(value));

/** JSON that was written already. */
export const jsonText = (text: string): Answer => ({ headers: JSON_TYPE, body: text });

/** JSON that was written already, as bytes. */
export const jsonBytes = (body: Uint8Array): Answer => ({ headers: JSON_TYPE, body });

/** A path as clients reach it, behind whatever name the service has. */
export const pathBelow = (baseUrl: string, path: string): string => new URL(baseUrl).pathname.replace(/\/$/, '') + path;

export const ETAG: Header = { description: 'Changes with the content', schema: { type: 'string' } };

/** JSON that rarely changes, with an ETag: a client that has it gets 304. The tag is weak, since compressed bytes have the same one (RFC 9110, 8.8.1). */
export function cachedJson(text: string, headers: Readonly<Record<string, string>> = {}) {
  const opaque = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const etag = `W/${opaque}`;
  return (ifNoneMatch: string | undefined): Answer => {
    const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    if (known.includes(opaque) || known.includes('*'))
      return { status: 304, headers: { ...headers, ETag: etag }, body: null };
    return { headers: { ...JSON_TYPE, ...headers, ETag: etag }, body: text };
  };
}
