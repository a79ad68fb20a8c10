import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LatLng } from '@hinterland/engine/query';
import { figuresOf, measuredProcess, type ProcessFigures } from '../measuredProcess.ts';

/** The peer: Valhalla's own tile builder and router, out of its npm package. */
export const VALHALLA = 'Valhalla 3.6.1';

/** Where peers are installed, apart from our own dependencies. */
const PEERS = new URL('../../peers/', import.meta.url);
const packageDir = join(fileURLToPath(PEERS), 'node_modules/@valhallajs/valhallajs');

/** Installs the peers that bench/peers/package.json names, where they are not yet. */
export async function installPeers(): Promise<void> {
  if (existsSync(packageDir)) return;
  await measuredProcess('npm', ['ci', '--no-audit', '--no-fund'], fileURLToPath(PEERS));
}

/** A request to a service of Valhalla, in its own terms. */
export interface ValhallaQuestion {
  readonly ask: 'isochrone' | 'matrix';
  readonly question: object;
}
export interface ValhallaAnswer {
  readonly wall: number;
  readonly cpu: number;
  /** JSON text. */
  readonly text: string;
}

/** Builds tiles of a map with `threads` threads, packed as Valhalla reads them fastest. Returns the configuration. */
export async function buildValhalla(map: string, dir: string, threads: number): Promise<ProcessFigures> {
  const tiles = join(dir, 'valhalla');
  await rm(tiles, { recursive: true, force: true });
  await mkdir(tiles, { recursive: true });
  const args = ['--mjolnir-tile-dir', tiles, '--mjolnir-tile-extract', join(dir, 'valhalla.tar')];
  // An empty admin and time zone file: neither is needed for times by car.
  args.push('--mjolnir-admin', '', '--mjolnir-timezone', '', '--mjolnir-concurrency', String(threads));
  const { stdout } = await measuredProcess(join(packageDir, 'valhalla_build_config'), args, dir);
  const config = configFile(dir);
  await writeFile(config, stdout);
  const figures = await measuredProcess(
    join(packageDir, platform(), arch(), 'valhalla_build_tiles'),
    ['-c', config, map],
    dir,
  );
  await measuredProcess(join(packageDir, 'valhalla_build_extract'), ['-c', config, '--overwrite'], dir);
  return figures;
}

export function hasValhallaTiles(dir: string): boolean {
  return existsSync(configFile(dir)) && existsSync(join(dir, 'valhalla.tar'));
}

const configFile = (dir: string) => join(dir, 'valhalla.json');

/** A Valhalla in a process of its own, so that memory and CPU time are its own too. */
export class Valhalla {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(dir: string): Promise<Valhalla> {
    const child = fork(new URL('./valhallaChild.js', import.meta.url), [configFile(dir)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return new Valhalla(child);
  }

  isochrone(place: LatLng, minutes: readonly number[]): Promise<ValhallaAnswer> {
    const contours = minutes.map((time) => ({ time }));
    return this.#ask('isochrone', { locations: [location(place)], costing: 'auto', contours, polygons: true });
  }

  /** Ways from one place to others over the roads; null where there is none. `costing` and its options are Valhalla's. */
  async waysTo(
    from: LatLng,
    to: readonly LatLng[],
    costing: 'auto' | 'pedestrian',
    options: Readonly<Record<string, number>>,
  ): Promise<({ readonly seconds: number; readonly meters: number } | null)[]> {
    const { text } = await this.#ask('matrix', {
      sources: [location(from)],
      targets: to.map(location),
      costing,
      costing_options: { [costing]: options },
    });
    const { sources_to_targets: rows } = JSON.parse(text) as {
      sources_to_targets: readonly (readonly { readonly time: number | null; readonly distance: number }[])[];
    };
    if (rows.length === 0) return to.map(() => null);
    return rows[0]!.map(({ time, distance }) => (time === null ? null : { seconds: time, meters: 1000 * distance }));
  }

  async #ask(ask: ValhallaQuestion['ask'], question: object): Promise<ValhallaAnswer> {
    const answer = once(this.#child, 'message') as Promise<[ValhallaAnswer]>;
    this.#child.send({ ask, question } satisfies ValhallaQuestion);
    return (await answer)[0];
  }

  async peakMegabytes(): Promise<number> {
    return (await figuresOf(this.#child.pid!))?.peakMegabytes ?? Number.NaN;
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}

const location = ({ lat, lng }: LatLng) => ({ lat, lon: lng });
