import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@hinterland/geo';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { DownloadCache } from './cache.ts';
import { FetchFault } from './fetchFault.ts';
import { fetchFiles } from './fetchFiles.ts';
import type { RemoteFile } from './remoteFile.ts';
import { type Asked, etagOf, type Fault, serveRange, startFaultyMirror } from './testing/faultyMirror.ts';
import { makeTransport } from './transport.ts';

const folder = await testFolder();
const mirror = await startFaultyMirror();
afterAll(() => mirror.close());

/** Bytes that do not compress. */
const noise = (seed: number, length: number): Buffer => {
  const random = new SeededRandom(seed);
  return Buffer.from(Uint8Array.from({ length }, () => Math.floor(random.next() * 256)));
};
const ZIP = zipOf({ 'table.csv': noise(1, 300_000) });
/** What the server has after it replaced the file. */
const NEWER = zipOf({ 'table.csv': noise(2, 320_000) });
const SHORTER = zipOf({ 'table.csv': noise(3, 100_000) });
const PATH = '/files.example.org/data/table.zip';
const MD5 = createHash('md5').update(ZIP).digest('hex');

const FILE: RemoteFile = {
  url: 'https://files.example.org/data/table.zip',
  kind: 'zip',
  purpose: 'test',
  source: 'Test',
  licence: 'CC0-1.0',
  attribution: 'Test',
  page: 'https://example.org',
};

const LIMITS = { idleMilliseconds: 300, backoffMilliseconds: 5, mostFaults: 4, longestWaitSeconds: 2 };
let number = 0;
let cache: DownloadCache;
beforeEach(() => {
  cache = new DownloadCache(join(folder.path, `cache-${++number}`));
  mirror.fault = () => false;
  mirror.files.clear();
  mirror.files.set(PATH, ZIP);
  mirror.forget();
});
const fetch = async (file: RemoteFile = FILE) => {
  const transport = makeTransport({ mirror: mirror.url, connectMilliseconds: 500 });
  const [locked] = await fetchFiles([file], { cache, transport, limits: LIMITS });
  return { ...locked!, content: await readFile(cache.pathOf(locked!)) };
};
const wholeFiles = () => readdir(join(cache.folder, 'files')).catch(() => []);

