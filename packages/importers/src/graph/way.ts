import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import { ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import type { HourlySpeeds } from '../inputs/speeds.ts';
import type { Tags } from '../map/osmData.ts';
import { accessOf, isInvited } from './access.ts';
import { boardingSeconds } from './ferries.ts';
import { speedLimit } from './speedLimit.ts';
import {
  AVOID_SNAP,
  BICYCLE_SPEED,
  BICYCLE_SURFACE_SPEED_CAP,
  CAR_SPEED,
  CAR_SPEED_CAP,
  CAR_SPEED_MAX,
  CAR_SPEED_MIN,
  FERRY_SPEED,
  FORD_SPEED_CAP,
  MOUNTAIN_PATH_SPEED,
  PUSH_ON_STEPS_SPEED,
  PUSH_SPEED,
  SERVICE_SPEED_CAP,
  SHARE_OF_LIMIT,
  SMOOTHNESS_SPEED_CAP,
  STEPS_SPEED,
  SURFACE_SPEED_CAP,
  TOWN_SHARE_OF_LIMIT,
  TRACKTYPE_SPEED_CAP,
  WALK_SPEED,
} from './speeds.ts';

/** km/h along the way and against it; 0 where it is closed. */
export type Speeds = readonly [forward: number, backward: number];

/**
 * How the heights of the ground count: on an edge that follows the ground all along; on a bridge or in a tunnel those of its
 * ends; on stairs, lifts and ferries not at all, because their speed holds for what they are.
 */
export type Relief = 'ground' | 'span' | 'level';

/** Meaning of a way's tags for travel. */
export interface WayTravel {
  readonly roadClass: RoadClass;
  /** Normal traffic. */
  readonly speeds: Readonly<Record<Mode, Speeds>>;
  /** MODE_BIT of the modes that do not join the way from a door while another way is near. */
  readonly avoidSnap: number;
  /** MODE_BIT of the modes to which the way is private. */
  readonly privateTo: number;
  /** Time that boarding takes where the way leaves the land; 0 for all but ferries. */
  readonly boardingSeconds: number;
  readonly relief: Relief;
  /** On an edge through a gate, onto a private way or a ferry: milliseconds that it takes, whatever its length. */
  readonly passage?: Readonly<Record<Mode, readonly [forward: number, backward: number]>>;
  /** Speeds of cars by hour of the day; absent where none are known. */
  readonly hourlySpeeds?: HourlySpeeds;
  /** Name of the street, else its number, else "". */
  readonly street: string;
}

/** Facts about a way that its tags do not tell, km/h. */
export interface WaySurroundings {
  /** Speed that follows from a ferry's duration. */
  readonly ferrySpeed?: number | undefined;
  /** Limit for towns where the way lies in a built-up area. */
  readonly townLimit?: number | undefined;
  /** Whether heights of the ground are known. */
  readonly hasHeights?: boolean;
}

const CLOSED: Speeds = [0, 0];

/**
 * Returns the meaning of a way for travel, or null where nobody travels: no road, path, pier or ferry, or closed to all
 * modes.
 */
export function wayTravel(
  tags: Tags,
  { ferrySpeed = FERRY_SPEED, townLimit, hasHeights = false }: WaySurroundings = {},
): WayTravel | null {
  const roadClass = classOf(tags);
  if (roadClass === null) return null;
  const speeds =
    roadClass === 'ferry'
      ? ferrySpeeds(tags, ferrySpeed)
      : {
          car: carSpeeds(tags, roadClass, townLimit),
          walk: walkSpeeds(tags, roadClass),
          bicycle: bicycleSpeeds(tags, roadClass),
        };
  if (MODES.every((mode) => speeds[mode][0] === 0 && speeds[mode][1] === 0)) return null;
  return {
    roadClass,
    speeds,
    avoidSnap: avoidSnap(tags, roadClass),
    privateTo: privateTo(tags),
    boardingSeconds: roadClass === 'ferry' ? boardingSeconds(tags) : 0,
    relief: hasHeights ? reliefOf(tags, roadClass) : 'level',
    street: tags.get('name') ?? tags.get('ref') ?? '',
  };
}

const CLASSES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ...ROAD_CLASSES.filter((name) => name !== 'ferry').map((name) => [name, name] as const),
  ['road', 'unclassified'],
  ['corridor', 'footway'],
  ['elevator', 'footway'],
  ['platform', 'footway'],
]);

/** Roads under construction, planned or gone have values of `highway` that are not in the list. */
function classOf(tags: Tags): RoadClass | null {
  const highway = tags.get('highway');
  if (highway !== undefined) return CLASSES.get(highway) ?? null;
  if (tags.get('route') === 'ferry') return 'ferry';
  return tags.get('man_made') === 'pier' ? 'footway' : null;
}

/** Classes that cars may use unless a tag forbids it; on all others a tag has to allow it. */
const CAR_ROADS: ReadonlySet<RoadClass> = new Set<RoadClass>([
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
]);

