import {
  type AccessClass,
  classSpeed,
  type DefaultAccess,
  defaultAccess,
  MODE_BIT,
  MODES,
  type Mode,
  SHARE_OF_LIMIT,
} from '@hinterland/catalogue';
import type { RoadClass } from '@hinterland/territory';
import type { HourlySpeeds } from '../inputs/speeds.ts';
import type { Tags } from '../map/osmData.ts';
import { type Access, accessOf, isInvited } from './access.ts';
import { barrierLets } from './barrier.ts';
import { boardingSeconds } from './ferries.ts';
import { firstKnown, listed, lowest } from './listed.ts';
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
  SMOOTHNESS_SPEED_CAP,
  STEPS_SPEED,
  SURFACE_SPEED_CAP,
  TRACKTYPE_SPEED_CAP,
  WALK_SPEED,
} from './speeds.ts';
import { classOf, isShuttleTrain } from './wayClass.ts';

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
  /** MODE_BIT of the modes that reach and leave places on the way and do not drive through it: private ways, too. */
  readonly limitedTo: number;
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
  /** Whether the way lies in a built-up area. */
  readonly isInTown?: boolean;
  /** ISO 3166-1 code of its country; "" where none is known. */
  readonly country?: string;
  /** Whether heights of the ground are known. */
  readonly hasHeights?: boolean;
}

const CLOSED: Speeds = [0, 0];

/** Meaning of a way's tags for travel, but for the street's name. */
export type NamelessTravel = Omit<WayTravel, 'street'>;

export const streetOf = (tags: Tags): string => tags.get('name') ?? tags.get('ref') ?? '';

/**
 * Returns the meaning of a way for travel, or null where nobody travels: no road, path, pier or ferry, or closed to all
 * modes. Asks for values of keys alone, never for all tags.
 */
