import type { Mode, Traffic } from '@hinterland/catalogue';
import type { RoadClass } from '@hinterland/territory';

/**
 * Every number that turns a road into a time, and a pole into a place on a road. A bundle carries the version it was
 * built with; a change of a value needs a new version.
 *
 * Speeds are km/h. Where no source is named, the value is a guess that fits the class defaults that openrouteservice,
 * GraphHopper and Valhalla publish.
 */
export const PARAMETERS_VERSION = 'roads-4';

/**
 * Speed of a car on a road whose limit is not known, for classes that `classSpeed` of the catalogue does not have; 0 where cars
 * do not drive.
 */
export const CAR_SPEED: Readonly<Partial<Record<RoadClass, number>>> = {
  motorway_link: 60,
  trunk_link: 55,
  primary_link: 45,
  secondary_link: 42,
  tertiary_link: 36,
  living_street: 10,
  track: 12,
  pedestrian: 8,
  footway: 8,
  path: 8,
  cycleway: 8,
  steps: 0,
  bridleway: 8,
  ferry: 18,
};

/**
 * Where streets for cars are built up: at least so many kilometers of them per square kilometer in the square of cells
 * around a place (1.4 km wide). Motorways, trunk roads, service roads and tracks say nothing of houses.
 */
export const BUILT_UP = {
  kilometersPerSquareKm: 6,
  cellDegrees: 0.0025,
  cellsAround: 2,
  classes: new Set(['primary', 'secondary', 'tertiary', 'unclassified', 'residential', 'living_street']),
} as const;

/** Highest realistic speeds, whatever limit is signed (a zone's limit is signed on its tracks, too). */
export const CAR_SPEED_CAP: Readonly<Partial<Record<RoadClass, number>>> = {
  living_street: 20,
  service: 30,
  track: 30,
  pedestrian: 10,
  footway: 10,
  path: 10,
  cycleway: 10,
  bridleway: 10,
};

/** Highest speed of a car anywhere. */
export const CAR_SPEED_MAX = 130;
/** Lowest speed of a car anywhere it may drive; damaged limits such as "1" would make a road a wall. */
export const CAR_SPEED_MIN = 4;

/** Values of `service` that are slower than other service roads. */
export const SERVICE_SPEED_CAP: Readonly<Record<string, number>> = {
  alley: 12,
  driveway: 10,
  parking_aisle: 8,
  'drive-through': 8,
};

/** Highest speed of a car on a surface, after the car profile of OSRM; surfaces that are not named lower nothing. */
export const SURFACE_SPEED_CAP: Readonly<Record<string, number>> = {
  compacted: 80,
  fine_gravel: 80,
  paving_stones: 60,
  bricks: 60,
  metal: 60,
  'concrete:lanes': 60,
  sett: 40,
  wood: 40,
  grass_paver: 40,
  gravel: 40,
  unpaved: 40,
  pebblestone: 40,
  ground: 40,
  dirt: 40,
  cobblestone: 30,
  clay: 30,
  unhewn_cobblestone: 20,
  grass: 20,
  earth: 20,
  stone: 20,
  rock: 20,
  sand: 20,
  snow: 20,
  ice: 10,
  mud: 10,
};

/** Highest speed of a car by `tracktype`, after the car profile of OSRM. */
export const TRACKTYPE_SPEED_CAP: Readonly<Record<string, number>> = {
  grade1: 60,
  grade2: 40,
  grade3: 30,
  grade4: 25,
  grade5: 20,
};

/** Highest speed of a car by `smoothness`, after the car profile of OSRM; 0 = not passable. */
export const SMOOTHNESS_SPEED_CAP: Readonly<Record<string, number>> = {
  intermediate: 80,
  bad: 40,
  very_bad: 20,
  horrible: 10,
  very_horrible: 5,
  impassable: 0,
};

/** Highest speed of a car through a ford. */
export const FORD_SPEED_CAP = 10;