function carSpeeds(tags: Tags, roadClass: RoadClass, townLimit: number | undefined): Speeds {
  if (CAR_SPEED[roadClass] === 0 || !fordIsPassable(tags, 'car')) return CLOSED;
  const invited = isInvited(tags, 'motorcar') || isInvited(tags, 'motor_vehicle');
  const isCarRoad = CAR_ROADS.has(roadClass) && tags.get('service') !== 'emergency_access';
  if (!isCarRoad && !invited) return CLOSED;
  const direction = vehicleDirection(tags, roadClass, ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle']);
  const speed = (forward: boolean) => {
    if (!direction.includes(forward) || accessOf(tags, 'car', forward) === 'closed') return 0;
    const limit = speedLimit(tags, forward);
    const base = limit === null ? usualSpeed(roadClass, townLimit) : limit * SHARE_OF_LIMIT;
    const caps = [
      CAR_SPEED_CAP[roadClass],
      SERVICE_SPEED_CAP[tags.get('service') ?? ''],
      SURFACE_SPEED_CAP[tags.get('surface') ?? ''],
      TRACKTYPE_SPEED_CAP[tags.get('tracktype') ?? ''],
      SMOOTHNESS_SPEED_CAP[tags.get('smoothness') ?? ''],
      isFord(tags) ? FORD_SPEED_CAP : undefined,
    ].filter((cap) => cap !== undefined);
    if (caps.includes(0)) return 0;
    return Math.max(CAR_SPEED_MIN, Math.min(CAR_SPEED_MAX, base, ...caps));
  };
  return [speed(true), speed(false)];
}

/** Speed on a road whose limit is not known. */
function usualSpeed(roadClass: RoadClass, townLimit: number | undefined): number {
  const share = TOWN_SHARE_OF_LIMIT[roadClass];
  const inTown = townLimit === undefined || share === undefined ? Infinity : townLimit * share;
  return Math.min(CAR_SPEED[roadClass], inTown);
}

function walkSpeeds(tags: Tags, roadClass: RoadClass): Speeds {
  if (!fordIsPassable(tags, 'walk')) return CLOSED;
  const invited = isInvited(tags, 'foot');
  const isForCarsAlone = /^(motorway|trunk)/.test(roadClass) || tags.get('motorroad') === 'yes';
  const hasPavement = roadClass.startsWith('trunk') && tags.get('motorroad') !== 'yes' && hasSidewalk(tags);
  if (isForCarsAlone && !invited && !hasPavement) return CLOSED;
  // A lane of a street that is drawn as a way of its own: walkers have the pavement.
  const isLane = roadClass === 'cycleway' && tags.get('cycleway') === 'lane';
  if (isLane && accessOf(tags, 'walk') === undefined) return CLOSED;
  const direction = oneway(tags.get('oneway:foot')) ?? conveyed(tags.get('conveying')) ?? BOTH;
  const speed = roadClass === 'steps' ? STEPS_SPEED : (MOUNTAIN_PATH_SPEED[tags.get('sac_scale') ?? ''] ?? WALK_SPEED);
  const open = (forward: boolean) => direction.includes(forward) && accessOf(tags, 'walk', forward) !== 'closed';
  return [open(true) ? speed : 0, open(false) ? speed : 0];
}

/** Paths without cycling unless a tag permits it; bicycles may be pushed. */
const WALKING_PATHS: ReadonlySet<RoadClass> = new Set<RoadClass>([
  'footway',
  'pedestrian',
  'path',
  'steps',
  'bridleway',
  'cycleway',
]);
const NOT_FOR_BICYCLES: ReadonlySet<RoadClass> = new Set<RoadClass>(['footway', 'pedestrian', 'bridleway', 'steps']);

function bicycleSpeeds(tags: Tags, roadClass: RoadClass): Speeds {
  if (!fordIsPassable(tags, 'bicycle')) return CLOSED;
  const mustDismount = tags.get('bicycle') === 'dismount';
  const invited = isInvited(tags, 'bicycle') && !mustDismount;
  const isForCarsAlone =
    roadClass.startsWith('motorway') ||
    (roadClass.startsWith('trunk') && !hasCycleway(tags)) ||
    tags.get('motorroad') === 'yes';
  const isRidden = invited || (!isForCarsAlone && !NOT_FOR_BICYCLES.has(roadClass) && !mustDismount);
  const direction =
    oneway(tags.get('oneway:bicycle')) ??
    (hasContraflow(tags) ? BOTH : vehicleDirection(tags, roadClass, ['oneway:vehicle']));
  const pushing = roadClass === 'steps' ? PUSH_ON_STEPS_SPEED : PUSH_SPEED;
  const isPushed = mustDismount || (WALKING_PATHS.has(roadClass) && tags.get('bicycle') !== 'no');
  const walk = isPushed ? walkSpeeds(tags, roadClass) : CLOSED;
  const riding = Math.max(
    PUSH_SPEED,
    Math.min(BICYCLE_SPEED[roadClass], BICYCLE_SURFACE_SPEED_CAP[tags.get('surface') ?? ''] ?? Infinity),
  );
  const speed = (forward: boolean) => {
    const mayRide = isRidden && roadClass !== 'steps' && direction.includes(forward);
    if (mayRide && accessOf(tags, 'bicycle', forward) !== 'closed') return riding;
    return Math.min(pushing, walk[forward ? 0 : 1]);
  };
  return [speed(true), speed(false)];
}

/**
 * A ferry takes whom it names. One that names nobody takes all; one that names pedestrians or bicycles only is taken
 * for a passenger ferry, as GraphHopper takes it.
 */
function ferrySpeeds(tags: Tags, ferrySpeed: number): Record<Mode, Speeds> {
  const direction = oneway(tags.get('oneway')) ?? BOTH;
  const isPassengerFerry = tags.has('foot') || tags.has('bicycle');
  const speeds = (mode: Mode): Speeds => {
    const byDefault = mode === 'car' && isPassengerFerry ? 'closed' : 'open';
    const open = (forward: boolean) =>
      direction.includes(forward) && (accessOf(tags, mode, forward) ?? byDefault) !== 'closed';
    return [open(true) ? ferrySpeed : 0, open(false) ? ferrySpeed : 0];
  };
  return { car: speeds('car'), walk: speeds('walk'), bicycle: speeds('bicycle') };
}

const BOTH: readonly boolean[] = [true, false];

/** The directions (true = forward) that a one-way tag leaves open; undefined where it says nothing known. */
function oneway(text: string | undefined): readonly boolean[] | undefined {
  switch (text) {
    case 'yes':
    case 'true':
    case '1':
      return [true];
    case '-1':
    case 'reverse':
      return [false];
    case 'no':
    case 'false':
    case '0':
    case 'alternating':
      return BOTH;
    // The direction changes with the hour, so neither is reliable.
    case 'reversible':
      return [];
    default:
      return undefined;
  }
}

/** Escalators and moving walkways go one way; "yes" does not say which. */
function conveyed(text: string | undefined): readonly boolean[] | undefined {
  return text === 'forward' ? [true] : text === 'backward' ? [false] : text === 'reversible' ? BOTH : undefined;
}

function vehicleDirection(tags: Tags, roadClass: RoadClass, ownKeys: readonly string[]): readonly boolean[] {
  for (const key of [...ownKeys, 'oneway']) {
    const direction = oneway(tags.get(key));
    if (direction !== undefined) return direction;
  }
  const junction = tags.get('junction');
  const isOneway = junction === 'roundabout' || junction === 'circular' || roadClass === 'motorway';
  return isOneway ? [true] : BOTH;
}

function hasContraflow(tags: Tags): boolean {
  return ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].some((key) => {
    const oppositeLane = tags.get(key)?.startsWith('opposite');
    const laneDirection = oneway(tags.get(`${key}:oneway`));
    return oppositeLane || (key !== 'cycleway' && laneDirection?.includes(false));
  });
}

