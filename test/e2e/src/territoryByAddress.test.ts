import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CREDENTIALS, openFakeS3 } from '../../../packages/storage/src/testing/fakeS3.ts';
import { demoBundle } from './demoBundle.ts';
import { run } from './hinterland.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-address-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a territory by its address', () => {
  it('is published, fetched and asked from the command line, by bucket and by folder', async () => {
    const s3 = await openFakeS3();
    const settings = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: s3.url, HINTERLAND_HOME: join(scratch, 'home') };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    try {
      const input = join(scratch, 'place.json');
      writeFileSync(
        input,
        JSON.stringify({ origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [600], geometry: false }),
      );
      const bundle = await demoBundle();
      const ask = (territory: string) => run(['call', 'analysis.isochrone', input, '--territory', territory]);
      const expected = await ask(bundle);
      expect(expected.code).toBe(0);
      for (const address of ['s3://depot/maravea', pathToFileURL(join(scratch, 'depot')).href]) {
        const published = await run(['territory', 'publish', bundle, address]);
        expect(published.stdout).toMatch(/is published as version 2026-10: 1\d\.\d of 1\d\.\d MB were new there/);
        const out = join(scratch, `out-${address.slice(0, 2)}`);
        expect((await run(['territory', 'pull', address, '--out', out])).stdout).toMatch(
          /Maravea is in force in .+ MB were fetched/,
        );
        expect((await ask(out)).stdout).toBe(expected.stdout);
        expect((await ask(`${address}@2026-10`)).stdout).toBe(expected.stdout);
      }
      const refused = await run(['territory', 'pull', 's3://nowhere/maravea', '--out', join(scratch, 'none')]);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('there is no such bucket')]);
      expect((await run(['territory', 'pull', 's3://depot/maravea', '--out', 'x', '--families', 'roads'])).code).toBe(
        2,
      );
    } finally {
      vi.unstubAllEnvs();
      await s3.close();
    }
  });
});
