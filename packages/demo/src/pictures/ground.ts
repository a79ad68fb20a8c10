import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { outlineOf } from '../geometry/ellipse.ts';
import { zonesOf } from '../plan/zones.ts';
import type { Terrain } from '../terrain/terrain.ts';
import type { World } from '../world.ts';
import { COAST, ESTATE, GREEN, LAND, RIVER } from './colors.ts';
import type { Sheet } from './sheet.ts';

/** Sea that is lighter near the land, the land, its parks, estates and rivers. */
export function drawGround(sheet: Sheet, world: World): void {
  const { mesh, units, terrain } = world;
  drawLand(sheet, [...mesh.outlines(() => 0).values()]);
  const estates = mesh.outlines((unit) => (['', 'Quarry Bay Marina'].includes(units[unit]!.zone) ? -1 : unit));
  sheet.areas(estates.values(), `fill="${ESTATE}"`);
  sheet.rings(zonesOf('park', 'campus', 'hospital').map(outlineOf), `fill="${GREEN}"`);
  drawRivers(sheet, terrain);
}

/** Land with lines of water along its coast. */
export function drawLand(sheet: Sheet, land: readonly MultiPolygonCoordinates[], attributes = `fill="${LAND}"`): void {
  const water = [1_800, 900, 360].map((meters, i) => {
    const width = Math.round(sheet.pixels(meters) * 10);
    return `fill="none" stroke="#fff" stroke-opacity="${0.25 + 0.05 * i}" stroke-width="${width}"`;
  });
  sheet.areas(land, ...water, `${attributes} stroke="${COAST}" stroke-width="8"`);
}

/** Rivers as far as they lie on land, wider towards the sea. */
export function drawRivers(sheet: Sheet, terrain: Terrain): void {
  for (const { line, widthAtSourceMeters, widthAtMouthMeters } of terrain.rivers) {
    const wet = line.filter((point) => terrain.isLand(point));
    for (let i = 0; i + 1 < wet.length; i += 4) {
      const meters = widthAtSourceMeters + (widthAtMouthMeters - widthAtSourceMeters) * (i / line.length) ** 2;
      sheet.lines([wet.slice(i, i + 6)], RIVER, Math.max(1.2, sheet.pixels(meters)), 'style="stroke-linecap:butt"');
    }
  }
}
