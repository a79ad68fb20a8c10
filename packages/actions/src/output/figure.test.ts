import { describe, expect, it } from 'vitest';
import { actions, describeAction } from '../index.ts';

type Schema = Readonly<Record<string, any>>;

/** Every number of a schema by its way, with what is said of it. */
function numbersIn(root: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>();
  const walk = (given: Schema, way: string, above: Schema): void => {
    const schema = given.$ref === undefined ? given : { ...root.$defs[given.$ref.split('/').at(-1)], ...given };
    const meaning = { ...above, ...schema['x-figure'] };
    const types = [schema.type].flat();
    if (types.includes('number') || types.includes('integer')) found.set(way, meaning);
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(one, way, meaning);
    for (const [name, one] of Object.entries<Schema>(schema.properties ?? {})) walk(one, `${way}.${name}`, {});
    if (schema.items !== undefined) walk(schema.items, `${way}[]`, meaning);
    const each: unknown = schema.additionalProperties;
    if (typeof each === 'object') walk(each as Schema, `${way}.*`, meaning);
  };
  walk(root, '', {});
  return found;
}

describe.each(actions.map((action) => [action.id, action] as const))('the output of %s', (_, action) => {
  const numbers = numbersIn(describeAction(action).outputSchema);

  it('has a unit for every number, or says that it has none', () => {
    expect(numbers.size).toBeGreaterThan(0);
    const without = [...numbers].filter(
      ([, { unit, unitFrom, role }]) =>
        unit === undefined && unitFrom === undefined && role !== 'key' && role !== 'kind',
    );
    expect(without.map(([way]) => way)).toEqual([]);
  });

  it('names the base of every share, rate and yield', () => {
    const parts = [...numbers].filter(([, { unit }]) =>
      /^(share|percent|percent_per_year|per_10000)$/.test(unit ?? ''),
    );
    // The description of the field names that of its percentage.
    const without = parts.filter(([way, { base }]) => base === undefined && !way.endsWith('.shares.*'));
    expect(without.map(([way]) => way)).toEqual([]);
  });

  it('has units that agree with the names that say one', () => {
    const said: readonly (readonly [RegExp, RegExp])[] = [
      [/([sS]hare|shareOf[A-Z]\w*)$/, /^share$/],
      [/[mM]inutes$/, /^minutes$/],
      [/[sS]econds$/, /^seconds$/],
      [/SquareMeters$|^squareMeters$/, /^(square_meters|of_holder)$/],
      [/(?<![sS]quare)Meters$|^meters$/, /^meters$/],
      [/SquareKm$/, /^square_km$/],
      [/[pP]ercent$/, /^percent$/],
    ];
    const wrong = [...numbers].filter(([way, { unit }]) =>
      said.some(([name, expected]) => name.test(way.split('.').at(-1)!) && !expected.test(unit ?? '')),
    );
    expect(wrong.map(([way, { unit }]) => `${way}: ${unit}`)).toEqual([]);
  });
});
