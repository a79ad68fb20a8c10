import type { Tags } from '../map/osmData.ts';

const CLOSED = /^(closed|off|"?permanently closed"?)$/i;
/** Tags that say so by yes. */
const GONE = ['disused', 'abandoned', 'demolished', 'removed', 'closed', 'proposed', 'construction'];

/**
 * Whether tags of OpenStreetMap say that a store has closed, or has not opened yet, at the date of the data. It has closed where its
 * `end_date` is not after that date, and has not opened where its `start_date` or `opening_date` is. `version` names the data, such as
 * 2026-10.
 */
export function isClosed(tags: Tags, version: string | undefined): boolean {
  return (
    CLOSED.test(tags.get('opening_hours')?.trim() ?? '') ||
    GONE.some((name) => tags.get(name) === 'yes') ||
    tags.get('operational_status') === 'closed' ||
    !isBetween(tags, version)
  );
}

const DATE = /^\d{4}(-\d\d){0,2}/;

/** Whether a date of tags lies after that of the data, as far as both are known: 2026-11 does not lie after 2026. */
function isAhead(text: string | undefined, now: string): boolean {
  const date = DATE.exec(text ?? '')?.[0] ?? '';
  const digits = Math.min(date.length, now.length);
  return digits > 0 && date.slice(0, digits) > now.slice(0, digits);
}

/** Whether the data lie between the first and the last day of a store. Without a date of the data every last day has been. */
function isBetween(tags: ReadonlyMap<string, string>, version: string | undefined): boolean {
  const now = DATE.exec(version ?? '')?.[0] ?? '';
  const isOpen = !['start_date', 'opening_date'].some((name) => isAhead(tags.get(name), now));
  return isOpen && (!tags.has('end_date') || isAhead(tags.get('end_date'), now));
}
