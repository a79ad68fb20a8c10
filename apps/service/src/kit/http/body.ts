import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseChecked, readJson } from '../json.ts';
import { LARGE_BYTES, type Offload } from '../offload/offload.ts';
import { ProblemError } from '../problem.ts';
import { quoted } from '../quotedText.ts';

/** A body that is read at once must have arrived in full within this time. */
const BODY_SECONDS = 30;

export interface ArrivalLimits {
  readonly maxBytes: number;
  /** Longest duration in all. */
  readonly seconds: number;
  /** Longest pause. */
  readonly idleSeconds: number;
}

/**
 * Reads a body that is JSON. `spend` is called with a number of bytes before they are read, and may throw. Throws
 * unsupported_media_type for anything but plain application/json in UTF-8, and payload_too_large above `maxBytes`.
 */
export async function readBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
  spend: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0;
  if (hasBody) requireJson(headers['content-type'], headers['content-encoding']);
  if (length > maxBytes) throw tooLarge(reply, maxBytes, length <= DISCARDED_BYTES && affords(spend, length));
  let spent = length;
  if (spent > 0) spend(spent);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const limits = { maxBytes, seconds: BODY_SECONDS, idleSeconds: BODY_SECONDS };
  for await (const chunk of arriving(request, reply, limits)) {
    chunks.push(chunk);
    bytes += chunk.length;
    // A body without a length that is large may become as large as it is allowed to be.
    if (bytes > LARGE_BYTES && spent === 0) {
      spent = maxBytes;
      spend(spent);
    }
  }
  return Buffer.concat(chunks);
}

/** Parses a body. Throws validation_error as readJson does; a large body is checked in a thread of its own. */
export async function parseBytes(
  bytes: Buffer,
  offload: Pick<Offload, 'perform'>,
  organizationId?: number,
): Promise<unknown> {
  if (bytes.length <= LARGE_BYTES) return readJson(bytes);
  await offload.perform({ kind: 'check', bytes }, organizationId);
  return parseChecked(bytes);
}

function requireJson(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    const sent = contentType === undefined ? 'no Content-Type' : `Content-Type ${quoted(contentType)}`;
    throw new ProblemError(
      'unsupported_media_type',
      `The body must be JSON in UTF-8 with the header "Content-Type: application/json"; it came with ${sent}.`,
      {},
      { Accept: 'application/json' },
    );
  }
  requirePlain(contentEncoding);
}

/** Throws unsupported_media_type for a compressed body. */
export function requirePlain(contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new ProblemError(
      'unsupported_media_type',
      `The body must not be compressed; it came with Content-Encoding ${quoted(contentEncoding)}.`,
      {},
      { 'Accept-Encoding': 'identity' },
    );
  }
}

/** A body of a known length that is too large is read and thrown away up to this length. */
const DISCARDED_BYTES = 8 * 2 ** 20;

/** Whether bytes could be spent. */
export function affords(spend: (bytes: number) => void, bytes: number): boolean {
  try {
    spend(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where the rest of the body is discarded, Node.js reads it after the answer: a connection that is closed on a caller who still
 * sends is reset, often before the caller has read the answer. Otherwise the connection ends with the answer.
 */
export function tooLarge(reply: FastifyReply, maxBytes: number, isDiscarded = false): ProblemError {
  if (!isDiscarded) reply.header('Connection', 'close');
  return new ProblemError(
    'payload_too_large',
    `The body may have ${maxBytes} bytes here. Send less, or split the call.`,
  );
}

/** A body piece by piece. Throws payload_too_large, and validation_error where it does not come in time. */
export async function* arriving(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: ArrivalLimits,
): AsyncGenerator<Buffer> {
  const deadline = performance.now() + limits.seconds * 1000;
  // Left open when it is not read to its end, so that the answer can still be sent.
  const pieces = request.raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const patience = Math.min(limits.idleSeconds * 1000, deadline - performance.now());
      const piece = await within(patience, pieces.next());
      if (piece === null) throw late(reply);
      if (piece.done === true) return;
      bytes += piece.value.length;
      if (bytes > limits.maxBytes) throw tooLarge(reply, limits.maxBytes);
      yield piece.value;
    }
  } finally {
    void pieces.return?.()?.catch(() => {});
  }
}

/** Returns the value of a promise, or null after a timeout. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise, patience]);
  } finally {
    clearTimeout(timer);
  }
}

function late(reply: FastifyReply): ProblemError {
  reply.header('Connection', 'close');
  return new ProblemError('validation_error', 'The request did not arrive in full in time. Send it again.');
}
