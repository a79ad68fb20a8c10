import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { putInForce, writeFamily } from '@hinterland/territory';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { drawnManifest, scratchFolder, territoryContent } from '../../territory/src/testing/drawnBundle.ts';
import { PulledFolders, publishTerritory } from './index.ts';

const scratch = await scratchFolder();
let next = 0;
const fresh = () => join(scratch, `${next++}`);

/** Publishes a version of the territory family at an address. */
async function publish(address: string, version: string): Promise<void> {
  const bundle = fresh();
  await writeFamily(bundle, { ...territoryContent(), version });
  await putInForce(bundle, { ...drawnManifest, families: { territory: { version } } });
  await publishTerritory(bundle, address);
}

const depot = () => pathToFileURL(fresh()).href;
/** As the build has it: Node.js 20 runs no TypeScript. */
const built = new URL('../dist/index.js', import.meta.url).href;
/** Takes a territory as commands do, says its version, and needs it until it is killed. */
const PROGRAM = `
  import { onFullDisk, PulledFolders, pullTerritory } from '${built}';
  const [home, spareBytes, address] = JSON.parse(process.argv[1]);
  const pulled = new PulledFolders(home, spareBytes);
  const folder = pulled.folderOf(address);
  try {
    await pulled.whole(folder, async () => {
      const { manifest } = await pullTerritory(address, folder);
      pulled.keep(folder, manifest, manifest);
      process.stdout.write(manifest.families.territory.version + '\\n');
    });
    await pulled.sweep();
    process.stdout.write('ready\\n');
    setInterval(() => {}, 1000);
  } catch (error) {
    try { onFullDisk(folder, error); } catch (told) { process.stdout.write(told.name + ': ' + told.message + '\\n'); }
  }`;

const living = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const kill of living) await kill();
});

/** Starts a process that takes what is at an address and lives on; resolves when it has swept. */
async function take(home: string, spareBytes: number, address: string) {
  const given = JSON.stringify([home, spareBytes, address]);
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const kill = async () => {
    living.delete(kill);
    child.kill('SIGKILL');
    await closed;
  };
  living.add(kill);
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.endsWith('ready\n')) break;
  }
  return { said: said.trim().split('\n'), kill };
}

const versionsIn = async (home: string, address: string): Promise<string[]> =>
  (await readdir(join(new PulledFolders(home, 0).folderOf(address), 'territory')).catch((): string[] => [])).sort();
const bytesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
};
const uses = (home: string) => readdirSync(join(home, '.uses')).filter((name) => name.endsWith('.use'));

