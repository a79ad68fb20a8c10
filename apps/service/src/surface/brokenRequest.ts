import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { problems } from '@hinterland/contract';

export const newRequestId = (): string => `req_${randomBytes(12).toString('hex')}`;

/** Answers bytes that are no HTTP request with a problem; the connection ends with it. */
export const answerBrokenRequest =
  (baseUrl: () => string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const code = tooLarge ? 'payload_too_large' : 'validation_error';
    const status = tooLarge ? 431 : late ? 408 : 400;
    const detail = tooLarge
      ? 'The headers of the request are too large.'
      : late
        ? 'The request did not arrive in full in time.'
        : 'This is not a valid HTTP request.';
    const id = newRequestId();
    const { title } = problems[code];
    const type = `${baseUrl()}/problems/${code}`;
    const body = JSON.stringify({ type, title, status, detail, instance: `urn:request:${id}`, error: code });
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${id}\r\n` +
        `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
