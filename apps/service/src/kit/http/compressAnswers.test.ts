import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { sharedDatabase } from '../../testing/databases.ts';
import { startTestService } from '../../testing/service.ts';

const { brotliDecompressSync, gunzipSync } = zlib;
/** Node.js has it since 22.15. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Buffer) => Buffer };

/** An answer with its bytes as they came. */
function bytesAt(url: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const sent = request(new URL(path, url), { headers }, async (answer) => {
      resolve({ headers: answer.headers, body: await buffer(answer) });
    });
    sent.on('error', reject).end();
  });
}

it('compresses long JSON as the caller accepts it, and nothing else', async () => {
  const database = await sharedDatabase();
  const service = await startTestService(database, { workers: 1 });
  try {
    const path = '/api/v1/openapi.json';
    const plain = await bytesAt(service.url, path);
    const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
    if (zstdDecompressSync !== undefined) unpack.zstd = zstdDecompressSync;
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const { headers, body } = await bytesAt(service.url, path, { 'Accept-Encoding': encoding });
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
      expect(unpacked(body).equals(plain.body)).toBe(true);
      expect(body.length).toBeLessThan(plain.body.length / 4);
    }
    const several = await bytesAt(service.url, path, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(several.headers['content-encoding']).toBe('br');
    const left: [string, string][] = [
      [path, 'identity'],
      [path, 'compress'],
      [path, 'gzip;q=0, br;q=0'],
      ['/healthz', 'gzip, br'], // short
    ];
    for (const [at, accepted] of left) {
      const { headers } = await bytesAt(service.url, at, { 'Accept-Encoding': accepted });
      expect([at, accepted, headers['content-encoding']]).toEqual([at, accepted, undefined]);
    }
  } finally {
    await service.close();
    await database.close();
  }
});
