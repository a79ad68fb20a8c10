/**
 * Returns the id that a reference means. Programs that know decimals alone write "12.0" for 12, in one file and not in the
 * other; an id that is held letter by letter comes first.
 */
export function heldId(ids: { has(id: string): boolean }, reference: string): string {
  if (ids.has(reference)) return reference;
  const whole = /^(\d+)\.0+$/.exec(reference)?.[1];
  if (whole !== undefined) return ids.has(whole) ? whole : reference;
  return /^\d+$/.test(reference) && ids.has(`${reference}.0`) ? `${reference}.0` : reference;
}