function hasSidewalk(tags: Tags): boolean {
  const present = new Set(['both', 'left', 'right', 'yes']);
  return ['sidewalk', 'sidewalk:left', 'sidewalk:right', 'sidewalk:both'].some((key) =>
    present.has(tags.get(key) ?? ''),
  );
}

function hasCycleway(tags: Tags): boolean {
  const absent = new Set(['no', 'none', 'separate']);
  return ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].some((key) => {
    const value = tags.get(key);
    return value !== undefined && !absent.has(value);
  });
}

function isFord(tags: Tags): boolean {
  return (tags.get('ford') ?? 'no') !== 'no';
}

/** Stepping stones are for walkers only, and a ford for boats is closed to all. */
function fordIsPassable(tags: Tags, mode: Mode): boolean {
  const ford = tags.get('ford');
  return ford !== 'boat' && (ford !== 'stepping_stones' || mode === 'walk');
}

function isTunnel(tags: Tags): boolean {
  return !['no', 'building_passage'].includes(tags.get('tunnel') ?? 'no');
}

function reliefOf(tags: Tags, roadClass: RoadClass): Relief {
  const isCarried = tags.has('conveying') || tags.get('highway') === 'elevator';
  if (roadClass === 'ferry' || roadClass === 'steps' || isCarried) return 'level';
  return isTunnel(tags) || (tags.get('bridge') ?? 'no') !== 'no' ? 'span' : 'ground';
}

function avoidSnap(tags: Tags, roadClass: RoadClass): number {
  const isUnderground = isTunnel(tags);
  let bits = 0;
  for (const mode of MODES) if (isUnderground || AVOID_SNAP[mode].includes(roadClass)) bits |= MODE_BIT[mode];
  return bits;
}

function privateTo(tags: Tags): number {
  let bits = 0;
  for (const mode of MODES) {
    const isPrivate = accessOf(tags, mode, true) === 'private' || accessOf(tags, mode, false) === 'private';
    if (isPrivate) bits |= MODE_BIT[mode];
  }
  return bits;
}
