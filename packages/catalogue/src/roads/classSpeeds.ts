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

/** Share of a signed limit that each drives. */
const SHARES = { osrm: 0.8, valhalla: 1, ors: 0.9 } as const;

export const ROUTERS = ['osrm', 'valhalla', 'ors'] as const;
export type Router = (typeof ROUTERS)[number];

/** Share of a signed limit that is driven: the one in the middle. */
export const SHARE_OF_LIMIT = middle(ROUTERS.map((router) => SHARES[router]));

/** Returns the speed in the middle for a class of road without a known limit, km/h; undefined for classes that routers do not share. */
export function classSpeed(roadClass: string, isInTown: boolean): number | undefined {
  if (!(roadClass in PUBLISHED)) return undefined;
  return middle(ROUTERS.map((router) => routerSpeed(router, { roadClass, isInTown, limitKmh: null })!));
}

/** Returns the speed that a router publishes for a road, km/h; undefined for classes that routers do not share. */
export function routerSpeed(
  router: Router,
  road: { readonly roadClass: string; readonly isInTown: boolean; readonly limitKmh: number | null },
): number | undefined {
  const published = PUBLISHED[road.roadClass];
  if (published === undefined) return undefined;
  if (road.limitKmh !== null) return SHARES[router] * road.limitKmh;
  return router === 'valhalla' ? published.valhalla[road.isInTown ? 'town' : 'between'] : published[router];
}

function middle([a, b, c]: readonly number[]): number {
  return Math.max(Math.min(a!, b!), Math.min(Math.max(a!, b!), c!));
}