describe('fetched territories of a home', () => {
  it('a version stays for as long as a process lives that took it, and not longer, also where that was killed', async () => {
    const [home, address] = [fresh(), depot()];
    await publish(address, '2026-01');
    const first = await take(home, 0, address);
    await publish(address, '2026-02');
    const second = await take(home, 0, address);
    expect([first.said, second.said]).toEqual([
      ['2026-01', 'ready'],
      ['2026-02', 'ready'],
    ]);
    await publish(address, '2026-03');
    await (await take(home, 0, address)).kill();
    expect(await versionsIn(home, address)).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(
      await readFile(join(new PulledFolders(home, 0).folderOf(address), 'territory/2026-01/family.json')),
    ).toBeTruthy();
    await second.kill();
    await (await take(home, 0, address)).kill();
    expect(await versionsIn(home, address)).toEqual(['2026-01', '2026-03']);
    await first.kill();
    const last = await take(home, 0, address);
    expect(await versionsIn(home, address)).toEqual(['2026-03']);
    expect(uses(home)).toHaveLength(1);
    await last.kill();
  });

  it('of other addresses those stay that a process needs; others go oldest first, beyond the bytes that may stay', async () => {
    const home = fresh();
    const addresses = [depot(), depot(), depot(), depot()];
    for (const address of addresses) await publish(address, '2026-01');
    const pulled = new PulledFolders(home, 0);
    const needed = await take(home, 1e9, addresses[0]!);
    for (const [days, address] of [
      [3, addresses[1]!],
      [1, addresses[2]!],
      [31, addresses[0]!],
    ] as const) {
      if (address !== addresses[0]) await (await take(home, 1e9, address)).kill();
      const at = new Date(Date.now() - days * 86_400_000);
      await utimes(pulled.folderOf(address), at, at);
    }
    const bytes = await bytesOf(pulled.folderOf(addresses[1]!));
    // Room for one of the two that nobody needs, not for both.
    await (await take(home, 1.5 * bytes, addresses[3]!)).kill();
    expect(await Promise.all(addresses.map((address) => versionsIn(home, address)))).toEqual([
      ['2026-01'],
      [],
      ['2026-01'],
      ['2026-01'],
    ]);
    await needed.kill();
    await new PulledFolders(home, 1e9).sweep();
    // Unused for a month.
    expect(await versionsIn(home, addresses[0]!)).toEqual([]);
    expect(await new PulledFolders(home, 0).sweep()).toBeGreaterThan(0);
    expect(readdirSync(home)).toEqual(['.uses']);
  });

  it('processes that take, sweep and are killed at any moment take nothing from each other', async () => {
    const [home, address, other] = [fresh(), depot(), depot()];
    await publish(address, '2026-01');
    await publish(other, '2026-01');
    for (let round = 0; round < 3; round++) {
      await publish(address, `2026-0${round + 2}`);
      const killed = Array.from({ length: 3 }, async (_, i) => {
        const given = JSON.stringify([home, 0, i === 0 ? other : address]);
        const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, given], { stdio: 'ignore' });
        setTimeout(() => child.kill('SIGKILL'), 150 + 110 * i + 60 * round);
        await once(child, 'close');
      });
      const whole = await Promise.all([address, other, address].map((one) => take(home, 0, one)));
      await Promise.all(killed);
      expect(whole.map(({ said }) => said.at(-1))).toEqual(['ready', 'ready', 'ready']);
      for (const [i, of] of [address, other, address].entries())
        expect(await versionsIn(home, of)).toContain(whole[i]!.said[0]);
      for (const { kill } of whole) await kill();
    }
    await new PulledFolders(home, 0).sweep();
    expect(readdirSync(home)).toEqual(['.uses']);
  });

  it('a process of another machine is there while it touches its file', async () => {
    const [home, address] = [fresh(), depot()];
    await publish(address, '2026-01');
    await (await take(home, 1e9, address)).kill();
    const pulled = new PulledFolders(home, 0);
    const name = pulled.folderOf(address).slice(home.length + 1);
    const file = join(home, '.uses', '1.elsewhere.use');
    const holder = { pid: 2 ** 22 + 1, startedAt: null, token: 'elsewhere' };
    await writeFile(file, JSON.stringify({ holder, space: 'another', needed: { [name]: ['territory/2026-01'] } }));
    expect(await pulled.sweep()).toBe(0);
    const before = new Date(Date.now() - 601_000);
    await utimes(file, before, before);
    expect(await pulled.sweep()).toBeGreaterThan(0);
    expect(existsSync(file)).toBe(false);
  });

  it('data that were dropped may go, those beside them stay', async () => {
    const [home, address] = [fresh(), depot()];
    await publish(address, '2026-01');
    await (await take(home, 1e9, address)).kill();
    await publish(address, '2026-02');
    await (await take(home, 1e9, address)).kill();
    const pulled = new PulledFolders(home, 0);
    const folder = pulled.folderOf(address);
    const data = (version: string) => ({ families: { territory: { version } } }) as never;
    const [old, young] = [data('2026-01'), data('2026-02')] as object[];
    await pulled.whole(folder, async () => {
      pulled.keep(folder, old!, old as never);
      pulled.keep(folder, young!, young as never);
      expect(await pulled.sweep()).toBe(0);
    });
    expect(await pulled.sweep()).toBe(0);
    await pulled.drop(old!);
    expect(await pulled.sweep()).toBeGreaterThan(0);
    expect(await versionsIn(home, address)).toEqual(['2026-02']);
  });
});

/** A volume of its own, of 16 kB; null where this user may not mount one. */
const volume = ((): string | null => {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'hinterland-volume-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
})();

describe.runIf(volume !== null)('a volume that is full (needs the right to mount one)', () => {
  afterAll(() => {
    execFileSync('umount', ['-l', volume!]);
    rmSync(volume!, { recursive: true });
  });

  it('one sentence that says what to do', async () => {
    const address = depot();
    await publish(address, '2026-01');
    const home = join(volume!, 'pulled');
    await mkdir(home);
    const { said } = await take(home, 0, address);
    expect(said).toEqual([
      expect.stringMatching(
        /^StorageError: The disk of \S+ is full\. Make room, or lower HINTERLAND_PULLED_MEGABYTES, and run this again: what was fetched stays\.$/,
      ),
    ]);
  });
});
