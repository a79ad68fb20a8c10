import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit in a packet or two as they are. */
const SHORTEST_BYTES = 2048;

/** Longer answers are compressed by threads beside the one that answers. */
const LONGEST_AT_ONCE_BYTES = 16_384;

/** JSON of every kind and tables as text. Pages carry secrets beside what visitors wrote, streams of events must not wait. */
const COMPRESSED = /^(application\/([a-z.-]+\+)?json|application\/x-ndjson|text\/csv)\b/;

/** Levels that take about as long as writing the JSON did; higher ones save a tenth of the bytes for many times the time. */
const ZLIB = { level: 4 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses long answers of routes that are added afterwards, where the caller accepts it; files and tiles are compressed already. */
export function compressAnswers(app: FastifyInstance): void {
  app.register(compress, {
    globalDecompression: false,
    threshold: SHORTEST_BYTES,
    syncThreshold: LONGEST_AT_ONCE_BYTES,
    customTypes: (type) => COMPRESSED.test(type),
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: BROTLI,
    zlibOptions: ZLIB,
  });
}
