import { PolygonIndex } from '@hinterland/geo';
import { loadTerritory, NONE } from '@hinterland/territory';

/** Counts the residents of the region of a bundle, whose map may reach further; null where all of the map is the region, and without a census. */
export async function regionPeople(outDir: string): Promise<number | null> {
  const { manifest, sociodemo, poles } = await loadTerritory(outDir);
  const total = sociodemo?.topics.get('residents')?.columns.get('total');
  if (manifest.region === undefined || sociodemo === null || total === undefined) return null;
  const index = new PolygonIndex([manifest.region]);
  const { poleUnits } = sociodemo;
  let people = 0;
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    if (unit === NONE || !(total[unit]! > 0)) continue;
    const isIn = index.firstNear(poles.lngMicrodegrees[pole]! / 1e6, poles.latMicrodegrees[pole]! / 1e6) >= 0;
    if (isIn) people += total[unit]! * poleUnits.share[pole]!;
  }
  return people;
}
