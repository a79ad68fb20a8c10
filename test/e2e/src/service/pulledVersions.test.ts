import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PulledFolders, publishTerritory } from '@hinterland/storage';
import { describe, expect, it } from 'vitest';
import {
  drawnManifest,
  scratchFolder,
  territoryContent,
} from '../../../../packages/territory/src/testing/drawnBundle.ts';
import { putInForce } from '../../../../packages/territory/src/write/putInForce.ts';
import { writeFamily } from '../../../../packages/territory/src/write/writeFamily.ts';
import { startServiceProcess } from './serviceProcess.ts';

describe('a service on a territory by address', () => {
  it('removes a version once data that were published later are in force, also those that a killed one had loaded', async () => {
    const folder = await scratchFolder();
    const address = pathToFileURL(join(folder, 'depot')).href;
    const publish = async (version: string) => {
      const bundle = join(folder, version);
      await writeFamily(bundle, { ...territoryContent(), version });
      await putInForce(bundle, { ...drawnManifest, families: { territory: { version } } });
      await publishTerritory(bundle, address);
    };
    const home = join(folder, 'home');
    const versions = () =>
      readdir(join(new PulledFolders(join(home, 'pulled'), 0).folderOf(address), 'territory')).then((all) =>
        all.sort(),
      );
    const start = () =>
      startServiceProcess({
        home,
        testActions: true,
        replaced: { pullMilliseconds: 300, territoryPollMilliseconds: 100 },
        env: { HINTERLAND_TERRITORIES: address, HINTERLAND_PULLED_MEGABYTES: '0' },
      });
    await publish('2026-01');
    const first = await start();
    expect(await versions()).toEqual(['2026-01']);
    await publish('2026-02');
    // The one in force until then stays for as long as the new one is not: both are there at some moment, at the end one is.
    await expect.poll(versions).toEqual(['2026-02']);
    expect((await fetch(new URL('/healthz', first.url))).status).toBe(200);
    await first.kill();
    await publish('2026-03');
    const second = await start();
    await expect.poll(versions).toEqual(['2026-03']);
    expect(await second.stop()).toBe(0);
  });
});