export function namelessTravel(
  tags: Tags,
  { ferrySpeed = FERRY_SPEED, isInTown = false, country = '', hasHeights = false }: WaySurroundings,
): NamelessTravel | null {
  const roadClass = classOf(tags);
  if (roadClass === null) return null;
  const speeds =
    roadClass === 'ferry'
      ? ferrySpeeds(tags, ferrySpeed)
      : {
          car: carSpeeds(tags, roadClass, isInTown),
          walk: walkSpeeds(tags, roadClass, country),
          bicycle: bicycleSpeeds(tags, roadClass, country),
        };
  if (MODES.every((mode) => speeds[mode][0] === 0 && speeds[mode][1] === 0)) return null;
  return {
    roadClass,
    speeds,
    avoidSnap: avoidSnap(tags, roadClass),
    privateTo: privateTo(tags),
    limitedTo: roadClass === 'ferry' ? 0 : limitedTo(tags, speeds),
    boardingSeconds: roadClass === 'ferry' ? boardingSeconds(tags) : 0,
    relief: hasHeights ? reliefOf(tags, roadClass) : 'level',
  };
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

function carSpeeds(tags: Tags, roadClass: RoadClass, isInTown: boolean): Speeds {
  if (CAR_SPEED[roadClass] === 0 || !fordIsPassable(tags, 'car')) return CLOSED;
  const invited = isInvited(tags, 'motorcar') || isInvited(tags, 'motor_vehicle');
  const isCarRoad =
    CAR_ROADS.has(roadClass) && !isBusway(tags) && !listed(tags, 'service').includes('emergency_access');
  if (!isCarRoad && !invited) return CLOSED;
  const direction = vehicleDirection(tags, roadClass, ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle']);
  const speed = (forward: boolean) => {
    if (!direction.includes(forward) || !isOpen(tags, 'car', forward)) return 0;
    const limit = speedLimit(tags, forward);
    const base = limit === null ? usualSpeed(roadClass, isInTown) : limit * SHARE_OF_LIMIT;
    const caps = [
      CAR_SPEED_CAP[roadClass],
      lowest(tags, 'service', SERVICE_SPEED_CAP),
      lowest(tags, 'surface', SURFACE_SPEED_CAP),
      lowest(tags, 'tracktype', TRACKTYPE_SPEED_CAP),
      lowest(tags, 'smoothness', SMOOTHNESS_SPEED_CAP),
      isFord(tags) ? FORD_SPEED_CAP : undefined,
    ].filter((cap) => cap !== undefined);
    if (caps.includes(0)) return 0;
    return Math.max(CAR_SPEED_MIN, Math.min(CAR_SPEED_MAX, base, ...caps));
  };
  return [speed(true), speed(false)];
}

/** Speed on a road whose limit is not known. */
const usualSpeed = (roadClass: RoadClass, isInTown: boolean): number =>
  classSpeed(roadClass, isInTown) ?? CAR_SPEED[roadClass] ?? 0;

/** The row of the table of access by country that a class follows. */
const ACCESS_CLASS: Readonly<Partial<Record<RoadClass, AccessClass>>> = {
  trunk: 'trunk',
  trunk_link: 'trunk',
  path: 'path',
  footway: 'footway',
  pedestrian: 'pedestrian',
  bridleway: 'bridleway',
  cycleway: 'cycleway',
};
const EVERYBODY: DefaultAccess = { foot: true, bicycle: true };

/** Access where no tag speaks of it: that of the country. */
function accessByDefault(tags: Tags, roadClass: RoadClass, country: string): DefaultAccess {
  if (isMotorRoad(tags, roadClass) || isBusway(tags)) return { foot: false, bicycle: false };
  const kind = ACCESS_CLASS[roadClass];
  return kind === undefined ? EVERYBODY : defaultAccess(country, kind);
}

const isBusway = (tags: Tags): boolean => listed(tags, 'highway').includes('busway');

const isMotorRoad = (tags: Tags, roadClass: RoadClass): boolean =>
  roadClass.startsWith('motorway') || listed(tags, 'motorroad').includes('yes');

/** Whether the tags of a way, a barrier on all of it among them, let a mode use it; what they do not say is open. */
function isOpen(tags: Tags, mode: Mode, forward: boolean): boolean {
  const access = accessOf(tags, mode, forward);
  return access === undefined ? barrierLets(tags, mode) : access !== 'closed';
}

function walkSpeeds(tags: Tags, roadClass: RoadClass, country: string): Speeds {
  if (!fordIsPassable(tags, 'walk')) return CLOSED;
  // A lane of a street that is drawn as a way of its own: walkers have the pavement.
  const isLane = roadClass === 'cycleway' && listed(tags, 'cycleway').includes('lane');
  const isWalkedByDefault = accessByDefault(tags, roadClass, country).foot && !isLane;
  if (!isWalkedByDefault && !saysOfWalkers(tags, roadClass)) return CLOSED;
  const direction = firstKnown(tags, 'oneway:foot', oneway) ?? firstKnown(tags, 'conveying', conveyed) ?? BOTH;
  const speed = roadClass === 'steps' ? STEPS_SPEED : (lowest(tags, 'sac_scale', MOUNTAIN_PATH_SPEED) ?? WALK_SPEED);
  const open = (forward: boolean) => direction.includes(forward) && isOpen(tags, 'walk', forward);
  return [open(true) ? speed : 0, open(false) ? speed : 0];
}

/** Whether tags of a way that is closed to walkers by default say that they use it. */
function saysOfWalkers(tags: Tags, roadClass: RoadClass): boolean {
  if (isInvited(tags, 'foot')) return true;
  if (isMotorRoad(tags, roadClass)) return false;
  if (roadClass.startsWith('trunk')) return hasSidewalk(tags);
  // "segregated" says whether walkers have a part of their own.
  return accessOf(tags, 'walk') !== undefined || tags.has('segregated') || hasSidewalk(tags);
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

function bicycleSpeeds(tags: Tags, roadClass: RoadClass, country: string): Speeds {
  if (!fordIsPassable(tags, 'bicycle')) return CLOSED;
  const mustDismount = listed(tags, 'bicycle').includes('dismount') && !saysYes(tags, 'bicycle');
  const invited = isInvited(tags, 'bicycle') && !mustDismount;
  const isRiddenByDefault =
    accessByDefault(tags, roadClass, country).bicycle ||
    (roadClass.startsWith('trunk') && !isMotorRoad(tags, roadClass) && hasCycleway(tags));
  const isRidden = invited || (isRiddenByDefault && !mustDismount);
  const direction =
    firstKnown(tags, 'oneway:bicycle', oneway) ??
    (hasContraflow(tags) ? BOTH : vehicleDirection(tags, roadClass, ['oneway:vehicle']));
  const pushing = roadClass === 'steps' ? PUSH_ON_STEPS_SPEED : PUSH_SPEED;
  const isPushed = mustDismount || (WALKING_PATHS.has(roadClass) && tags.get('bicycle') !== 'no');
  const walk = isPushed ? walkSpeeds(tags, roadClass, country) : CLOSED;
  const riding = Math.max(
    PUSH_SPEED,
    Math.min(BICYCLE_SPEED[roadClass], lowest(tags, 'surface', BICYCLE_SURFACE_SPEED_CAP) ?? Infinity),
  );
  const speed = (forward: boolean) => {
    const mayRide = isRidden && roadClass !== 'steps' && direction.includes(forward);
    if (mayRide && isOpen(tags, 'bicycle', forward)) return riding;
    return Math.min(pushing, walk[forward ? 0 : 1]);
  };
  return [speed(true), speed(false)];
}

const saysYes = (tags: Tags, key: string): boolean =>
  listed(tags, key).some((value) => value === 'yes' || value === 'designated');

/**
 * A ferry takes whom it names. One that names nobody takes all; one that names pedestrians or bicycles only is taken
 * for a passenger ferry, as GraphHopper takes it. A shuttle train takes cars, and others where it names them.
 */
function ferrySpeeds(tags: Tags, ferrySpeed: number): Record<Mode, Speeds> {
  const direction = firstKnown(tags, 'oneway', oneway) ?? BOTH;
  const isPassengerFerry = tags.has('foot') || tags.has('bicycle');
  const takes = (mode: Mode) => (isShuttleTrain(tags) ? mode === 'car' : mode !== 'car' || !isPassengerFerry);
  const speeds = (mode: Mode): Speeds => {
    const byDefault: Access = takes(mode) ? 'open' : 'closed';
    const open = (forward: boolean) =>
      direction.includes(forward) && (accessOf(tags, mode, forward) ?? byDefault) !== 'closed';
    return [open(true) ? ferrySpeed : 0, open(false) ? ferrySpeed : 0];
  };
  return { car: speeds('car'), walk: speeds('walk'), bicycle: speeds('bicycle') };
}

const BOTH: readonly boolean[] = [true, false];

/** The directions (true = forward) that a one-way tag leaves open; undefined where it says nothing known. */
function oneway(text: string): readonly boolean[] | undefined {
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
function conveyed(text: string): readonly boolean[] | undefined {
  return text === 'forward' ? [true] : text === 'backward' ? [false] : text === 'reversible' ? BOTH : undefined;
}

function vehicleDirection(tags: Tags, roadClass: RoadClass, ownKeys: readonly string[]): readonly boolean[] {
  for (const key of [...ownKeys, 'oneway']) {
    const direction = firstKnown(tags, key, oneway);
    if (direction !== undefined) return direction;
  }
  const junction = listed(tags, 'junction');
  const isOneway = junction.includes('roundabout') || junction.includes('circular') || roadClass === 'motorway';
  return isOneway ? [true] : BOTH;
}

function hasContraflow(tags: Tags): boolean {
  return ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].some((key) => {
    const oppositeLane = listed(tags, key).some((value) => value.startsWith('opposite'));
    const laneDirection = firstKnown(tags, `${key}:oneway`, oneway);
    return oppositeLane || (key !== 'cycleway' && laneDirection?.includes(false));
  });
}

function hasSidewalk(tags: Tags): boolean {
  const present = new Set(['both', 'left', 'right', 'yes']);
  return ['sidewalk', 'sidewalk:left', 'sidewalk:right', 'sidewalk:both'].some((key) =>
    listed(tags, key).some((value) => present.has(value)),
  );
}

function hasCycleway(tags: Tags): boolean {
  const absent = new Set(['no', 'none', 'separate']);
  return ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both'].some((key) => {
    return listed(tags, key).some((value) => !absent.has(value));
  });
}

function isFord(tags: Tags): boolean {
  return listed(tags, 'ford').some((value) => value !== 'no');
}

/** Stepping stones are for walkers only, and a ford for boats is closed to all. */
function fordIsPassable(tags: Tags, mode: Mode): boolean {
  const ford = listed(tags, 'ford');
  return !ford.includes('boat') && (!ford.includes('stepping_stones') || mode === 'walk');
}

function isTunnel(tags: Tags): boolean {
  return listed(tags, 'tunnel').some((value) => value !== 'no' && value !== 'building_passage');
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

/**
 * Modes that do not drive through a way: those of which every direction that is open to them is for people with a reason to be
 * there. Walkers pass.
 */
function limitedTo(tags: Tags, speeds: Readonly<Record<Mode, Speeds>>): number {
  let bits = 0;
  for (const mode of ['car', 'bicycle'] as const) {
    const open = [true, false].filter((forward) => speeds[mode][forward ? 0 : 1] > 0);
    const isLimited = (forward: boolean) => ['destination', 'private'].includes(accessOf(tags, mode, forward) ?? '');
    if (open.length > 0 && open.every(isLimited)) bits |= MODE_BIT[mode];
  }
  return bits;
}
