import { haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData, Tags } from '../map/osmData.ts';
import {
  FERRY_INTERVAL_MOST_SECONDS,
  FERRY_INTERVAL_SECONDS,
  FERRY_SPEED,
  FERRY_SPEED_MAX,
  FERRY_SPEED_MIN,
  SHUTTLE_TRAIN_SPEED,
  SHUTTLE_TRAIN_SPEED_MAX,
} from './speeds.ts';
import { isCarried, isShuttleTrain } from './wayClass.ts';

/** A line of ferries or of trains that carry cars, or a part of one. */
interface FerryWay {
  /** The way's own tags, completed by those of the line's relation. */
  readonly tags: Tags;
  readonly speedKmh: number;
}

/**
 * All ways that ferries and trains with cars take, by way row: those tagged `route=ferry` or `route=shuttle_train`, and the
 * members of such relations that are no road. The speed follows from the duration, of the way, else of the whole relation spread over its parts by
 * length; where that cannot be known (no duration, a part outside the map, an absurd result) it is FERRY_SPEED.
 */
export function ferryWays(map: OsmData): Map<number, FerryWay> {
  const ferries = new Map<number, FerryWay>();
  for (let way = 0; way < map.ways.ids.length; way++) {
    if (map.tag('way', way, 'route') === undefined || map.tag('way', way, 'highway') !== undefined) continue;
    const tags = map.tags('way', way);
    if (!isCarried(tags)) continue;
    ferries.set(way, { tags, speedKmh: speedOf(wayLengthMeters(map, way), tags) ?? usualSpeed(tags) });
  }
  for (let relation = 0; relation < map.relations.ids.length; relation++) {
    if (map.tag('relation', relation, 'route') === undefined) continue;
    const relationTags = map.tags('relation', relation);
    if (!isCarried(relationTags)) continue;
    const { parts, lengthMeters } = partsOf(map, relation);
    const speed = speedOf(lengthMeters, relationTags);
    for (const way of parts) {
      const own = ferries.get(way);
      const ownTags = own?.tags ?? map.tags('way', way);
      const ownSpeed = own !== undefined && ownTags.has('duration') ? own.speedKmh : null;
      const speedKmh = ownSpeed ?? speed ?? own?.speedKmh ?? usualSpeed(relationTags);
      ferries.set(way, { tags: completed(ownTags, relationTags), speedKmh });
    }
  }
  return ferries;
}

/** Way rows of a ferry relation, without the roads in it, and their length; NaN where a part is not in the map. */
function partsOf(map: OsmData, relation: number): { parts: number[]; lengthMeters: number } {
  const parts: number[] = [];
  let lengthMeters = 0;
  for (const member of map.members(relation)) {
    if (member.kind !== 'way' || /^(platform|stop)/.test(member.role)) continue;
    const way = map.wayRow(member.id);
    if (way < 0) {
      lengthMeters = NaN;
    } else if (map.tag('way', way, 'highway') === undefined) {
      parts.push(way);
      lengthMeters += wayLengthMeters(map, way);
    }
  }
  return { parts, lengthMeters };
}

/** NaN where a node is not in the map. */
function wayLengthMeters(map: OsmData, way: number): number {
  const nodes = map.wayNodes(way);
  let meters = 0;
  for (let i = 0; i < nodes.length; i++) {
    if (nodes[i] === NONE) return NaN;
    if (i === 0) continue;
    const [a, b] = [nodes[i - 1]!, nodes[i]!];
    meters += haversineMeters(map.lng(a), map.lat(a), map.lng(b), map.lat(b));
  }
  return meters;
}

/** Returns how long boarding a ferry takes, by the interval of its boats: half of it, see FERRY_INTERVAL_SECONDS. */
export function boardingSeconds(tags: Tags): number {
  const interval = parseDurationSeconds(tags.get('interval') ?? '') ?? 0;
  return Math.min(interval > 0 ? interval : FERRY_INTERVAL_SECONDS, FERRY_INTERVAL_MOST_SECONDS) / 2;
}

const usualSpeed = (tags: Tags): number => (isShuttleTrain(tags) ? SHUTTLE_TRAIN_SPEED : FERRY_SPEED);

function speedOf(lengthMeters: number, tags: Tags): number | null {
  const duration = tags.get('duration');
  const seconds = duration === undefined ? null : parseDurationSeconds(duration);
  if (seconds === null || seconds === 0) return null;
  const speed = (lengthMeters / seconds) * 3.6;
  const fastest = isShuttleTrain(tags) ? SHUTTLE_TRAIN_SPEED_MAX : FERRY_SPEED_MAX;
  return speed >= FERRY_SPEED_MIN && speed <= fastest ? speed : null;
}

function completed(own: Tags, relation: Tags): Tags {
  const tags = new Map(own);
  for (const [key, value] of relation) if (key !== 'type' && !tags.has(key)) tags.set(key, value);
  return tags;
}

/** A value of `duration` or `interval`: "01:30", "00:05:30", "PT1H20M", "35" (minutes), "35 min". Null for anything else. */
function parseDurationSeconds(text: string): number | null {
  const clock = /^(\d+):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock !== null) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  const iso = /^P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (iso !== null && /\d/.test(text)) {
    const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
    return days! * 86_400 + hours! * 3600 + minutes! * 60 + seconds!;
  }
  const minutes = /^(\d+(?:\.\d+)?)\s*(?:min|minutes?)?$/.exec(text.trim());
  return minutes === null ? null : Number(minutes[1]) * 60;
}