/** Sends the head of a whole answer, a part of the body, and then does something else. */
function cutAfter({ response, from, content, etag }: Asked, bytes: number, then: 'destroy' | 'stall'): void {
  const body = content.subarray(from ?? 0);
  response.writeHead(from === undefined ? 200 : 206, {
    ETag: etag,
    'Content-Length': body.length,
    ...(from === undefined ? {} : { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  });
  response.write(body.subarray(0, bytes), () => {
    if (then === 'destroy') setTimeout(() => response.destroy(), 60);
  });
}

/** The first request ends early, so that the next one asks for a range; what then answers is the fault. */
const onResume =
  (answer: (asked: Asked) => void): Fault =>
  (asked) => {
    if (asked.request.url !== PATH) return false;
    if (asked.before === 0) cutAfter(asked, 100_000, 'destroy');
    else if (asked.before === 1) answer(asked);
    else return false;
    return true;
  };
const always =
  (answer: (asked: Asked) => void): Fault =>
  (asked) => {
    answer(asked);
    return true;
  };
const once =
  (answer: (asked: Asked) => void, times = 1): Fault =>
  (asked) => {
    if (asked.before >= times) return false;
    answer(asked);
    return true;
  };
const html = ({ response }: Asked, status = 200) =>
  response
    .writeHead(status, { 'Content-Type': 'text/html' })
    .end('<!DOCTYPE html><title>We are being improved</title>');

/** Faults after which the same call ends with the right bytes. */
const RESUMED: Readonly<Record<string, Fault>> = {
  'a body that ends early': once((asked) => cutAfter(asked, 100_000, 'destroy')),
  'a body that ends early three times, each time further on': once((asked) => cutAfter(asked, 60_000, 'destroy'), 3),
  'a body that stands still': once((asked) => cutAfter(asked, 100_000, 'stall')),
  'a body without a length that ends early': once(({ response, content, etag }) => {
    response.writeHead(200, { ETag: etag });
    response.write(content.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 60));
  }),
  '200 with the whole file in place of 206': onResume((asked) => serveRange({ ...asked, from: undefined })),
  '206 that begins before the wanted byte': onResume((asked) => serveRange({ ...asked, from: 60_000 })),
  '206 that begins after the wanted byte': onResume((asked) => serveRange({ ...asked, from: 150_000 })),
  '416 with a page although bytes are missing': onResume((asked) => html(asked, 416)),
  'a gateway that refuses ranges': onResume((asked) => html(asked, 501)),
  'a gateway that forbids ranges': onResume((asked) => html(asked, 403)),
  'ranges although Accept-Ranges says none': onResume((asked) => serveRange(asked, { 'Accept-Ranges': 'none' })),
  'no ranges at all, and three early ends': (asked) => {
    if (asked.before < 3) cutAfter({ ...asked, from: undefined }, 50_000 + 50_000 * asked.before, 'destroy');
    else serveRange({ ...asked, from: undefined });
    return true;
  },
  '500 twice': once((asked) => html(asked, 500), 2),
  '503 with Retry-After': once(({ response }) => response.writeHead(503, { 'Retry-After': '1' }).end()),
  '429 with Retry-After': once(({ response }) => response.writeHead(429, { 'Retry-After': '1' }).end()),
  'a connection that is closed at once': once(({ request }) => request.socket.destroy(), 2),
  'a packed body although none was asked for': always(({ response, content, etag }) =>
    response.writeHead(200, { ETag: etag, 'Content-Encoding': 'gzip' }).end(gzipSync(content)),
  ),
  'a redirect': once(({ response }) => response.writeHead(302, { Location: '?moved=1' }).end()),
  'a longer body than the length says, once': once((asked) => {
    const { response, content, etag } = asked;
    response.writeHead(206, { ETag: etag, 'Content-Range': `bytes 0-${content.length - 3}/${content.length - 2}` });
    response.end(content);
  }),
  'a damaged file once, and the right one after': once(({ response, content, etag }) =>
    response.writeHead(200, { ETag: etag, 'Content-Length': 50_000 }).end(content.subarray(0, 50_000)),
  ),
};

/** Faults that end in a sentence with the file and the next step. */
const SENTENCES: Readonly<Record<string, readonly [Fault, RegExp]>> = {
  'a web page in place of the file': [
    always((asked) => html(asked)),
    /sends a web page .*We are being improved.*--from/,
  ],
  'another kind of file': [
    always(({ response }) => response.end(Buffer.from('II*\0 not a zip'))),
    /first bytes are not those of a zip archive/,
  ],
  'an empty file': [always(({ response }) => response.writeHead(200, { 'Content-Length': 0 }).end()), /it is empty/],
  'a file that is cut short on the server': [
    always(({ response, content }) => response.end(content.subarray(0, 50_000))),
    /cut short or damaged.*another source/,
  ],
  'a page to sign in': [
    always(({ response }) =>
      response.writeHead(302, { Location: 'https://osm.example.org/oauth2/authorize?x=1' }).end(),
    ),
    /needs an account.*osm\.example\.org.*--from/,
  ],
  '401': [always((asked) => html(asked, 401)), /needs an account.*--from/],
  '403': [always((asked) => html(asked, 403)), /refuses programs \(403\).*--from/],
  '404': [always((asked) => html(asked, 404)), /no such file \(404\).*newer name/],
  '410': [always((asked) => html(asked, 410)), /no such file \(410\)/],
  '429 with a long wait': [
    always(({ response }) => response.writeHead(429, { 'Retry-After': '3600' }).end()),
    /asks to wait \(429, for 3600 s\).*same command again/,
  ],
  '503 for good': [always((asked) => html(asked, 503)), /out of service \(503\).*same command again/],
  '500 for good': [always((asked) => html(asked, 500)), /has a fault \(500\).*same command again/],
  'redirects without an end': [
    always(({ response }) => response.writeHead(302, { Location: 'table.zip' }).end()),
    /more than 5 redirects/,
  ],
  'a file that ends early each time': [
    always(({ response, etag }) => {
      response.writeHead(200, { ETag: etag, 'Content-Length': 300_000 });
      response.write(Buffer.alloc(0));
      response.destroy();
    }),
    /(connection ended after 0 bytes|does not answer).*goes on where it stopped/,
  ],
};

describe('faults of servers', () => {
  const right = createHash('sha256').update(ZIP).digest('hex');

  it.each(Object.entries(RESUMED))('%s: resumed', async (_name, fault) => {
    mirror.fault = fault;
    const got = await fetch();
    expect(got.sha256).toBe(right);
    expect(got.content.equals(ZIP)).toBe(true);
    expect(await readdir(join(cache.folder, 'parts'))).toEqual([]);
  });

  it.each(Object.entries(SENTENCES))(
    '%s: one sentence, and a second run ends with the same bytes',
    async (_name, [fault, sentence]) => {
      mirror.fault = fault;
      const failure = await fetch().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(FetchFault);
      expect((failure as Error).message).toMatch(/^https:\/\/files\.example\.org\/data\/table\.zip/);
      expect((failure as Error).message).toMatch(sentence);
      expect(await wholeFiles()).toEqual([]);
      mirror.fault = () => false;
      expect((await fetch()).sha256).toBe(right);
    },
  );

  it('a server that is not there: one sentence, and a second run ends with the same bytes', async () => {
    const transport = makeTransport({ mirror: 'http://127.0.0.1:9', connectMilliseconds: 500 });
    await expect(fetchFiles([FILE], { cache, transport, limits: LIMITS })).rejects.toThrow(
      /does not answer \(ECONNREFUSED\)/,
    );
    expect((await fetch()).sha256).toBe(right);
  });

  it.each([
    ['of another size', NEWER],
    ['that is shorter than what is there', SHORTER],
  ])('a file replaced in the middle by one %s: the new one, whole', async (_name, newer) => {
    mirror.fault = once((asked) => {
      cutAfter(asked, 200_000, 'destroy');
      mirror.files.set(PATH, newer);
    });
    expect((await fetch()).content.equals(newer)).toBe(true);
  });

  it('a file replaced in the middle, by a server that does not obey If-Range', async () => {
    mirror.fault = (asked) => {
      if (asked.before === 0) {
        cutAfter(asked, 200_000, 'destroy');
        mirror.files.set(PATH, NEWER);
        return true;
      }
      const from = Number(/^bytes=(\d+)/.exec(asked.request.headers.range ?? '')?.[1] ?? Number.NaN);
      serveRange({ ...asked, from: Number.isNaN(from) ? undefined : from, etag: etagOf(asked.content) });
      return true;
    };
    expect((await fetch()).content.equals(NEWER)).toBe(true);
  });

  describe('published sums', () => {
    const withSum = { ...FILE, md5: `${FILE.url}.md5` };
    const sum = (text: string) => mirror.files.set(`${PATH}.md5`, Buffer.from(text));

    it('are verified; where there is none the content is, by its own sums', async () => {
      expect((await fetch(withSum)).checked).toBe('content');
      cache = new DownloadCache(join(folder.path, 'checked'));
      sum(`${MD5}  table.zip\n`);
      expect((await fetch(withSum)).checked).toBe('md5');
    });

    it('that are older than the file are read once more', async () => {
      sum(`${'0'.repeat(32)}  table.zip\n`);
      mirror.fault = ({ request, before }) => {
        if (request.url?.endsWith('.md5') && before === 0) setTimeout(() => sum(MD5), 0);
        return false;
      };
      expect((await fetch(withSum)).checked).toBe('md5');
    });

    it('that stay wrong are named with the right one', async () => {
      sum(`${'0'.repeat(32)}  table.zip\n`);
      await expect(fetch(withSum)).rejects.toThrow(new RegExp(`MD5 sum is ${MD5} and the published one is 0{32}`));
      expect(await wholeFiles()).toEqual([]);
    });
  });

  it('goes on in a later process where an earlier one stopped', async () => {
    mirror.fault = always((asked) => (asked.before === 0 ? cutAfter(asked, 200_000, 'destroy') : html(asked, 500)));
    await expect(fetch()).rejects.toThrow(/has a fault/);
    mirror.fault = () => false;
    mirror.forget();
    const { size } = await stat(cache.partOf(FILE.url));
    expect(size).toBeGreaterThan(0);
    expect((await fetch()).sha256).toBe(right);
    expect(mirror.sentBytes).toBe(ZIP.length - size);
  });

  it('takes what was fetched by hand', async () => {
    mirror.fault = always((asked) => html(asked, 403));
    await folder.write('table.zip', ZIP);
    const transport = makeTransport({ mirror: mirror.url });
    const [taken] = await fetchFiles([FILE], { cache, transport, limits: LIMITS, from: folder.path });
    expect(taken!.sha256).toBe(right);
  });

  it('refuses another content than the lock names', async () => {
    const locked = await fetch();
    mirror.files.set(PATH, NEWER);
    const elsewhere = new DownloadCache(join(folder.path, 'elsewhere'));
    const transport = makeTransport({ mirror: mirror.url });
    const { content: _, ...entry } = locked;
    await expect(fetchFiles([FILE], { cache: elsewhere, transport, limits: LIMITS, locked: [entry] })).rejects.toThrow(
      /lock file names the content .* and the server has .* now.*territory update/,
    );
  });

  it('says before it begins that the disk is too small', async () => {
    await expect(fetch({ ...FILE, megabytes: 1e12 })).rejects.toThrow(
      /need about .* GB and the disk of .* has .* GB\..*--cache/,
    );
  });

  it('connects to public addresses over https alone', async () => {
    const transport = makeTransport({
      environment: {},
      addressesOf: async () => {
        throw Object.assign(new Error('no'), { name: 'BlockedAddress' });
      },
    });
    const of = (url: string) => fetchFiles([{ ...FILE, url }], { cache, transport, limits: LIMITS });
    await expect(of('http://files.example.org/table.zip')).rejects.toThrow(/no https address/);
    await expect(of('https://inner.example.org/table.zip')).rejects.toThrow(
      /inner\.example\.org is not a public address/,
    );
  });
});
