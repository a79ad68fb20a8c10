import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from '../json.ts';
import { ProblemError } from '../problem.ts';

/** The JSON body of a request that may do without one: then undefined. Throws as readBody does. */
export async function readOptionalBody(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<unknown> {
  const bytes = await readBytes(request, reply, maxBytes);
  return bytes.length === 0 ? undefined : readJson(bytes);
}

/**
 * The JSON body of a request. Throws unsupported_media_type for anything but plain application/json in UTF-8,
 * payload_too_large above `maxBytes`, and validation_error as readJson does.
 */
export async function readBody(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<unknown> {
  return readJson(await readBytes(request, reply, maxBytes));
}

async function readBytes(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<Buffer> {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0;
  if (hasBody) requireJson(headers['content-type'], headers['content-encoding']);
  if (length > maxBytes) throw tooLarge(reply, maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(reply, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
    const sent = contentType === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(contentType)}`;
    throw new ProblemError(
      'unsupported_media_type',
      `The body must be JSON in UTF-8 with the header "Content-Type: application/json"; it came with ${sent}.`,
      {},
      { Accept: 'application/json' },
    );
  }
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new ProblemError(
      'unsupported_media_type',
      `The body must not be compressed; it came with Content-Encoding ${JSON.stringify(contentEncoding)}.`,
      {},
      { 'Accept-Encoding': 'identity' },
    );
  }
}

/** The rest of the body is not read: the connection ends with the answer. */
function tooLarge(reply: FastifyReply, maxBytes: number): ProblemError {
  reply.header('Connection', 'close');
  return new ProblemError(
    'payload_too_large',
    `The body may have ${maxBytes} bytes here. Send less, or split the call.`,
  );
}
