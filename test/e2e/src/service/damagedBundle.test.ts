import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actions } from '@hinterland/actions';
import { SeededRandom } from '@hinterland/geo';
import { readManifest } from '@hinterland/territory';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleFolders } from '../../../../apps/service/src/engine/bundles.ts';
import { threadProgram } from '../../../../apps/service/src/kit/threadProgram.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import type { TestService } from '../../../../apps/service/src/testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { demoBundle } from '../demoBundle.ts';
import { ALL_TESTS, WHOLE_STORMS } from '../extent.ts';
import { startCheckedService } from './checkedService.ts';

const SEED = 15;
/** Of the files of the demo each so manieth is damaged. */
const EVERY_FILE = WHOLE_STORMS ? 1 : 16;
/** Of the bits of its manifest. */
const EVERY_BIT = WHOLE_STORMS ? 1 : 17;
const GRANTED = 1_000;
/** Written by the build for people; the service does not read it. */
const NOT_READ = /^report\.(json|txt)$/;

describe.runIf(ALL_TESTS)(`H8 the demo with a flipped bit (seed ${SEED})`, () => {
  let folder: string;
  let bundle: string;
  let files: string[];
  let database: TestDatabase;
  let service: TestService | undefined;
  let ann: MadeAccount;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-damaged-'));
    bundle = join(folder, 'demo');
    await cp(await demoBundle(), bundle, { recursive: true });
    const entries = await readdir(bundle, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(bundle.length + 1))
      .filter((place) => !NOT_READ.test(place))
      .sort();
    database = await sharedDatabase('embedded');
    await database.empty();
  });
  // With limits of its own: all files together make more calls in a minute than a key or an organization may.
  const makeAnn = (organization: string) =>
    makeAccount(database.db, { organization, credits: GRANTED, scopes: ['read', 'run'] });
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = () =>
    startCheckedService(database, {
      workers: 1,
      registry: { actions, module: threadProgram('actions').href },
      source: bundleFolders([folder]),
      env: { HINTERLAND_LOG_LEVEL: 'warn' },
    });
  const state = () => accountState(database.db, ann.spender.organizationId);
  const origins = [{ lat: -36.2, lng: -151.7 }];
  const isochrone = { origins, bandSeconds: [300], mode: 'walk', quotedCredits: 3 };

  async function flip(place: string, at: number, bit: number): Promise<() => Promise<void>> {
    const path = join(bundle, place);
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 1 << bit;
    await writeFile(path, flipped);
    return () => writeFile(path, whole);
  }

  /** The sentence that the service refuses to start with, or the place of the damage that it has found before a charge. */
  async function found(): Promise<string> {
    try {
      service = await start();
    } catch (error) {
      return (error as Error).message;
    }
    const paid = await service.execute(ann.secret, 'analysis.isochrone', isochrone);
    const second = [
      await service.execute(ann.secret, 'analysis.isochrone', isochrone),
      await service.quote(ann.secret, 'analysis.people_economy', { origins, bandSeconds: [300] }),
      await service.execute(ann.secret, 'markets.sectors', {}),
    ];
    expect([paid, ...second].map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    const { status, body } = await service.request('GET', '/readyz');
    expect([status, body.damaged]).toEqual([503, ['maravea']]);
    return service.log.find((line) => line.includes('territory damaged, out of force')) ?? '';
  }

  it('as it was written it answers and charges', async () => {
    ann = await makeAnn('Acme');
    service = await start();
    const { status, body } = await service.execute(ann.secret, 'analysis.isochrone', isochrone);
    expect([status, body?.error]).toEqual([200, undefined]);
    expect((await service.execute(ann.secret, 'markets.sectors', {})).status).toBe(200);
    expect(await state()).toEqual({ balance: GRANTED - 3, reserved: 0 });
  });

  it('in any file: the service refuses to start, or answers no second call and charges none', async () => {
    const random = new SeededRandom(SEED);
    expect(files.length).toBeGreaterThan(80);
    for (const place of files.filter((_, i) => i % EVERY_FILE === 0)) {
      const { length } = await readFile(join(bundle, place));
      const [at, bit] = [random.int(length), random.int(8)];
      const mend = await flip(place, at, bit);
      ann = await makeAnn(place);
      expect(await found(), `bit ${bit} of byte ${at} of ${place}`).toContain(place);
      expect(await state(), place).toEqual({ balance: GRANTED, reserved: 0 });
      await service?.close();
      service = undefined;
      await mend();
    }
  });

  it('in the manifest: it is refused, whichever bit it is', async () => {
    const { length } = await readFile(join(bundle, 'manifest.json'));
    const taken: string[] = [];
    for (let place = 0; place < length * 8; place += EVERY_BIT) {
      const [at, bit] = [place >> 3, place & 7];
      const mend = await flip('manifest.json', at, bit);
      const isTaken = await readManifest(bundle).then(
        () => true,
        () => false,
      );
      if (isTaken) taken.push(`bit ${bit} of byte ${at}`);
      await mend();
    }
    expect(taken).toEqual([]);
  });
});
