import { stat } from 'node:fs/promises';
import { ImportError } from '../errors/importError.ts';
import type { Recipe } from './read.ts';

/** Keys of a recipe that name a file or a folder. */
const FILE_KEYS = new Set(['osm', 'file', 'folder']);

/** Throws ImportError with the line of every file that the recipe names and that is not there. */
export async function checkFiles(recipe: Recipe): Promise<void> {
  const missing: string[] = [];
  for (const { field, name } of namedFiles(recipe.text, [])) {
    const path = recipe.resolve(name);
    if ((await stat(path).catch(() => null)) !== null) continue;
    missing.push(`  line ${recipe.lineOf(field)}: ${field.join('.')}: there is no ${path}`);
  }
  if (missing.length === 0) return;
  throw new ImportError(
    `${recipe.path} names ${missing.length} ${missing.length === 1 ? 'file that is' : 'files that are'} not there:\n${missing.join('\n')}\nNames are relative to the recipe; \${DATA} in them is the folder given by --data.`,
  );
}

function* namedFiles(value: unknown, at: readonly PropertyKey[]): Generator<{ field: PropertyKey[]; name: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* namedFiles(item, [...at, index]);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      const names = FILE_KEYS.has(key) ? [item].flat().filter((name) => typeof name === 'string') : [];
      for (const name of names) yield { field: [...at, key], name };
      if (names.length === 0) yield* namedFiles(item, [...at, key]);
    }
  }
}
