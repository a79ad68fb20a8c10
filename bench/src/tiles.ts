import { gzipSync } from 'node:zlib';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory } from '@hinterland/territory';
import { cutTile, MAX_ZOOM, type TileAddress, tilesOfBox } from '@hinterland/tiles';
import { percentile } from './percentile.ts';

const SEED = 1;
const FIRST_ZOOM = 5;
/** Tiles per zoom, at random where there are more. */
const TILES = 200;

/** Cuts and compresses tiles of every zoom, warm, in one thread. Returns Markdown. */
export async function tiles(bundles: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const bundle of bundles) {
    const territory = await loadTerritory(bundle);
    const { name, bbox } = territory.manifest;
    for (let z = FIRST_ZOOM; z <= MAX_ZOOM; z++) {
      const all = [...tilesOfBox(z, bbox)];
      const chosen = sample(all);
      for (const tile of chosen) cutTile(territory, tile);
      const cuts = chosen.map((tile) => {
        const started = performance.now();
        const bytes = cutTile(territory, tile);
        const packed = gzipSync(bytes);
        return { milliseconds: performance.now() - started, bytes: bytes.byteLength, packed: packed.byteLength };
      });
      const times = cuts.map(({ milliseconds }) => milliseconds);
      const figures = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(1));
      const kilobytes = [
        percentile(
          cuts.map(({ bytes }) => bytes),
          0.5,
        ),
        Math.max(...cuts.map(({ bytes }) => bytes)),
        Math.max(...cuts.map(({ packed }) => packed)),
      ].map((bytes) => (bytes / 1000).toFixed(0));
      rows.push(`| ${name} | ${z} | ${all.length} | ${[...figures, ...kilobytes].join(' | ')} |`);
    }
  }
  return [
    `Tiles of the box of a territory (at most ${TILES} per zoom, seed ${SEED}), each cut for the second time and compressed with`,
    'gzip, in one thread, nothing kept but what the cutting keeps. Goals: p95 at most 150 ms, from zoom 12 on 50 ms; no tile above',
    '500 kB before compression.',
    '',
    '| territory | zoom | tiles | ms p50 | p95 | most | kB p50 | most | most, gzip |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

function sample(all: readonly TileAddress[]): TileAddress[] {
  const random = new SeededRandom(SEED);
  const left = [...all];
  return Array.from({ length: Math.min(TILES, all.length) }, () => {
    const [tile] = left.splice(Math.floor(left.length * random.next()), 1);
    return tile!;
  });
}
