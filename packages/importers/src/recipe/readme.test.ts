import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { POLE_SOURCES } from '../addresses/poleSources.ts';
import { BOUNDARY_SOURCES } from '../boundaries/boundarySources.ts';
import { UNIT_SOURCES } from '../census/units/unitSources.ts';
import { STORE_SOURCES } from '../players/storeSources.ts';
import { LISTING_SOURCES } from '../realestate/listingSources.ts';
import { REGISTER_SOURCES } from '../registers/registerSources.ts';
import type { AnyKind } from '../source/kind.ts';
import { testFolder } from '../testing/folder.ts';
import { readRecipe } from './read.ts';
import { recipeSchema } from './recipeSchema.ts';

const PATH = resolve(import.meta.dirname, '../../../../recipes/README.md');
const README = await readFile(PATH, 'utf8');
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

/** The lists of kinds of sources, by the name of their table. */
const TABLES: Readonly<Record<string, readonly AnyKind[]>> = {
  poles: POLE_SOURCES,
  boundaries: BOUNDARY_SOURCES,
  units: UNIT_SOURCES,
  stores: STORE_SOURCES,
  registers: REGISTER_SOURCES,
  listings: LISTING_SOURCES,
};

/** A table of the kinds with their keys; a question mark follows those that an entry may leave out. */
function tableOf(kinds: readonly AnyKind[]): string {
  const rows = kinds.map(({ from, says, schema }) => `| \`${from}\` | ${says} | ${keyList(schema) || 'none'} |`);
  return ['| `from` | source | keys |', '|---|---|---|', ...rows].join('\n');
}

function keyList(shape: z.ZodRawShape): string {
  const keys = Object.entries(shape).map(([key, schema]) => {
    const inner = (schema as unknown as Schema).def.shape as z.ZodRawShape | undefined;
    const isOptional = z.safeParse(schema, undefined).success;
    return {
      isOptional,
      text: `\`${key}\`${isOptional ? '?' : ''}${inner === undefined ? '' : ` (${keyList(inner)})`}`,
    };
  });
  // What must be there comes first.
  return [...keys.filter((key) => !key.isOptional), ...keys.filter((key) => key.isOptional)]
    .map(({ text }) => text)
    .join(', ');
}

describe('recipes/README.md', () => {
  it('has the tables of all sources', async () => {
    let expected = README;
    for (const [name, kinds] of Object.entries(TABLES)) {
      const place = new RegExp(`(<!-- sources: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
      expect(README).toMatch(place);
      expected = expected.replace(place, (_, start, end) => `${start}${tableOf(kinds)}\n${end}`);
    }
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(PATH, expected);
    else expect(README).toBe(expected);
  });

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

  it('shows maps with heights and with speeds that a recipe takes', async () => {
    const blocks = [...README.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml!);
    const maps = blocks.filter((yaml) => yaml.startsWith('map:'));
    expect(maps.map((map) => Object.keys(parse(map).map))).toEqual([
      ['osm', 'heights'],
      ['osm', 'speeds'],
    ]);
    for (const map of maps) {
      const recipe = blocks[0]!.replace(/^ {3}/gm, '').replace(/^map:.*\n/m, map);
      const { text } = await readRecipe(await folder.write('map.yaml', recipe), { dataDir: folder.path });
      expect(text.map).toMatchObject(parse(map).map);
    }
  });
});
