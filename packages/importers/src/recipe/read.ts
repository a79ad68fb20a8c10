import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Document, LineCounter, parseDocument, type Node as YamlNode } from 'yaml';
import type { z } from 'zod';
import { ImportError } from '../errors/importError.ts';
import { didYouMean } from '../errors/nearestName.ts';
import type { RecipeText } from './recipeParts.ts';
import { recipeSchema } from './recipeSchema.ts';

/** A recipe with the folders that its file names are relative to. */
export interface Recipe {
  readonly path: string;
  readonly text: RecipeText;
  /** The path of a file or folder as the recipe names it. */
  resolve(name: string): string;
  /** The line of a field, such as ['map', 'osm']. */
  lineOf(field: readonly PropertyKey[]): number;
}

export interface ReadRecipeOptions {
  /**
   * Folder that `${DATA}` stands for, or several: a file is taken from the first of them that has it. The recipe's own where
   * absent.
   */
  readonly dataDir?: string | readonly string[];
}

/** The paths in a recipe begin with this where the data lies elsewhere. */
const DATA = `\${DATA}`;

/**
 * Reads a recipe. Throws ImportError with every problem found, each with its line, field and remedy. Files that the
 * recipe names are looked at when they are read.
 */
export async function readRecipe(path: string, options: ReadRecipeOptions = {}): Promise<Recipe> {
  const yaml = await readFile(path, 'utf8').catch(() => {
    throw new ImportError(`There is no recipe ${path}. recipes/README.md shows how to write one.`);
  });
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, uniqueKeys: true });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => {
      const line = error.linePos?.[0].line ?? 1;
      return `  line ${line}: ${error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')}`;
    });
    throw new ImportError(`${path} is no YAML:\n${problems.join('\n')}`);
  }
  const parsed = recipeSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const problems = flatten(parsed.error.issues).map((issue) => describe(issue, document, lines));
    problems.sort((a, b) => a.line - b.line);
    throw new ImportError(
      `${path} has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${problems.map(({ line, text }) => `  line ${line}: ${text}`).join('\n')}`,
    );
  }
  const folder = dirname(path);
  const dataDirs = [options.dataDir ?? folder].flat();
  return {
    path,
    text: parsed.data,
    lineOf: (field) => lineOf(field, document, lines),
    resolve: (name) => {
      if (!name.startsWith(DATA)) return resolve(folder, name);
      const paths = dataDirs.map((dir) => resolve(`${dir}${name.slice(DATA.length)}`));
      return paths.find((path) => existsSync(path)) ?? paths[0]!;
    },
  };
}

type Issue = z.core.$ZodIssue;

/** Of a value that fits none of several shapes, the problems of the shape that fits best. */
function flatten(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const best = issue.errors.reduce((a, b) => (misfit(b) < misfit(a) ? b : a));
    return flatten(best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  });
}

/** How far a value is from a shape: a wrong type at its top counts more than a key too many or too few. */
function misfit(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    const isTop = issue.path.length === 0;
    return sum + (isTop && issue.code === 'unrecognized_keys' ? issue.keys.length * 3 : isTop ? 100 : 1);
  }, 0);
}

function describe(issue: Issue, document: Document, lines: LineCounter): { line: number; text: string } {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    const line = lineOf([...issue.path, key], document, lines);
    const known = knownKeys(issue);
    return {
      line,
      text: `${field === '' ? '' : `${field}: `}"${issue.keys.join('", "')}" is no key here${didYouMean(key, known) || '.'}${known.length > 0 ? ` Keys are ${known.join(', ')}.` : ''}`,
    };
  }
  const isMissing = issue.code === 'invalid_type' && document.getIn(issue.path as unknown[]) === undefined;
  const what = isMissing
    ? 'is missing'
    : issue.message.replace(/^Invalid input: /, '').replace(/^Invalid /, 'invalid ');
  const separator = isMissing ? ' ' : ': ';
  return {
    line: lineOf(issue.path, document, lines),
    text: `${field === '' ? 'the recipe' : field}${separator}${what}`,
  };
}

/**
 * Returns the keys that are known where unknown ones were found; zod names only the unknown ones, so the schema is
 * followed.
 */
function knownKeys(issue: Issue): string[] {
  return keysAt(recipeSchema as unknown as Schema, issue.path, issue.input);
}

interface Schema {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
    readonly valueType?: Schema;
    readonly options?: readonly Schema[];
    readonly discriminator?: string;
    readonly in?: Schema;
  };
}

function keysAt(schema: Schema, path: readonly PropertyKey[], value: unknown): string[] {
  const { def } = schema;
  if (def.innerType !== undefined) return keysAt(def.innerType, path, value);
  if (def.in !== undefined) return keysAt(def.in, path, value);
  if (def.options !== undefined) return [...new Set(def.options.flatMap((option) => keysAt(option, path, value)))];
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[String(first)] ?? def.element ?? def.valueType;
  return next === undefined ? [] : keysAt(next, rest, value);
}

/** The line of a field, or of the nearest field above it that the file has. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1) as unknown[], true);
    const offset = offsetOf(parent as YamlNode | null, path[length - 1]!);
    if (offset !== null) return lines.linePos(offset).line;
  }
  return 1;
}

/** Returns the offset of a key (or list item) in the text. */
function offsetOf(parent: YamlNode | null, key: PropertyKey): number | null {
  const items = (parent as { items?: unknown[] } | null)?.items ?? [];
  for (const [index, item] of items.entries()) {
    const pair = item as { key?: { value?: unknown; range?: readonly number[] }; range?: readonly number[] };
    if (pair.key !== undefined && String(pair.key.value) === String(key)) return pair.key.range?.[0] ?? null;
    if (pair.key === undefined && index === key) return pair.range?.[0] ?? null;
  }
  return null;
}
