/** Returns the value inside values that a path names; undefined where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}