/** Factor of a traffic profile on the speed of a car, by the kind of road. Ferries are left as they are. */
export const TRAFFIC_FACTOR: Readonly<Record<Traffic, (roadClass: RoadClass) => number>> = {
  free: (roadClass) => (roadClass === 'ferry' ? 1 : isFastRoad(roadClass) ? 1.1 : 1.05),
  normal: () => 1,
  heavy: (roadClass) =>
    roadClass === 'ferry' ? 1 : isFastRoad(roadClass) ? 0.75 : /^(primary|secondary)/.test(roadClass) ? 0.7 : 0.8,
};

function isFastRoad(roadClass: RoadClass): boolean {
  return /^(motorway|trunk)/.test(roadClass);
}

/** Walking, everywhere but where the next entries say otherwise. */
export const WALK_SPEED = 5;
/** Along the ground; a flight of stairs rises about as much as it goes forward. */
export const STEPS_SPEED = 2.5;
/** On paths with a `sac_scale`: 90, 80, 65, 40, 25 and 15% of a walker's speed, as Valhalla takes it. */
export const MOUNTAIN_PATH_SPEED: Readonly<Record<string, number>> = {
  hiking: 4.5,
  mountain_hiking: 4,
  demanding_mountain_hiking: 3.25,
  alpine_hiking: 2,
  demanding_alpine_hiking: 1.25,
  difficult_alpine_hiking: 0.75,
};

/** Cycling speed by class; 0 where a tag must permit cycling. */
export const BICYCLE_SPEED: Readonly<Record<RoadClass, number>> = {
  motorway: 0,
  motorway_link: 0,
  trunk: 16,
  trunk_link: 16,
  primary: 16,
  primary_link: 16,
  secondary: 16,
  secondary_link: 16,
  tertiary: 16,
  tertiary_link: 16,
  unclassified: 16,
  residential: 15,
  living_street: 10,
  service: 13,
  track: 11,
  pedestrian: 6,
  footway: 8,
  path: 11,
  cycleway: 17,
  steps: 0,
  bridleway: 8,
  ferry: 18,
};

/** Pushing a bicycle where only walking is allowed, and up or down stairs. */
export const PUSH_SPEED = 4.5;
export const PUSH_ON_STEPS_SPEED = 1.5;

/** Slopes of the ground that are steeper count as this: the steepest street there is, in Dunedin, rises 35%. */
export const STEEPEST_SLOPE = 0.35;

/** Highest speed of a bicycle on a surface. */
export const BICYCLE_SURFACE_SPEED_CAP: Readonly<Record<string, number>> = {
  cobblestone: 9,
  unhewn_cobblestone: 7,
  sett: 12,
  gravel: 11,
  unpaved: 12,
  pebblestone: 11,
  ground: 11,
  dirt: 10,
  earth: 10,
  grass: 8,
  clay: 10,
  stone: 7,
  rock: 7,
  mud: 5,
  sand: 5,
  snow: 6,
  ice: 5,
};

/** A ferry that does not say how long it takes. */
export const FERRY_SPEED = 18;
/** A train that carries cars and does not say how long it takes, as Valhalla takes it; and one faster than any. */
export const SHUTTLE_TRAIN_SPEED = 65;
export const SHUTTLE_TRAIN_SPEED_MAX = 160;
/** A ferry duration that would make it slower or faster than this is taken for a mistake. */
export const FERRY_SPEED_MIN = 1;
export const FERRY_SPEED_MAX = 90;

/**
 * Boarding a ferry takes half of its interval, in every mode: who knows no timetable waits so long on average. An interval
 * that is not known is taken for this one (a guess: boats of cities come every 20 to 40 minutes), and nobody waits longer
 * than for a boat an hour, since people know when the rare ones leave.
 */
export const FERRY_INTERVAL_SECONDS = 1800;
export const FERRY_INTERVAL_MOST_SECONDS = 3600;

/** Limits of `none` and of `walk`. On roads without a limit 130 is the advised speed in Germany. */
export const LIMIT_NONE = 130;
export const LIMIT_WALK = 7;
export const KILOMETERS_PER_MILE = 1.609344;
export const KILOMETERS_PER_NAUTICAL_MILE = 1.852;
/** Limits outside this range are mistakes and are not used. */
export const LIMIT_MIN = 3;
export const LIMIT_MAX = 160;

