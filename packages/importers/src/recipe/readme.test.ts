import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../testing/folder.ts';
import { readRecipe } from './read.ts';
import { recipeSchema } from './schema.ts';

const README = await readFile(resolve(import.meta.dirname, '../../../../recipes/README.md'), 'utf8');
const folder = await testFolder();

interface Schema {
  readonly def: {
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
    readonly valueType?: Schema;
    readonly options?: readonly Schema[];
    readonly in?: Schema;
  };
}

/** Every key of every object in the schema. */
function keysOf({ def }: Schema): string[] {
  const inner = [
    def.element,
    def.innerType,
    def.valueType,
    def.in,
    ...(def.options ?? []),
    ...Object.values(def.shape ?? {}),
  ];
  return [...Object.keys(def.shape ?? {}), ...inner.flatMap((schema) => (schema === undefined ? [] : keysOf(schema)))];
}

describe('recipes/README.md', () => {
  it('names every key of a recipe', () => {
    const keys = new Set(keysOf(recipeSchema as unknown as Schema));
    expect(keys.size).toBeGreaterThan(70);
    expect([...keys].filter((key) => !README.includes(`\`${key}\``) && !new RegExp(`\`${key}:`).test(README))).toEqual(
      [],
    );
  });

  it('shows a recipe that is one', async () => {
    const [first] = README.matchAll(/```yaml\n([\s\S]*?)```/g);
    const yaml = first![1]!.replace(/^ {3}/gm, '');
    expect(parse(yaml).id).toBe('my-city');
    const { text } = await readRecipe(await folder.write('my-city.yaml', yaml));
    expect(text.boundaries).toHaveLength(1);
  });
});
