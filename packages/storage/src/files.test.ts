import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../territory/src/testing/drawnBundle.ts';
import { openStore } from './index.ts';
import { CREDENTIALS, type FakeS3, openFakeS3 } from './testing/fakeS3.ts';

const folder = await scratchFolder();
const before = { ...process.env };
let s3: FakeS3;
beforeAll(async () => {
  s3 = await openFakeS3();
  Object.assign(process.env, CREDENTIALS, { AWS_ENDPOINT_URL_S3: s3.url });
});
afterAll(async () => {
  process.env = before;
  await s3.close();
});

const data = new Uint8Array([1, 2, 3, 255]);
const content = { data, sha256: createHash('sha256').update(data).digest('hex'), mediaType: 'application/test' };

describe.each([
  ['a bucket', () => 's3://depot/jobs'],
  ['a folder', () => pathToFileURL(join(folder, 'jobs')).href],
])('files in %s', (_, addressOf) => {
  it('are written, measured and removed, also where they are gone', async () => {
    const store = openStore(addressOf());
    await store.write('a/part 1.parquet', content);
    expect(await store.size('a/part 1.parquet')).toBe(4);
    await store.remove('a/part 1.parquet');
    expect(await store.size('a/part 1.parquet')).toBeNull();
    await store.remove('a/part 1.parquet');
  });

  it('are listed by their folder, many and those of folders in it, and of no other folder', async () => {
    const store = openStore(addressOf());
    const paths = ['b/1.parquet', 'b/2.parquet', 'b/3.parquet', 'b/in/4.parquet', 'b/5 ü.parquet'];
    for (const path of [...paths, 'bb/1.parquet', 'c/b/1.parquet']) await store.write(path, content);
    const listed = async (path: string) => {
      const found: string[] = [];
      for await (const one of store.list(path)) found.push(one);
      return found.sort();
    };
    expect(await listed('b/')).toEqual([...paths].sort());
    for await (const path of store.list('b/')) await store.remove(path);
    expect(await listed('b/')).toEqual([]);
    expect(await listed('bb/')).toEqual(['bb/1.parquet']);
    expect(await listed('nothing/')).toEqual([]);
  });
});

it('a list of a bucket that is not there is a sentence', async () => {
  s3.fault = () => 'no bucket';
  const first = openStore('s3://depot/jobs').list('a/')[Symbol.asyncIterator]().next();
  await expect(first).rejects.toThrow('there is no such bucket');
  s3.fault = () => undefined;
});

it('an address of a bucket is good for as long as it says, for what it names', async () => {
  const store = openStore('s3://depot/jobs');
  await store.write('a/part 1.parquet', content);
  const address = (await store.temporaryAddress('a/part 1.parquet', 2)) as string;
  const answer = await fetch(address);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(data);
  expect((await fetch(address.replace('part%201', 'part%202'))).status).toBe(403);
  expect((await fetch(address.replace('X-Amz-Expires=2', 'X-Amz-Expires=9'))).status).toBe(403);
  await new Promise((resume) => setTimeout(resume, 3100));
  expect((await fetch(address)).status).toBe(403);
});

it('a folder has no such addresses, and other addresses are no stores for files', async () => {
  expect(await openStore(pathToFileURL(folder).href).temporaryAddress('a', 2)).toBeNull();
  for (const text of ['https://host/x', 'folder', 's3://', 'ftp://x/y']) expect(() => openStore(text)).toThrow('store');
  await rm(folder, { recursive: true, force: true });
});
