import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadTerritory, putInForce, readManifest } from '@hinterland/territory';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawnManifest, scratchFolder, writeDrawnBundle } from '../../territory/src/testing/drawnBundle.ts';
import { fetchObject } from './fetchObject.ts';
import { publishTerritory, pullTerritory, StorageError } from './index.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from './testing/fakeS3.ts';

const folder = await scratchFolder();
const source = join(folder, 'source');
let next = 0;
const fresh = () => join(folder, `fresh-${next++}`);
let s3: FakeS3;
const before = { ...process.env };

beforeAll(async () => {
  await writeDrawnBundle(source);
  s3 = await openFakeS3();
  Object.assign(process.env, CREDENTIALS, { AWS_ENDPOINT_URL_S3: s3.url });
});
afterAll(async () => {
  process.env = before;
  await s3.close();
});
beforeEach(() => {
  s3.objects.clear();
  s3.sent.clear();
  s3.fault = () => undefined;
});

/** Names and contents of everything below a folder. */
async function contentOf(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = names.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const pairs = files.map(async (path) => [path.slice(dir.length), (await readFile(path)).toString('base64')] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    (error: unknown) => {
      expect(error).toBeInstanceOf(StorageError);
      return (error as Error).message;
    },
  );

describe.each([
  ['a bucket', () => 's3://depot/countries/town'],
  ['a folder', () => pathToFileURL(fresh()).href],
])('a territory in %s', (_, addressOf) => {
  it('comes out as it went in, and is not written or fetched twice', async () => {
    const address = addressOf();
    const first = await publishTerritory(source, address);
    expect(first.version).toBe(drawnManifest.families.territory!.version);
    expect(first.writtenBytes).toBe(first.bytes);
    expect((await publishTerritory(source, address)).writtenBytes).toBe(0);
    const dir = fresh();
    const pulled = await pullTerritory(address, dir);
    expect(await contentOf(dir)).toEqual(await contentOf(source));
    expect(pulled.fetchedBytes).toBeGreaterThan(first.bytes / 2);
    expect((await loadTerritory(dir)).poles.rows).toBe((await loadTerritory(source)).poles.rows);
    expect((await pullTerritory(address, dir)).fetchedBytes).toBe(0);
  });

  it('has versions by name, which are never changed, and the newest without one', async () => {
    const address = addressOf();
    await publishTerritory(source, `${address}@2026.1`);
    const later = fresh();
    await cp(source, later, { recursive: true });
    const { checksums: _sums, format: _format, formatVersion: _version, ...manifest } = await readManifest(later);
    await putInForce(later, { ...manifest, name: 'Later' });
    expect(await refusal(publishTerritory(later, `${address}@2026.1`))).toMatch(
      /has a version "2026\.1" with another content/,
    );
    expect((await publishTerritory(later, `${address}@2026.2`)).writtenBytes).toBe(0);
    expect((await pullTerritory(`${address}@2026.1`, fresh())).manifest.name).toBe(manifest.name);
    expect((await pullTerritory(address, fresh())).manifest.name).toBe('Later');
    expect(await refusal(pullTerritory(`${address}@2031`, fresh()))).toMatch(/has no versions\/2031\.json/);
  });

  it('comes with the families that are asked for', async () => {
    const address = addressOf();
    await publishTerritory(source, address);
    const dir = fresh();
    const { manifest } = await pullTerritory(address, dir, { families: ['sociodemo'] });
    expect(Object.keys(manifest.families).sort()).toEqual(['sociodemo', 'territory']);
    expect(Object.keys((await loadTerritory(dir)).dataVersion).sort()).toEqual(['sociodemo', 'territory']);
  });

  it('is fetched by several processes at once into one folder', async () => {
    const address = addressOf();
    await publishTerritory(source, address);
    const dir = fresh();
    await Promise.all([1, 2, 3, 4].map(() => pullTerritory(address, dir)));
    expect(await contentOf(dir)).toEqual(await contentOf(source));
  });
});

describe('a pull that was killed', () => {
  // As the build has it: Node.js 20 runs no TypeScript.
  const built = new URL('../dist/index.js', import.meta.url).href;
  const leftIn = async (dir: string) => {
    const names = [...(await readdir(dir)), ...(await readdir(join(dir, '.objects')))];
    return names.filter((name) => name.startsWith('.pulling-') || name.endsWith('.part'));
  };
  const age = async (dir: string, hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000);
    for (const name of await leftIn(dir)) {
      await utimes(join(dir, name.startsWith('.') ? '' : '.objects', name), at, at);
    }
  };

  it('leaves a draft, which a later one removes once nobody can be at work on it', async () => {
    await publishTerritory(source, 's3://depot/town');
    const dir = fresh();
    // Descriptors of families come first, into the draft.
    const descriptors = Object.keys(drawnManifest.families).length;
    let objects = 0;
    s3.fault = (method, key) =>
      method === 'GET' && key.includes('/objects/') && objects++ > descriptors ? 'hang' : undefined;
    const program = `import { pullTerritory } from '${built}'; await pullTerritory('s3://depot/town', ${JSON.stringify(dir)});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await expect.poll(() => objects).toBeGreaterThan(descriptors + 1);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect((await leftIn(dir)).map((name) => name.replace(/^.*\./, '').slice(0, 7)).sort()).toEqual([
      'part',
      'pulling',
    ]);
    s3.fault = () => undefined;
    await age(dir, 0.5);
    await pullTerritory('s3://depot/town', dir);
    expect(await leftIn(dir)).toHaveLength(2); // of a process that may be there
    await age(dir, 2);
    await pullTerritory('s3://depot/town', dir);
    expect(await leftIn(dir)).toEqual([]);
    expect(await readdir(join(dir, '.objects'))).toEqual([]);
    await rm(join(dir, '.objects'), { recursive: true });
    expect(await contentOf(dir)).toEqual(await contentOf(source));
  });

  it('removes whole objects that no version took, after a day', async () => {
    await publishTerritory(source, 's3://depot/town');
    const dir = fresh();
    await mkdir(join(dir, '.objects'), { recursive: true });
    await writeFile(join(dir, '.objects', 'new'), '');
    await writeFile(join(dir, '.objects', 'old'), '');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(dir, '.objects', 'old'), yesterday, yesterday);
    await pullTerritory('s3://depot/town', dir);
    expect(await readdir(join(dir, '.objects'))).toEqual(['new']);
  });
});

describe('a store that fails', () => {
  const address = 's3://depot/town';
  const isObject = (key: string) => key.includes('/objects/');

  it('in the middle of an object: the download goes on where it ended', async () => {
    await publishTerritory(source, address);
    const cuts = new Map<string, number>();
    s3.fault = (method, key) => {
      const count = cuts.get(key) ?? 0;
      cuts.set(key, count + 1);
      return method === 'GET' && isObject(key) && count < 2 ? 'cut' : undefined;
    };
    const dir = fresh();
    await pullTerritory(address, dir);
    expect(await contentOf(dir)).toEqual(await contentOf(source));
    for (const [key, bytes] of s3.sent) expect(bytes, key).toBe(s3.objects.get(key)!.length);
  });

  it.each([
    ['damage', /the content of objects\/[0-9a-f]{64} differs from its checksum: it is damaged there\. Publish/],
    ['expired', /the credentials have expired\. Sign in again\./],
    ['no bucket', /there is no such bucket\. Make it, or mend the address\./],
  ] as const)('by %s: one sentence, nothing in force, and a later run ends whole', async (kind, sentence) => {
    await publishTerritory(source, address);
    const dir = fresh();
    let objects = 0;
    s3.fault = (method, key) => (method === 'GET' && isObject(key) && objects++ > 3 ? kind : undefined);
    expect(await refusal(pullTerritory(address, dir))).toMatch(sentence);
    expect(await stat(join(dir, 'manifest.json')).catch(() => null)).toBeNull();
    expect((await readdir(dir)).filter((name) => name.startsWith('.pulling'))).toEqual([]);
    s3.fault = () => undefined;
    await pullTerritory(address, dir);
    expect(await contentOf(dir)).toEqual(await contentOf(source));
  });

  it('while it is written to: the version before stays the newest', async () => {
    await publishTerritory(source, `${address}@1`);
    const later = fresh();
    await cp(source, later, { recursive: true });
    const { checksums: _sums, format: _format, formatVersion: _version, ...manifest } = await readManifest(later);
    await putInForce(later, { ...manifest, name: 'Later' });
    s3.fault = (method, key) => (method === 'PUT' && key.includes('/versions/') ? 'expired' : undefined);
    expect(await refusal(publishTerritory(later, `${address}@2`))).toMatch(/credentials have expired/);
    s3.fault = () => undefined;
    expect((await pullTerritory(address, fresh())).manifest.name).toBe(manifest.name);
  });

  it('refuses a wrong secret, and a damaged file before it is written', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    expect(await refusal(publishTerritory(source, address))).toMatch(/the secret does not fit the access key/);
    Object.assign(process.env, CREDENTIALS);
    const damaged = fresh();
    await cp(source, damaged, { recursive: true });
    const path = join(damaged, 'territory/2026-10/edges.arrow');
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    expect(await refusal(publishTerritory(damaged, address))).toMatch(/edges\.arrow differs from its checksum/);
    expect([...s3.objects.keys()].filter((key) => key.endsWith('.json'))).toEqual([]);
  });

  it('keeps another version of the same name that is in the folder', async () => {
    await publishTerritory(source, address);
    const dir = fresh();
    await mkdir(join(dir, 'territory/2026-10'), { recursive: true });
    await writeFile(join(dir, 'territory/2026-10/family.json'), '{}');
    expect(await refusal(pullTerritory(address, dir))).toMatch(/is another version of that name\. Move it away/);
    expect(await readFile(join(dir, 'territory/2026-10/family.json'), 'utf8')).toBe('{}');
  });
});

describe('an object', () => {
  const whole = Buffer.from('0123456789'.repeat(100));
  /** A store whose answers begin at a byte and end after so many, or in the middle. */
  const storeOf = (partOf: (fromByte: number) => { start: number; bytes: number }) => ({
    name: 'a store',
    async read(_: string, fromByte: number) {
      const { start, bytes } = partOf(fromByte);
      return {
        start,
        chunks: (async function* () {
          yield whole.subarray(start, start + bytes);
          if (start + bytes < whole.length) throw new Error('cut');
        })(),
      };
    },
  });

  it('is never put together from a part that begins elsewhere', async () => {
    await mkdir(folder, { recursive: true });
    const target = join(folder, 'object');
    const odd = storeOf((from) => (from === 0 ? { start: 0, bytes: 400 } : { start: 300, bytes: 700 }));
    await expect(fetchObject(odd, 'x', target, undefined)).rejects.toThrow(/byte 400 was asked for, and byte 300 came/);
    let asked = 0;
    const once = storeOf((from) => ({ start: asked++ === 1 ? 300 : from, bytes: from === 0 ? 400 : 1000 }));
    await fetchObject(once, 'x', target, undefined);
    expect(await readFile(target)).toEqual(whole);
  });

  it('is given up where a server without ranges never sends it whole', async () => {
    let asked = 0;
    const target = join(folder, 'never');
    const never = storeOf(() => ({ start: 0, bytes: 500 + 40 * (asked++ % 7) }));
    await expect(fetchObject(never, 'x', target, undefined)).rejects.toThrow(/ended 5 times/);
    expect(asked).toBeLessThan(20);
    expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});

describe('a web server', () => {
  it('gives a territory, also without ranges, and takes none', async () => {
    const published = fresh();
    await publishTerritory(source, pathToFileURL(published).href);
    let requests = 0;
    const server = createServer((request, response) => {
      readFile(join(published, request.url!)).then(
        (content) => {
          response.writeHead(200, { 'Content-Length': content.length });
          const cut = requests++ % 3 === 1 && content.length > 1000;
          response.write(cut ? content.subarray(0, 500) : content);
          if (cut) setTimeout(() => response.destroy(), 5);
          else response.end();
        },
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const dir = fresh();
      await pullTerritory(address, dir);
      expect(await contentOf(dir)).toEqual(await contentOf(source));
      expect(await refusal(publishTerritory(source, address))).toMatch(
        /is a web server, and nothing can be written there/,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(await refusal(pullTerritory(address, fresh()))).toMatch(/does not answer \(.+\)\. Check the address/);
    await rm(published, { recursive: true });
  });

  it('is told apart from what is no address', async () => {
    for (const text of ['town', 's3://', 'ftp://host/town']) {
      expect(await refusal(pullTerritory(text, fresh()))).toMatch(
        /is no address of a territory\. Write s3:\/\/bucket\/name/,
      );
    }
  });
});
