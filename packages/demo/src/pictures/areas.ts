import { LOCAL_GOVERNMENTS } from '../plan/country.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { World } from '../world.ts';
import { FIELDS, INK } from './colors.ts';
import { COUNTRY } from './frames.ts';
import { drawLand, drawRivers } from './ground.ts';
import { drawTowns } from './roads.ts';
import { Sheet } from './sheet.ts';

/** Stage 5: councils, localities and census units. */
export function drawAreas(world: World, note: string): string {
  const { mesh, units } = world;
  const sheet = new Sheet(COUNTRY);
  const localityOf = (unit: number) => units[unit]!.locality;
  const councilOf = (unit: number) => LOCAL_GOVERNMENTS.indexOf(LOCALITIES[localityOf(unit)]!.government);
  drawLand(sheet, [...mesh.outlines(() => 0).values()]);
  for (const [council, outline] of mesh.outlines(councilOf)) {
    sheet.areas([outline], `fill="${FIELDS[council % FIELDS.length]}"`);
  }
  sheet.areas(mesh.outlines((unit) => unit).values(), 'fill="none" stroke="#fff" stroke-width="6"');
  sheet.areas(mesh.outlines(localityOf).values(), 'fill="none" stroke="#fff" stroke-width="15"');
  sheet.areas(mesh.outlines(councilOf).values(), `fill="none" stroke="${INK}" stroke-opacity=".55" stroke-width="14"`);
  drawRivers(sheet, world.terrain);
  drawTowns(sheet, world, ['capital', 'town'], 15);
  return sheet.toSvg(
    '5 · Areas',
    'Councils by color; between white lines their localities, and within these, by thin lines, the census units.',
    [],
    note,
  );
}
