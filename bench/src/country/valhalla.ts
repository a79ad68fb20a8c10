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
  if (existsSync(packageDir) && existsSync(new URL('node_modules/minotor', PEERS))) return;
  await measuredProcess('npm', ['ci', '--no-audit', '--no-fund'], fileURLToPath(PEERS));
}

/** A request to a service of Valhalla, in its own terms. */
export interface ValhallaQuestion {
  readonly ask: 'isochrone' | 'route' | 'traceAttributes';
  readonly question: object;
}
export interface ValhallaAnswer {
  readonly wall: number;
  readonly cpu: number;
  /** JSON text. */
  readonly text: string;
}

/** A way over the roads, in Valhalla's time. */
export interface ValhallaWay {
  readonly seconds: number;
  readonly meters: number;
  /** The part of `seconds` that it adds at junctions and crossings. */
  readonly crossingSeconds: number;
  /** The edges that it goes over; none where it cannot be followed again. */
  readonly pieces: readonly {
    /** Kind of way, such as "steps". */
    readonly use: string;
    readonly roadClass: string;
    readonly meters: number;
    readonly kmh: number;
  }[];
}

interface Summary {
  readonly time: number;
  readonly length: number;
}
interface TraceEdge {
  readonly length: number;
  readonly use: string;
  readonly road_class: string;
  readonly speed: number;
  readonly end_node?: { readonly transition_time?: number };
}
const ATTRIBUTES = ['edge.length', 'edge.use', 'edge.road_class', 'edge.speed', 'node.transition_time'];

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

  /** The way from one place to another over the roads; null where there is none. `costing` and its options are Valhalla's. */
  async way(
    from: LatLng,
    to: LatLng,
    costing: 'auto' | 'pedestrian',
    options: Readonly<Record<string, number | boolean>>,
  ): Promise<ValhallaWay | null> {
    const asked = { costing, costing_options: { [costing]: options } };
    const locations = [location(from), location(to)];
    const { text } = await this.#ask('route', { ...asked, locations, directions_type: 'none' });
    const { trip } = JSON.parse(text) as { trip?: { legs: { shape: string; summary: Summary }[] } };
    if (trip === undefined) return null;
    const { shape, summary } = trip.legs[0]!;
    const filters = { action: 'include', attributes: ATTRIBUTES };
    // Where the way cannot be walked again edge by edge, it is matched to the roads.
    for (const match of ['edge_walk', 'walk_or_snap']) {
      const question = { ...asked, encoded_polyline: shape, shape_match: match, filters };
      const { edges } = JSON.parse((await this.#ask('traceAttributes', question)).text) as { edges?: TraceEdge[] };
      if (edges === undefined) continue;
      const pieces = edges.map((edge) => ({
        use: edge.use,
        roadClass: edge.road_class,
        meters: 1000 * edge.length,
        kmh: edge.speed,
      }));
      const crossingSeconds = edges.reduce((sum, { end_node: node }) => sum + (node?.transition_time ?? 0), 0);
      return { seconds: summary.time, meters: 1000 * summary.length, crossingSeconds, pieces };
    }
    return { seconds: summary.time, meters: 1000 * summary.length, crossingSeconds: 0, pieces: [] };
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
