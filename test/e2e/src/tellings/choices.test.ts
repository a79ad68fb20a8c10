import { actions } from '@hinterland/actions';
import { textsOf } from '@hinterland/answers/texts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Those that people choose under other names: sectors and their groups, languages, and types of GeoJSON, which nobody chooses. */
const ELSEWHERE =
  /\.|^(food|general|fashion|home|health|services|horeca|leisure|automotive|en|de|fr|es|it|Polygon|MultiPolygon)$/;

/** Every value that a call may choose of a few: strings of its schema's enumerations and constants. */
function choicesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(choicesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: several = [], const: one } = schema as { enum?: unknown[]; const?: unknown };
  const own = [...several, one].filter((value) => typeof value === 'string');
  return [...own, ...Object.values(schema).flatMap(choicesIn)];
}

describe('the choices of questions', () => {
  const choices = actions.flatMap(({ input }) =>
    choicesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  );
  const wanted = [...new Set(choices)].filter((value) => !ELSEWHERE.test(value));

  it.each(['en', 'de', 'fr', 'es', 'it'])(
    'have names of people in %s, none made of a word of the schema',
    (language) => {
      const texts: Readonly<Record<string, string>> = textsOf(language);
      expect(wanted).toContain('aged_65_plus');
      expect(wanted.filter((value) => (texts[`value.${value}`] ?? '') === '')).toEqual([]);
    },
  );

  it('say ages in each language in its own words', () => {
    const ages = ['en', 'de', 'fr', 'es', 'it'].map((language) => {
      const texts: Readonly<Record<string, string>> = textsOf(language);
      return [texts['value.under_5'], texts['value.aged_65_plus']];
    });
    expect(ages).toEqual([
      ['Residents under 5', 'Residents aged 65 and over'],
      ['Einwohner unter 5 Jahren', 'Einwohner ab 65 Jahren'],
      ['Habitants de moins de 5 ans', 'Habitants de 65 ans et plus'],
      ['Residentes menores de 5 años', 'Residentes de 65 años o más'],
      ['Residenti sotto i 5 anni', 'Residenti da 65 anni in su'],
    ]);
  });
});
