const DAY_SECONDS = 86_400;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the instant at which the clocks of a zone show a time of day, in seconds since 1970. In: days since 1970-01-01,
 * seconds after midnight. A time that comes twice is the first of the two; one that the clocks skip is read by the clock
 * before the change, so that 2:30 becomes 3:30.
 */
export function instantOf(zone: string, day: number, secondsOfDay: number): number {
  const wall = day * DAY_SECONDS + secondsOfDay;
  // No zone changes its clocks twice within two days, and none is a whole day off.
  const before = wall - offsetSeconds(zone, wall - DAY_SECONDS);
  const after = wall - offsetSeconds(zone, wall + DAY_SECONDS);
  const shown = [before, after].filter((instant) => instant + offsetSeconds(zone, instant) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

/**
 * Returns the instant from which the times of a service day count: noon minus 12 hours, which is midnight but for the
 * days on which the clocks change (GTFS reference, field type Time).
 */
export function serviceDayStart(zone: string, day: number): number {
  return instantOf(zone, day, DAY_SECONDS / 2) - DAY_SECONDS / 2;
}

/** Seconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetSeconds(zone: string, instant: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    const number = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
    });
    formats.set(zone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant * 1000)) parts[type] = Number(value);
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) / 1000 - instant;
}
