import type { World } from '../world.ts';
import { PATH, ROADS, STREET } from './colors.ts';
import { CITY } from './frames.ts';
import { drawGround } from './ground.ts';
import { drawLocalities, drawRoads } from './roads.ts';
import { Sheet } from './sheet.ts';

/** Stage 3: the network of streets. */
export function drawStreets(world: World, note: string): string {
  const sheet = new Sheet(CITY);
  drawGround(sheet, world);
  drawRoads(sheet, world);
  drawLocalities(sheet, 13);
  return sheet.toSvg(
    '3 · Streets',
    'Main roads follow the plan, streets a field of directions.',
    [
      { text: 'motorway', color: ROADS.motorway!.color, form: 'line' },
      { text: 'primary road', color: ROADS.primary!.color, form: 'line' },
      { text: 'secondary road', color: ROADS.secondary!.color, form: 'line' },
      { text: 'collector', color: ROADS.tertiary!.color, form: 'line' },
      { text: 'street', color: STREET, form: 'line' },
      { text: 'path', color: PATH, form: 'dashed' },
      { text: 'ferry', color: '#6f93a3', form: 'dashed' },
    ],
    note,
  );
}
