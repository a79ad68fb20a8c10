import { readFileSync } from 'node:fs';
import { actions as always, describeAction, storeActions } from '@hinterland/actions';
import { textsOf } from '@hinterland/answers/texts';
import { describe, expect, it } from 'vitest';

const actions = [...always, ...storeActions];
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();

describe.each([
  '',
  'actions/',
  'analyses/',
  'assistant/',
  'audit/',
  'buying/',
  'came/',
  'data/',
  'datasets/',
  'entry/',
  'help/',
  'places/',
  'search/',
  'studio/',
  'table/',
])('texts of %s', (part) => {
  const english = catalogue(`${part}en`);

  it.each(['it', 'de', 'fr', 'es'])('%s has every text, with the same placeholders', (language) => {
    const translated = catalogue(part + language);
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(translated)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] as string)]);
      expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });
});

it('names actions by the question that they answer, the others as their registry does', () => {
  const titles = actions.flatMap(({ id, title }) => (`ask.${id}` in textsOf('en') ? [] : [[`action.${id}`, title]]));
  expect(titles.length).toBeGreaterThan(3);
  const named = Object.entries(catalogue('actions/en')).filter(([key]) => key.startsWith('action.'));
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(titles));
});

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly $defs?: Readonly<Record<string, Described>>;
}

/** What schemas say of their members. */
const helpsIn = ({ properties = {}, items, anyOf = [], $defs = {} }: Described): string[] => [
  ...Object.values(properties).flatMap((member) => [member.description ?? [], helpsIn(member)].flat()),
  ...[...(items === undefined ? [] : [items]), ...anyOf, ...Object.values($defs)].flatMap(helpsIn),
];

it('has the help of every field of every action as its schema says it, once, and no other', () => {
  const asked = new Set(actions.flatMap((action) => helpsIn(describeAction(action).inputSchema as Described)));
  expect(asked.size).toBeGreaterThan(150);
  const helps = Object.values(catalogue('help/en'));
  expect(new Set(helps).size).toBe(helps.length);
  expect({ missing: [...asked].filter((help) => !helps.includes(help)) }).toEqual({ missing: [] });
  expect({ gone: helps.filter((help) => !asked.has(help)) }).toEqual({ gone: [] });
});
