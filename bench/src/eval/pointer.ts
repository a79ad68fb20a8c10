/** A place in a result. */
export interface Place {
  readonly value: unknown;
  /** Name of the value; of an item of a list the name of the list. */
  readonly name: string;
  /** JSON pointer without selectors. */
  readonly path: string;
}

/** Follows a JSON pointer in which "code=income" picks the item of a list with that member; null where it leads nowhere. */
export function placeAt(result: unknown, path: string): Place | null {
  let place: Place = { value: result, name: '', path: '' };
  for (const step of path.split('/').slice(1)) {
    const { value, name, path: before } = place;
    if (typeof value !== 'object' || value === null) return null;
    const key = Array.isArray(value) ? indexIn(value, step) : step;
    if (!Object.hasOwn(value, key)) return null;
    place = {
      value: (value as Readonly<Record<string, unknown>>)[key],
      name: Array.isArray(value) ? name : key,
      path: `${before}/${key}`,
    };
  }
  return place;
}

function indexIn(items: readonly unknown[], step: string): string {
  const equals = step.indexOf('=');
  if (equals < 0) return step;
  const [member, wanted] = [step.slice(0, equals), step.slice(equals + 1)];
  return String(items.findIndex((item) => String((item as Readonly<Record<string, unknown>>)[member]) === wanted));
}
