import type { HouseKind } from '../houses/lots.ts';
import type { World } from '../world.ts';
import { CENTER } from './frames.ts';
import { drawGround } from './ground.ts';
import { drawRoads } from './roads.ts';
import { Sheet } from './sheet.ts';

const KINDS = [
  { text: 'house, terrace', color: '#8c9a86', diameter: 4.6, kinds: ['house', 'terrace', 'hall'] },
  { text: 'flats', color: '#c98f4e', diameter: 6.5, kinds: ['flats'] },
  { text: 'tower', color: '#9c3d33', diameter: 9.5, kinds: ['tower'] },
  { text: 'shop, works', color: '#4f6fa3', diameter: 5.6, kinds: ['shop', 'works'] },
] as const satisfies readonly { text: string; color: string; diameter: number; kinds: readonly HouseKind[] }[];

/** Stage 4: houses along the streets of the old center. */
export function drawHouses(world: World, note: string): string {
  const sheet = new Sheet(CENTER);
  drawGround(sheet, world);
  drawRoads(sheet, world, true);
  for (const { color, diameter, kinds } of KINDS) {
    const own = world.houses.filter(({ kind }) => (kinds as readonly HouseKind[]).includes(kind));
    sheet.dots(own, color, diameter);
  }
  return sheet.toSvg(
    '4 · Houses',
    'Lots on both sides of every street, numbered outwards; towers and shops in the core, terraces around it.',
    KINDS.map(({ text, color }) => ({ text, color, form: 'dot' })),
    note,
  );
}
