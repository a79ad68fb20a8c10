import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { MAX_ZOOM, type TileAddress, tileOf, tilesOfBox } from '@hinterland/tiles';
import { percentile } from './percentile.ts';

const SEED = 1;
const FIRST_ZOOM = 5;
/** Rounds before the one that is measured. */
const WARM_ROUNDS = 4;
/** Tiles per zoom, at random where there are more. */
const TILES = 200;

/** A tile as it was cut. */
interface Cut {
  readonly zoom: number;
  readonly milliseconds: number;
  readonly cpu: number;
  readonly bytes: number;
  readonly packed: number;
}

/** Cuts and compresses tiles of every zoom, warm, in one thread. Returns Markdown. */
export async function tiles(bundles: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const bundle of bundles) {
    const territory = await loadTerritory(bundle);
    const { name, bbox } = territory.manifest;
    const cuts: Cut[] = [];
    for (let zoom = FIRST_ZOOM; zoom <= MAX_ZOOM; zoom++) {
      const chosen = sample([...tilesOfBox(zoom, bbox)]);
      for (let round = 0; round < WARM_ROUNDS; round++) for (const tile of chosen) tileOf(territory, tile);
      for (const tile of chosen) cuts.push(cutOf(territory, tile));
      rows.push(
        row(
          name,
          String(zoom),
          cuts.filter((cut) => cut.zoom === zoom),
        ),
      );
    }
    const [low, high] = [cuts.filter(({ zoom }) => zoom < 12), cuts.filter(({ zoom }) => zoom >= 12)];
    rows.push(row(name, `${FIRST_ZOOM} to 11`, low), row(name, `12 to ${MAX_ZOOM}`, high));
  }
  return [
    `Tiles of the box of a territory (at most ${TILES} per zoom, seed ${SEED}), each cut for the fifth time and compressed with`,
    'gzip, in one thread, nothing kept but what the cutting keeps. Goals: p95 at most 150 ms, from zoom 12 on 50 ms; no tile above',
    '500 kB before compression. Up to zoom 10 tiles come from the bundle. CPU time is that of all threads, the collector of',
    'garbage included; where other work loads the machine, it is what to compare.',
    '',
    '| territory | zoom | tiles | ms p50 | p95 | most | CPU ms p95 | kB p50 | most | most, gzip |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function cutOf(territory: Territory, tile: TileAddress): Cut {
  const used = process.cpuUsage();
  const started = performance.now();
  const bytes = tileOf(territory, tile);
  const packed = gzipSync(bytes, { level: 4 });
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  const cpu = (user + system) / 1000;
  return { zoom: tile.z, milliseconds, cpu, bytes: bytes.byteLength, packed: packed.byteLength };
}

function row(name: string, zoom: string, cuts: readonly Cut[]): string {
  const of = (figure: keyof Cut) => cuts.map((cut) => cut[figure]);
  const wall = of('milliseconds');
  const times = [percentile(wall, 0.5), percentile(wall, 0.95), Math.max(...wall), percentile(of('cpu'), 0.95)];
  const sizes = [percentile(of('bytes'), 0.5), Math.max(...of('bytes')), Math.max(...of('packed'))];
  const figures = [...times.map((ms) => ms.toFixed(1)), ...sizes.map((bytes) => (bytes / 1000).toFixed(0))];
  return `| ${name} | ${zoom} | ${cuts.length} | ${figures.join(' | ')} |`;
}

function sample(all: readonly TileAddress[]): TileAddress[] {
  const random = new SeededRandom(SEED);
  const left = [...all];
  return Array.from({ length: Math.min(TILES, all.length) }, () => {
    const [tile] = left.splice(Math.floor(left.length * random.next()), 1);
    return tile!;
  });
}
