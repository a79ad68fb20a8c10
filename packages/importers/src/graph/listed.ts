import type { Tags } from '../map/osmData.ts';

/** The values of a tag, which may be a list ("yes;designated"); none where there is no such tag. */
export function listed(tags: Tags, key: string): readonly string[] {
  const text = tags.get(key);
  if (text === undefined) return [];
  if (!/[;,]/.test(text)) return [text];
  return text
    .split(/[;,]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** The first value of a tag that a table knows, as the table has it; undefined where it knows none. */
export function firstKnown<T>(tags: Tags, key: string, known: (value: string) => T | undefined): T | undefined {
  for (const value of listed(tags, key)) {
    const found = known(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lowest number that a table has for a value of a tag; undefined where it has none. */
export function lowest(tags: Tags, key: string, numbers: Readonly<Record<string, number>>): number | undefined {
  const found = listed(tags, key).flatMap((value) => (Object.hasOwn(numbers, value) ? [numbers[value]!] : []));
  return found.length === 0 ? undefined : Math.min(...found);
}
