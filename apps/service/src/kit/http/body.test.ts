import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type ArrivalLimits, arriving } from './body.ts';

const LIMITS: ArrivalLimits = { maxBytes: 10, seconds: 5, idleSeconds: 5 };

/** Reads a body that a test writes; answers what came, or the code of the problem. */
async function read(raw: PassThrough, limits: Partial<ArrivalLimits>) {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
  const pieces: Buffer[] = [];
  try {
    const request = { raw } as unknown as FastifyRequest;
    for await (const piece of arriving(request, reply as unknown as FastifyReply, { ...LIMITS, ...limits })) {
      pieces.push(piece);
    }
    return { text: Buffer.concat(pieces).toString(), headers };
  } catch (error) {
    return { code: (error as { code?: string }).code, headers };
  }
}

describe('bodies that arrive piece by piece', () => {
  it('are read to their end', async () => {
    const raw = new PassThrough();
    raw.write('abc');
    raw.end('def');
    expect(await read(raw, {})).toEqual({ text: 'abcdef', headers: {} });
  });

  it('D10 end with the connection where they are too large, which the answer can still be sent on', async () => {
    const raw = new PassThrough();
    raw.write('01234567890');
    expect(await read(raw, {})).toEqual({ code: 'payload_too_large', headers: { Connection: 'close' } });
    expect(raw.destroyed).toBe(false);
  });

  it.each([
    ['nothing comes for too long', { idleSeconds: 0.05 }],
    ['they take too long in all', { seconds: 0.05 }],
  ])('end where %s', async (_, limits) => {
    const raw = new PassThrough();
    raw.write('a');
    expect(await read(raw, limits)).toEqual({ code: 'validation_error', headers: { Connection: 'close' } });
    raw.destroy();
  });
});
