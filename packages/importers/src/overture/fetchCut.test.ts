import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '@hinterland/geo';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DownloadCache } from '../fetch/cache.ts';
import { FetchFault } from '../fetch/fetchFault.ts';
import type { LockedFile } from '../fetch/lock.ts';
import { type Asked, contentRange, etagOf, type Fault, serveRange } from '../fetch/testing/faultyMirror.ts';
import { makeTransport } from '../fetch/transport.ts';
import { testFolder } from '../testing/folder.ts';
import { type CutOptions, fetchCut } from './fetchCut.ts';
import {
  CATALOGUE_PATH,
  manifestPath,
  pathOf,
  releaseFacts,
  releaseFiles,
  startOvertureMirror,
} from './testing/overtureMirror.ts';
import { type OvertureTheme, THEMES } from './themes.ts';

const NEWEST = '2026-07-22.0';
const BEFORE = '2026-06-17.0';
const folder = await testFolder();
const mirror = await startOvertureMirror();
afterAll(() => mirror.close());
const facts = await releaseFacts();
const files = await releaseFiles([NEWEST, BEFORE]);
const boxOf = (name: keyof typeof facts.boxes): Box => {
  const [west, south, east, north] = facts.boxes[name];
  return { west, south, east, north };
};
const ADDRESSES = pathOf(NEWEST, 'addresses');

let number = 0;
let cache: DownloadCache;
const serve = (content: ReadonlyMap<string, Buffer>) => {
  mirror.files.clear();
  for (const [path, bytes] of content) mirror.files.set(`/${path}`, bytes);
};
beforeEach(() => {
  cache = new DownloadCache(join(folder.path, `cache-${++number}`));
  mirror.fault = () => false;
  mirror.forget();
  mirror.requests.length = 0;
  mirror.mostAtOnce = 0;
  serve(files);
});

