import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openZipEntry } from '../files/zip.ts';
import { block, pbfBytes } from '../pbf/testing/encodePbf.ts';
import { testFolder } from '../testing/folder.ts';
import { zipOf } from '../testing/zip.ts';
import { PlaceFolder } from '../world/placeFolder.ts';
import { redirect } from './answer.ts';
import { DownloadCache } from './cache.ts';
import { fetchFiles } from './fetchFiles.ts';
import type { RemoteFile } from './remoteFile.ts';
import { type Asked, startFaultyMirror } from './testing/faultyMirror.ts';
import { makeTransport, type Transport } from './transport.ts';

const folder = await testFolder();
const mirror = await startFaultyMirror();
afterAll(() => mirror.close());

const HOST = 'https://download.example.org';
const PATH = '/download.example.org/area-latest.osm.pbf';
const DATED = '/download.example.org/area-161109.osm.pbf';
const PBF = Buffer.from(
  pbfBytes([
    block({ dense: Array.from({ length: 400 }, (_, i) => ({ id: i + 1, lat: 35 + i / 977, lng: 14 + i / 613 })) }),
  ]),
);
const ZIP = zipOf({ 'table.csv': 'cell,people\n'.repeat(4000) });
const source = {
  purpose: 'test',
  source: 'Test',
  licence: 'CC0-1.0',
  attribution: 'Test',
  page: 'https://example.org',
};
const EXTRACT: RemoteFile = {
  ...source,
  url: `${HOST}/area-latest.osm.pbf`,
  kind: 'pbf',
  md5: `${HOST}/area-latest.osm.pbf.md5`,
};
const TABLE: RemoteFile = { ...source, url: `${HOST}/table.zip`, kind: 'zip' };
const LIMITS = { idleMilliseconds: 300, backoffMilliseconds: 5, mostFaults: 3, longestWaitSeconds: 2 };

let number = 0;
let cache: DownloadCache;
let asked: string[];
beforeEach(() => {
  cache = new DownloadCache(join(folder.path, `cache-${++number}`));
  mirror.fault = () => false;
  mirror.files.clear();
  mirror.files.set(PATH, PBF);
  mirror.files.set('/download.example.org/table.zip', ZIP);
  mirror.forget();
  asked = [];
  mirror.asked = ({ request }) => void asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim());
});
const fetch = async (file: RemoteFile, refresh = false, transport: Transport = makeTransport({ mirror: mirror.url })) =>
  (await fetchFiles([file], { cache, transport, limits: LIMITS, refresh }))[0]!;

/** The bytes with one turned in the middle of what is packed. */
function turned(bytes: Buffer, at = Math.floor(bytes.length / 2)): Buffer {
  const wrong = Buffer.from(bytes);
  wrong[at]! ^= 0x10;
  return wrong;
}

