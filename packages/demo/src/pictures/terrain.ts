import { Mesh } from '../areas/mesh.ts';
import { middleOf } from '../geometry/raster.ts';
import type { World } from '../world.ts';
import { LAND, RIVER } from './colors.ts';
import { COUNTRY } from './frames.ts';
import { drawLand, drawRivers } from './ground.ts';
import { drawTowns } from './roads.ts';
import { Sheet } from './sheet.ts';

/** Heights from which a color holds; the ridges are 1. */
const BANDS = [
  [0.05, '#ece5cf'],
  [0.2, '#e0d5b4'],
  [0.4, '#cfbf95'],
  [0.6, '#b8a276'],
  [0.8, '#98805a'],
] as const;

/** Stage 2: land, water and heights, on a grid of 80 m. */
export function drawTerrain(world: World, note: string): string {
  const { terrain } = world;
  const sheet = new Sheet(COUNTRY);
  const bands = Int32Array.from(terrain.land, (land, cell) => {
    const height = land === 1 ? terrain.height(middleOf(cell)) : 0;
    return land === 1 ? BANDS.filter(([from]) => height >= from).length : -1;
  });
  const mesh = new Mesh(bands);
  const above = (band: number) => [...mesh.outlines((own) => (own >= band ? 0 : -1)).values()];
  drawLand(sheet, above(0));
  for (const [i, [, color]] of BANDS.entries()) sheet.areas(above(i + 1), `fill="${color}"`);
  drawRivers(sheet, terrain);
  drawTowns(sheet, world, ['capital', 'town'], 15);
  return sheet.toSvg(
    '2 · Terrain',
    'Noise makes the coasts ragged and the ridges bend; rivers widen to their mouths.',
    [
      { text: 'plain', color: LAND, form: 'field' },
      { text: 'hills', color: BANDS[1][1], form: 'field' },
      { text: 'mountains', color: BANDS[3][1], form: 'field' },
      { text: 'ridge', color: BANDS[4][1], form: 'field' },
      { text: 'river', color: RIVER, form: 'line' },
    ],
    note,
  );
}
