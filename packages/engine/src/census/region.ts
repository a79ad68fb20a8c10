import { oncePer, PolygonIndex } from '@hinterland/geo';
import { NONE, type Territory } from '@hinterland/territory';

/** Returns whether a place lies in the region that a territory is about; null where all of its map is. */
export const regionTest = oncePer((territory: Territory): ((lng: number, lat: number) => boolean) | null => {
  const { region } = territory.manifest;
  if (region === undefined) return null;
  const index = new PolygonIndex([region]);
  return (lng, lat) => index.firstNear(lng, lat) >= 0;
});

/** Whether poles lie in the region, row = pole; null where all of them do. */
export const polesInRegion = oncePer((territory: Territory): Uint8Array | null => {
  const isIn = regionTest(territory);
  const { rows, lngMicrodegrees, latMicrodegrees } = territory.poles;
  if (isIn === null) return null;
  return Uint8Array.from({ length: rows }, (_, pole) =>
    isIn(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6) ? 1 : 0,
  );
});

/** Returns the share of each census unit that lives in the region, row = unit: of the part that the map holds where all of that is the region. */
export const regionShares = oncePer((territory: Territory): ArrayLike<number> => {
  const { units, poleUnits } = territory.sociodemo!;
  const isIn = polesInRegion(territory);
  if (isIn === null) return units.insideShare;
  const shares = new Float64Array(units.rows);
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    if (unit !== NONE && isIn[pole] === 1) shares[unit]! += poleUnits.share[pole]!;
  }
  return shares;
});