/**
 * Limits of `COUNTRY:zone` values. A country that is not listed, or does not list the zone, has the limit of "*".
 * Source: OpenStreetMap wiki, "Default speed limits", and the car profile of OSRM, which names the exceptions.
 */
export const ZONE_LIMIT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '*': {
    urban: 50,
    rural: 90,
    trunk: 110,
    expressway: 110,
    motorway: 130,
    living_street: 20,
    bicycle_road: 30,
    walk: LIMIT_WALK,
    school: 30,
    nsl_restricted: 30 * KILOMETERS_PER_MILE,
    nsl_single: 60 * KILOMETERS_PER_MILE,
    nsl_dual: 70 * KILOMETERS_PER_MILE,
  },
  AR: { urban: 40, rural: 110 },
  AT: { rural: 100, trunk: 100 },
  AU: { rural: 100, motorway: 110, living_street: 10 },
  BE: { rural: 90, trunk: 120, motorway: 120 },
  'BE-BRU': { urban: 30, rural: 70 },
  'BE-VLG': { rural: 70 },
  BG: { trunk: 120, motorway: 140 },
  BY: { urban: 60, motorway: 110 },
  CA: { rural: 80, motorway: 100 },
  CH: { rural: 80, trunk: 100, motorway: 120 },
  CZ: { living_street: 20 },
  DE: { rural: 100, trunk: LIMIT_NONE, motorway: LIMIT_NONE, living_street: LIMIT_WALK },
  DK: { rural: 80, trunk: 90 },
  ES: { trunk: 90, motorway: 120 },
  FI: { rural: 80, motorway: 120 },
  FR: { rural: 80 },
  GB: { urban: 30 * KILOMETERS_PER_MILE, rural: 60 * KILOMETERS_PER_MILE, motorway: 70 * KILOMETERS_PER_MILE },
  JP: { urban: 60, rural: 60, motorway: 100 },
  LI: { rural: 80 },
  LV: { living_street: 20 },
  NL: { rural: 80, trunk: 100, motorway: 100, living_street: 15 },
  NO: { rural: 80, motorway: 110 },
  PH: { urban: 40, rural: 80, motorway: 100 },
  PL: { expressway: 120, trunk: 120, motorway: 140 },
  PT: { rural: 90, trunk: 100, motorway: 120 },
  RO: { rural: 90, trunk: 100, motorway: 130 },
  RU: { urban: 60, rural: 90, motorway: 110 },
  SE: { rural: 70, motorway: 110 },
  TR: { motorway: 120 },
  UK: { urban: 30 * KILOMETERS_PER_MILE, rural: 60 * KILOMETERS_PER_MILE, motorway: 70 * KILOMETERS_PER_MILE },
  US: {
    urban: 25 * KILOMETERS_PER_MILE,

    rural: 55 * KILOMETERS_PER_MILE,
    motorway: 65 * KILOMETERS_PER_MILE,
  },
  ZA: { urban: 60, rural: 100, motorway: 120 },
};

/**
 * Entering or leaving a private way, and passing a private gate, takes this long in every mode: people who live there
 * lose little, a short cut through it pays twice.
 */
export const PRIVATE_ENTRY_SECONDS = 30;

/**
 * Nodes from which on a strongly connected component serves its own places, beside the largest. R5 removes smaller parts of
 * its street layer, too (methods of Conveyal R5: subgraphs under 40 vertices).
 */
export const SERVED_COMPONENT_NODES = 40;

/** Classes that a pole is not fastened to while another edge is in reach; tunnels come on top, in every mode. */
export const AVOID_SNAP: Readonly<Record<Mode, readonly RoadClass[]>> = {
  car: ['motorway', 'motorway_link', 'trunk_link', 'ferry'],
  walk: ['ferry'],
  bicycle: ['ferry'],
};
