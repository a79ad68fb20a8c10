/**
 * Speeds of cars by class of road that three open routers publish for roads whose limit is not known, km/h, and what each makes of
 * them: the one in the middle. Of a signed limit OSRM drives 0.8, openrouteservice and GraphHopper 0.9, Valhalla all, so the share in the middle is 0.9.
 *
 * Sources, as of 2026-08: OSRM (profiles/car.lua, `speeds`); Valhalla (lua/graph.lua, `default_speed` between towns, and
 * src/mjolnir/speed_assigner.h, `urban_rc_speed` in towns, by its own classes); openrouteservice (VehicleFlagEncoder.java,
 * `defaultSpeedMap`).
 */
const PUBLISHED: Readonly<
  Record<string, { readonly osrm: number; readonly valhalla: { town: number; between: number }; readonly ors: number }>
> = {
  motorway: { osrm: 90, valhalla: { town: 89, between: 105 }, ors: 100 },
  trunk: { osrm: 85, valhalla: { town: 73, between: 90 }, ors: 85 },
  primary: { osrm: 65, valhalla: { town: 57, between: 75 }, ors: 65 },
  secondary: { osrm: 55, valhalla: { town: 49, between: 60 }, ors: 60 },
  tertiary: { osrm: 40, valhalla: { town: 40, between: 50 }, ors: 50 },
  unclassified: { osrm: 25, valhalla: { town: 35, between: 40 }, ors: 30 },
  residential: { osrm: 25, valhalla: { town: 30, between: 35 }, ors: 30 },
  service: { osrm: 15, valhalla: { town: 20, between: 25 }, ors: 20 },
};

/** Share of a signed limit that is driven: the one in the middle. */
export const SHARE_OF_LIMIT = 0.9;

/** Returns the speed in the middle for a class of road without a known limit, km/h; undefined for classes that routers do not share. */
export function classSpeed(roadClass: string, isInTown: boolean): number | undefined {
  const published = PUBLISHED[roadClass];
  if (published === undefined) return undefined;
  const { osrm, valhalla, ors } = published;
  return [osrm, isInTown ? valhalla.town : valhalla.between, ors].sort((a, b) => a - b)[1];
}