const LIMITS = { idleMilliseconds: 300, backoffMilliseconds: 5, mostFaults: 4, longestWaitSeconds: 2 };
async function cut(
  theme: OvertureTheme = 'addresses',
  box: Box = boxOf('middle'),
  more: Partial<CutOptions> = {},
): Promise<{ locked: LockedFile; text: string; features: { properties: Record<string, unknown> }[] }> {
  const transport = makeTransport({ mirror: mirror.url, connectMilliseconds: 500 });
  const locked = await fetchCut(theme, { box }, { cache, transport, limits: LIMITS, ...more });
  const text = await readFile(cache.pathOf(locked), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  return { locked, text, features: lines.map((line) => JSON.parse(line)) };
}

/** Bytes of the columns that are read in the row groups whose boxes touch a box, as pyarrow has them. */
function neededBytes(theme: OvertureTheme, { west, east }: Box): number {
  const { groups } = facts.files[THEMES[theme].type as 'address'];
  const columns = [...THEMES[theme].columns, 'bbox'];
  return groups
    .filter(({ bbox }) => bbox.xmin[0] <= east && bbox.xmax[1] >= west)
    .flatMap(({ chunks }) => Object.entries(chunks))
    .filter(([path]) => columns.includes(path.split('.')[0]!))
    .reduce((sum, [, [start, end]]) => sum + end - start, 0);
}

/** Bytes of Parquet files that the mirror sent. */
const sent = () => mirror.requests.reduce((sum, { from, to }) => sum + to - from + 1, 0);

describe('rows of Overture by ranges', () => {
  it.each(['middle', 'small'] as const)(
    'are those that pyarrow finds in the box "%s", for at most twice their bytes',
    async (name) => {
      const { features, locked } = await cut('addresses', boxOf(name));
      expect(features.map(({ properties }) => properties.id)).toEqual(facts.files.address.within[name]);
      const needed = neededBytes('addresses', boxOf(name));
      expect(needed).toBeGreaterThan(40_000);
      expect(sent()).toBeLessThanOrEqual(2 * needed);
      expect(mirror.requests.every(({ path }) => decodeURIComponent(path) === ADDRESSES)).toBe(true);
      expect(mirror.mostAtOnce).toBeLessThanOrEqual(4);
      // No byte twice.
      const [part] = locked.parts!;
      expect(part!.ranges.reduce((sum, [start, end]) => sum + end - start, 0)).toBe(sent());
    },
  );

  it('ask nothing of row groups whose boxes lie elsewhere', async () => {
    await cut();
    const { groups } = facts.files.address;
    const touched = groups.map(({ chunks }) => {
      const start = Math.min(...Object.values(chunks).map(([from]) => from));
      const end = Math.max(...Object.values(chunks).map(([, to]) => to));
      return mirror.requests.some(({ from, to }) => from >= 4 && from < end && to >= start);
    });
    expect(touched).toEqual([false, false, true, true, false, false]);
  });

  it('leave out contacts, the sea, and areas beside the box', async () => {
    const places = await cut('places');
    expect(places.features.length).toBe(facts.files.place.within.middle!.length);
    expect(places.text).not.toMatch(/example\.org|\+43/);
    expect(places.features[0]!.properties).toMatchObject({ names: { primary: expect.stringMatching(/^Probeladen/) } });
    expect(places.locked).toMatchObject({
      source: 'Overture Maps, shops and other places of business, 2026-07-22.0',
      licence: 'CC0-1.0 AND CDLA-Permissive-2.0',
      attribution: 'Overture Maps Foundation, overturemaps.org, with AllThePlaces, meta',
    });
    const buildings = await cut('buildings');
    expect(buildings.features.map(({ properties }) => properties.id)).toEqual(facts.files.building.within.middle);
    const { features } = await cut('divisions');
    expect(features.map(({ properties }) => (properties.names as { primary: string }).primary)).toEqual([
      'Österreich',
      'Niederösterreich',
      'Krems',
      'Stein',
      'Mitterau',
    ]);
  });

  it('have no row where no file reaches', async () => {
    const { text } = await cut('addresses', { west: 100, south: 40, east: 101, north: 41 });
    expect([text, mirror.requests]).toEqual(['', []]);
  });
});

describe('releases', () => {
  it('are taken from the catalogue file by file where a release has no list', async () => {
    const content = new Map(files);
    content.delete(manifestPath(NEWEST));
    const base = `stac.overturemaps.org/${NEWEST}`;
    const set = (path: string, value: unknown) => content.set(`${base}/${path}`, Buffer.from(JSON.stringify(value)));
    set('catalog.json', {
      links: [
        { rel: 'child', href: './places/catalog.json' },
        { rel: 'child', href: './addresses/catalog.json' },
      ],
    });
    set('places/catalog.json', { links: [{ rel: 'child', href: './place/collection.json' }] });
    set('addresses/catalog.json', { links: [{ rel: 'child', href: './address/collection.json' }] });
    set('addresses/address/collection.json', { links: [{ rel: 'item', href: './00000/00000.json' }] });
    const href = `s3://overturemaps-us-west-2/${ADDRESSES.slice(ADDRESSES.indexOf('release/'))}`;
    set('addresses/address/00000/00000.json', { bbox: [9, 40, 30, 60], assets: { any: { href } } });
    serve(content);
    expect((await cut()).features.length).toBe(936);

    set('addresses/address/00000/00000.json', {
      bbox: [9, 40, 30, 60],
      assets: { any: { href: 'https://else.example.org/release/a.parquet' } },
    });
    content.delete(manifestPath(BEFORE));
    cache = new DownloadCache(join(folder.path, 'elsewhere'));
    serve(content);
    await expect(cut()).rejects.toThrow(FetchFault);
  });

  it('that are published in part give way to the one before, which is said', async () => {
    const content = new Map(files);
    content.delete(manifestPath(NEWEST));
    serve(content);
    const notes: string[] = [];
    const { locked } = await cut('addresses', boxOf('small'), { note: (text) => notes.push(text) });
    expect(locked.url).toContain(`/release/${BEFORE}/`);
    expect(notes).toEqual([
      expect.stringMatching(/release 2026-07-22\.0 is not whole, so the one before it was taken/),
    ]);
  });

  it('are asked for each time, and rows of one that is there are not fetched again', async () => {
    await cut();
    mirror.requests.length = 0;
    await cut();
    expect(mirror.requests).toEqual([]);
    serve(await releaseFiles(['2026-08-19.0', NEWEST]));
    expect((await cut()).locked.url).toContain('/release/2026-08-19.0/');
  });

  it('of a lock stay as they are; one that is gone is named, with the next step', async () => {
    const { locked, text } = await cut();
    mirror.files.clear();
    expect((await cut('addresses', boxOf('middle'), { locked: [locked] })).text).toBe(text);
    cache = new DownloadCache(join(folder.path, 'empty'));
    serve(files);
    expect((await cut('addresses', boxOf('middle'), { locked: [locked] })).locked).toEqual(locked);
    mirror.files.delete(`/${ADDRESSES}`);
    cache = new DownloadCache(join(folder.path, 'gone'));
    await expect(cut('addresses', boxOf('middle'), { locked: [locked] })).rejects.toThrow(
      /release 2026-07-22\.0, of which the rows are neither in the cache nor at the publisher.*territory update/,
    );
    mirror.files.set(`/${ADDRESSES}`, files.get(ADDRESSES)!);
    const other = { ...locked, sha256: '0'.repeat(64) };
    await expect(cut('addresses', boxOf('middle'), { locked: [other] })).rejects.toThrow(
      /lock file names the rows 0{12}/,
    );
  });

  it('that were cut by hand are taken from a folder', async () => {
    const { text } = await cut();
    await folder.write('overture-addresses.geojsonl', text);
    mirror.files.clear();
    cache = new DownloadCache(join(folder.path, 'by-hand'));
    expect((await cut('addresses', boxOf('middle'), { from: folder.path })).text).toBe(text);
  });
});

/** A fault of the first so many requests for a part of the columns, and of no other. */
const onPart = (answer: (asked: Asked) => void, times = 1): Fault => {
  let count = 0;
  return (asked) => {
    if (!asked.request.url!.includes('.parquet') || (asked.from ?? 0) < 4 || (asked.to ?? 0) - asked.from! < 20_000)
      return false;
    if (count++ >= times) return false;
    answer(asked);
    return true;
  };
};
const onAny =
  (answer: (asked: Asked) => void): Fault =>
  (asked) => {
    if (!asked.request.url!.includes('.parquet')) return false;
    answer(asked);
    return true;
  };
const html = ({ response }: Asked, status: number) =>
  response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><title>Busy</title>');
/** The head of a part, some of its bytes, and then the end of the connection. */
function cutAfter(
  { response, from, to, content, etag }: Asked,
  bytes: number,
  then: 'destroy' | 'stall' | 'end',
): void {
  const length = to! - from! + 1;
  response.writeHead(206, {
    ETag: etag,
    'Content-Range': contentRange({ from, to, content }),
    ...(then === 'end' ? {} : { 'Content-Length': length }),
  });
  response.write(content.subarray(from, from! + bytes), () => {
    if (then === 'destroy') setTimeout(() => response.destroy(), 40);
    if (then === 'end') response.end();
  });
}

const RESUMED: Readonly<Record<string, () => Fault>> = {
  'a part that ends early': () => onPart((asked) => cutAfter(asked, 9000, 'destroy')),
  'a part that ends early, with a proper end': () => onPart((asked) => cutAfter(asked, 9000, 'end'), 2),
  'a part that stands still': () => onPart((asked) => cutAfter(asked, 9000, 'stall')),
  '206 that begins before the wanted byte': () => onPart((asked) => serveRange({ ...asked, from: asked.from! - 3000 })),
  '206 that begins after the wanted byte': () => onPart((asked) => serveRange({ ...asked, from: asked.from! + 3000 })),
  '206 that goes on after the wanted byte': () => onPart((asked) => serveRange({ ...asked, to: asked.to! + 5000 })),
  '500 twice': () => onPart((asked) => html(asked, 500), 2),
  '503 with Retry-After': () => onPart(({ response }) => response.writeHead(503, { 'Retry-After': '1' }).end()),
  '429 with Retry-After': () => onPart(({ response }) => response.writeHead(429, { 'Retry-After': '1' }).end()),
  'a connection that is closed at once': () => onPart(({ request }) => request.socket.destroy(), 2),
  'a redirect': () => onPart(({ response }) => response.writeHead(302, { Location: '?moved=1' }).end()),
};

const SENTENCES: Readonly<Record<string, readonly [() => Fault, RegExp]>> = {
  '200 with the whole file in place of a part': [
    () => onAny((asked) => serveRange({ ...asked, from: undefined })),
    /sends the whole file in place of a part\..*--mirror/,
  ],
  '200 in the middle': [
    () => onPart((asked) => serveRange({ ...asked, from: undefined }), 99),
    /sends the whole file in place of a part/,
  ],
  '416 at the beginning': [() => onAny((asked) => html(asked, 416)), /shorter than any file of its kind/],
  '403': [() => onAny((asked) => html(asked, 403)), /refuses programs \(403\)/],
  '404': [() => onAny((asked) => html(asked, 404)), /no such file \(404\)/],
  '503 for good': [() => onPart((asked) => html(asked, 503), 99), /out of service \(503\).*same command again/],
  '429 with a long wait': [
    () => onPart(({ response }) => response.writeHead(429, { 'Retry-After': '3600' }).end(), 99),
    /asks to wait \(429, for 3600 s\)/,
  ],
  'a packed part': [
    () =>
      onPart(
        ({ response, from, to, content, etag }) =>
          response
            .writeHead(206, {
              ETag: etag,
              'Content-Encoding': 'gzip',
              'Content-Range': contentRange({ from, to, content }),
            })
            .end('x'),
        99,
      ),
    /packs the parts/,
  ],
  'a part that is another kind of bytes': [
    () => onPart((asked) => serveRange({ ...asked, content: Buffer.alloc(asked.content.length, 7) }), 99),
    /cannot be read as GeoParquet/,
  ],
  'an ETag that changes with every request': [
    () => {
      let count = 0;
      return onAny((asked) => serveRange({ ...asked, etag: `"${count++}"` }));
    },
    /changes while it is read/,
  ],
};

describe('faults of servers of ranges', () => {
  const expected = facts.files.address.within.middle;
  const ids = async () => (await cut()).features.map(({ properties }) => properties.id);

  it.each(Object.entries(RESUMED))('%s: resumed', async (_name, fault) => {
    mirror.fault = fault();
    expect(await ids()).toEqual(expected);
    expect(await readdir(join(cache.folder, 'parts'))).toEqual([]);
  });

  it.each(Object.entries(SENTENCES))(
    '%s: one sentence, and a second run has the same rows',
    async (_name, [fault, sentence]) => {
      mirror.fault = fault();
      const failure = await cut().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(FetchFault);
      expect((failure as Error).message).toMatch(/^https:\/\/overturemaps-us-west-2\.s3\.amazonaws\.com\/release\//);
      expect((failure as Error).message).toMatch(sentence);
      mirror.fault = () => false;
      expect(await ids()).toEqual(expected);
    },
  );

  it.each([
    ['and the server answers 412', true],
    ['by a server that does not obey If-Match', false],
  ])('a file that is replaced in the middle, %s: the rows of the new one', async (_name, obeys) => {
    // The new file has the same rows and some bytes more before its end, which says where columns lie.
    const older = files.get(ADDRESSES)!;
    const end = older.length - 8 - older.readUInt32LE(older.length - 8);
    const newer = Buffer.concat([older.subarray(0, end), Buffer.alloc(64), older.subarray(end)]);
    mirror.fault = (asked) => {
      if (!asked.request.url!.includes('.parquet') || (asked.to ?? 0) - asked.from! < 20_000) return false;
      if (mirror.files.get(`/${ADDRESSES}`) === older) mirror.files.set(`/${ADDRESSES}`, newer);
      if (obeys) return false;
      serveRange({ ...asked, content: newer, etag: etagOf(newer) });
      return true;
    };
    const { features, locked } = await cut();
    expect(features.map(({ properties }) => properties.id)).toEqual(expected);
    expect(locked.parts![0]).toMatchObject({ etag: etagOf(newer), bytes: newer.length });
  });

  it('416 in the middle, as of a file that became shorter: begins anew', async () => {
    mirror.fault = onPart((asked) => html(asked, 416));
    expect(await ids()).toEqual(expected);
  });

  it('goes on in a later process where an earlier one stopped', async () => {
    const whole = await cut();
    const all = sent();
    cache = new DownloadCache(join(folder.path, 'later'));
    mirror.requests.length = 0;
    let parts = 0;
    mirror.fault = (asked) => {
      if (!asked.request.url!.includes('.parquet') || (asked.to ?? 0) - asked.from! < 20_000 || ++parts === 1)
        return false;
      html(asked, 403);
      return true;
    };
    await expect(cut()).rejects.toThrow(/refuses programs/);
    expect(await readdir(join(cache.folder, 'files')).then((names) => names.includes(whole.locked.sha256))).toBe(false);
    mirror.fault = () => false;
    mirror.requests.length = 0;
    const again = await cut();
    expect(again.locked).toEqual(whole.locked);
    expect(sent()).toBeLessThan(all - 20_000);
  });

  it('a server that is not there, and a catalogue that is a web page: one sentence each', async () => {
    const transport = makeTransport({ mirror: 'http://127.0.0.1:9', connectMilliseconds: 500 });
    await expect(cut('addresses', boxOf('middle'), { transport })).rejects.toThrow(/does not answer \(ECONNREFUSED\)/);
    mirror.files.set(`/${CATALOGUE_PATH}`, Buffer.from('<!DOCTYPE html><title>We are being improved</title>'));
    await expect(cut()).rejects.toThrow(/catalog\.json: the server sends a web page.*We are being improved/);
    expect(mirror.requests).toEqual([]);
  });
});
