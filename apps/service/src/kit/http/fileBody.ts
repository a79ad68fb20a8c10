import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';
import { quoted } from '../quotedText.ts';
import { type ArrivalLimits, arriving, requirePlain, tooLarge } from './body.ts';

export interface FileLimits extends ArrivalLimits {
  /** Media types that are taken. */
  readonly types: readonly string[];
}

/**
 * Returns the body of a request as it arrives, never in memory at once; a slow reader slows the sender down. Headers are
 * checked at once: throws unsupported_media_type and payload_too_large.
 */
export function readFile(request: FastifyRequest, reply: FastifyReply, limits: FileLimits): AsyncIterable<Buffer> {
  const { headers } = request;
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  if (!limits.types.includes(type.trim())) {
    const sent = headers['content-type'] === undefined ? 'no Content-Type' : `Content-Type ${quoted(type)}`;
    throw new ProblemError(
      'unsupported_media_type',
      `The body must be the file itself, sent as ${limits.types.join(' or ')}; it came with ${sent}. Save spreadsheets as CSV.`,
      {},
      { Accept: limits.types.join(', ') },
    );
  }
  requirePlain(headers['content-encoding']);
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(reply, limits.maxBytes);
  return arriving(request, reply, limits);
}