describe('what no published sum verifies', () => {
  it.each([
    ['an archive', TABLE, ZIP],
    ['an extract without a sum', { ...EXTRACT, md5: undefined }, PBF],
  ])('is read through by its own sums: %s', async (_, file, content) => {
    const path = new URL(file.url).pathname;
    const whole = `/download.example.org${path}`;
    // One byte is wrong the first time: the file is fetched once more, and stays as it should be.
    mirror.fault = ({ before, response }) => {
      if (before > 0) return false;
      response.end(turned(content));
      return true;
    };
    const locked = await fetch(file as RemoteFile);
    expect(locked.checked).toBe('content');
    expect(locked.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    // Where the server has it so, nothing stays in the cache.
    cache = new DownloadCache(join(folder.path, `cache-${++number}`));
    mirror.files.set(whole, turned(content));
    mirror.fault = () => false;
    await expect(fetch(file as RemoteFile)).rejects.toThrow(/is (cut short or )?damaged.*The server has it so/);
    expect(await readdir(join(cache.folder, 'files')).catch(() => [])).toEqual([]);
    mirror.files.set(whole, content);
    expect((await fetch(file as RemoteFile)).checked).toBe('content');
  });

  it('is a file that can be dropped, and is fetched anew', async () => {
    const first = await fetch(TABLE);
    await cache.drop(first);
    expect(await cache.find(TABLE.url)).toBeUndefined();
    asked = [];
    expect((await fetch(TABLE)).sha256).toBe(first.sha256);
    expect(asked).toHaveLength(1);
  });
});

describe('servers that lead to a dated file', () => {
  const leads = ({ request, response }: Asked): boolean => {
    if (!request.url!.includes('latest')) return false;
    response.writeHead(302, {
      Location: `${HOST}${request.url!.replace('/download.example.org', '').replace('latest', '161109')}`,
    });
    response.end();
    return true;
  };
  beforeEach(() => {
    const sum = Buffer.from(`${createHash('md5').update(PBF).digest('hex')}  area-161109.osm.pbf\n`);
    for (const path of [PATH, DATED]) {
      mirror.files.set(path, PBF);
      mirror.files.set(`${path}.md5`, sum);
    }
    mirror.fault = leads;
  });

  it('have their sums read behind the redirect, and wrong content found', async () => {
    expect((await fetch(EXTRACT)).checked).toBe('md5');
    cache = new DownloadCache(join(folder.path, `cache-${++number}`));
    mirror.files.set(DATED, Buffer.from(pbfBytes([block({ dense: [{ id: 1, lat: 1, lng: 1 }] })])));
    await expect(fetch(EXTRACT)).rejects.toThrow(/its MD5 sum is .* and the published one is/);
  });

  it('are asked at the last address whether they have something newer, and send no body where they have not', async () => {
    const first = await fetch(EXTRACT);
    const sent = mirror.sentBytes;
    asked = [];
    mirror.fault = (one) => {
      if (leads(one)) return true;
      if (one.request.headers['if-none-match'] !== one.etag) return false;
      one.response.writeHead(304).end();
      return true;
    };
    expect((await fetch(EXTRACT, true)).sha256).toBe(first.sha256);
    expect(asked).toEqual([`${PATH} ${first.etag}`, `${DATED} ${first.etag}`]);
    expect(mirror.sentBytes).toBe(sent);
  });

  it('are followed over https alone, and a mirror that leads on within itself, too', async () => {
    expect(redirect('http://other.example.org/a.zip', new URL(EXTRACT.url)).href).toBe(
      'https://other.example.org/a.zip',
    );
    mirror.fault = ({ request, response }) => {
      if (!request.url!.includes('latest')) return false;
      response.writeHead(302, { Location: request.url!.replace('latest', '161109') }).end();
      return true;
    };
    expect((await fetch(EXTRACT)).checked).toBe('md5');
  });

  it('have no sum where that is not there, and the file is read through', async () => {
    mirror.files.delete(`${DATED}.md5`);
    expect((await fetch(EXTRACT)).checked).toBe('content');
  });
});

describe('sentences', () => {
  it('name the next step of the file that is not there', async () => {
    mirror.files.clear();
    await expect(fetch({ ...TABLE, otherwise: 'leave it out' })).rejects.toThrow(
      /page of the source, or leave it out\.?$/,
    );
    await expect(fetch(TABLE)).rejects.toThrow(/look at the page of the source$/);
  });

  it('come at once where the name of a host is not found', async () => {
    const started: number[] = [];
    const public_ = makeTransport({
      environment: {},
      addressesOf: async () => {
        started.push(Date.now());
        throw Object.assign(new Error('not found'), { code: 'EAI_AGAIN' });
      },
    });
    await expect(fetch(TABLE, false, public_)).rejects.toThrow(
      /download\.example\.org was not found; there may be no network/,
    );
    expect(started).toHaveLength(1);
  });

  it('say how much an archive unpacks to before it fills the disk, and leave nothing of it', async () => {
    const path = join(folder.path, 'large.zip');
    await writeFile(path, zipOf({ 'large.tif': Buffer.alloc(5_000_000) }));
    await expect(openZipEntry(path, undefined, ['.tif'], 1_000_000)).rejects.toThrow(
      /large\.tif unpacks to 0\.0 GB, and the disk has/,
    );
    const place = new PlaceFolder(join(folder.path, 'place'));
    await cache.put(await cache.take(path, { url: TABLE.url, checked: 'unchecked' }), place.file('bad.zip'));
    await writeFile(place.file('bad.zip'), turned(zipOf({ 'a.tif': 'x'.repeat(10_000) }), 60));
    await expect(place.unpack('bad.zip', '.tif')).rejects.toThrow();
    expect(await readdir(join(place.path, 'data'))).toEqual(['bad.zip']);
  });
});
