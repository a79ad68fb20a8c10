import { countryHabits } from '@hinterland/catalogue';
import type { Tags } from '../map/osmData.ts';
import {
  KILOMETERS_PER_MILE,
  KILOMETERS_PER_NAUTICAL_MILE,
  LIMIT_MAX,
  LIMIT_MIN,
  LIMIT_NONE,
  LIMIT_WALK,
  ZONE_LIMIT,
} from './speeds.ts';

/**
 * The limit that holds for a car along a way (forward) or against it, in km/h, or null where the tags do not say. In
 * order: the direction's own limit, the general one, the zone that explains a limit. An advised speed below the limit,
 * or without one, counts as the limit.
 */
export function speedLimit(tags: Tags, forward: boolean): number | null {
  const direction = forward ? 'forward' : 'backward';
  const signed = firstLimit(tags, [
    `maxspeed:motorcar:${direction}`,
    `maxspeed:${direction}`,
    'maxspeed:motorcar',
    'maxspeed',
    'maxspeed:type',
    'source:maxspeed',
    'zone:maxspeed',
    'zone:traffic',
  ]);
  const advised = firstLimit(tags, [`maxspeed:advisory:${direction}`, 'maxspeed:advisory']);
  return signed === null || (advised !== null && advised < signed) ? advised : signed;
}

function firstLimit(tags: Tags, keys: readonly string[]): number | null {
  for (const key of keys) {
    const text = tags.get(key);
    const limit = text === undefined ? null : parseSpeedLimit(text);
    if (limit !== null) return limit;
  }
  return null;
}

/**
 * A value of maxspeed in km/h: "50", "30 mph", "10 knots", "none", "walk", "DE:urban", "RO:zone30"; the lowest of a list
 * ("80;100"). Null for what is not a speed ("signals", "variable") and for what cannot be one.
 */
export function parseSpeedLimit(text: string): number | null {
  let lowest: number | null = null;
  for (const part of text.split(/[;|]/)) {
    const limit = parseOne(part.trim());
    if (limit !== null && (lowest === null || limit < lowest)) lowest = limit;
  }
  return lowest;
}

function parseOne(text: string): number | null {
  if (text === 'none' || text === 'unlimited') return LIMIT_NONE;
  if (text === 'walk') return LIMIT_WALK;
  const number = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|kph|kmph|mph|knots?)?$/i.exec(text);
  if (number !== null) {
    const unit = (number[2] ?? 'km/h').toLowerCase();
    const factor = unit === 'mph' ? KILOMETERS_PER_MILE : unit.startsWith('knot') ? KILOMETERS_PER_NAUTICAL_MILE : 1;
    const limit = Number(number[1]) * factor;
    return limit >= LIMIT_MIN && limit <= LIMIT_MAX ? limit : null;
  }
  const zone = /^([A-Za-z]{2}(?:-[A-Za-z]{2,3})?):(.+)$/.exec(text);
  return zone === null ? null : zoneLimit(zone[1]!.toUpperCase(), zone[2]!.toLowerCase());
}

/** "zone30", "zone:30" and "30" give the number, everything else is looked up ("urban", "motorway"). */
function zoneLimit(country: string, zone: string): number | null {
  const signed = /^(?:zone:?)?(\d+)$/.exec(zone);
  if (signed !== null) {
    // Mappers write "UK" for GB, too.
    const { milesPerHour } = countryHabits(country === 'UK' ? 'GB' : country);
    return Number(signed[1]) * (milesPerHour ? KILOMETERS_PER_MILE : 1);
  }
  const name = zone.split(':')[0]!;
  return ZONE_LIMIT[country]?.[name] ?? ZONE_LIMIT[country.slice(0, 2)]?.[name] ?? ZONE_LIMIT['*']![name] ?? null;
}
