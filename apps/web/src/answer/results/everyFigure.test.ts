import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { inlined, type Schema } from '../../fields/schema.ts';
import { membersOf } from './figure.ts';
import { Members } from './node.tsx';

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
type Answers = Readonly<Record<string, { readonly execute: { readonly result: Record<string, unknown> } }>>;
const answersIn = (file: string) => Object.entries(json(`../../../../service/examples/${file}`) as Answers);
/** Answers of the demo to the examples, and by public transport. */
const answers = [
  ...answersIn('worked-answers.json').map(([id, answer]) => [id, 'its example', answer] as const),
  ...answersIn('transit-answers.json').map(([id, answer]) => [id, 'public transport', answer] as const),
];

/** Members that the studio shows elsewhere: on the map, below the answer, in the explanation of every figure. */
const ELSEWHERE = /^\/(geojson|dataVersion|method|charged|creditsCharged)(\/|$)|\/(geometry|geojson)\//;
/** Of tables of the census: what describes the figures stands in titles and explanations. */
const DESCRIBED =
  /\/(topics|people|economy)(\/topics)?\/\d+\/(code|section|title|available|vintage|comparability|note|reason|fields|distributions|lists)(\/|$)|\/figures\/[^/]+\/(shares|coverage|atLeast|atMost|marginsOfError|estimatedShare|imputedShare)(\/|$)|\/lists\/[^/]+\/(others|items\/\d+\/(key|title))/;

/** The lists of worked answers are shortened, and with them the description of this distribution. */
const SHORTENED = /^\/economy\/topics\/1\/figures\/\w+\/distributions\/personal_income\//;

/** Pointers of all figures of a result. */
function figuresOf(value: unknown, pointer = ''): string[] {
  if (typeof value === 'number') return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  // Values of sentences repeat figures of the answer.
  const { said: _, ...own } = value as Record<string, unknown>;
  return Object.entries(Array.isArray(value) ? value : own).flatMap(([name, one]) =>
    figuresOf(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

beforeAll(async () => {
  const resources = { en: { translation: { ...json('../../text/en.json'), ...json('../../text/studio/en.json') } } };
  await i18next.use(initReactI18next).init({ resources, lng: 'en', keySeparator: false, nsSeparator: false });
});

it.each(answers)('every figure of %s by %s is shown, and a figure that is null as a word', (id, _, { execute }) => {
  const { result } = execute;
  const schema = inlined(json(`../../../../../packages/actions/golden/${id}.json`).outputSchema);
  const markup = markupOf(result, schema);
  const shown = shownIn(markup);
  const missing = figuresOf(result).filter((pointer) => !isShown(pointer, result, shown) && !SHORTENED.test(pointer));
  expect(missing).toEqual([]);
  expect(
    [...markup.matchAll(/data-nothing=""[^>]*>([^<]*)</g)]
      .map(([, text]) => text)
      .filter((text) => /\d/.test(text as string)),
  ).toEqual([]);
});

const NAME = 'part';

/** A value with every member that a schema allows: each list has an item, each name and key is the same, so that they find each other. */
function specimenOf(schema: Schema): unknown {
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ type }) => type !== 'null');
  if (choice !== undefined) return specimenOf(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  if (type === 'number' || type === 'integer') return 7;
  if (type === 'boolean') return true;
  if (type === 'array') return Array.from({ length: schema.minItems ?? 1 }, () => specimenOf(schema.items ?? {}));
  if (type !== 'object') return NAME;
  const { additionalProperties, properties = {} } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, specimenOf(member)] as const);
  const named = typeof additionalProperties === 'object' ? [[NAME, specimenOf(additionalProperties)] as const] : [];
  return Object.fromEntries([...members, ...named]);
}

it.each([...new Set(answers.map(([id]) => id))])('every figure that the schema of %s allows is shown', (id) => {
  const schema = inlined(json(`../../../../../packages/actions/golden/${id}.json`).outputSchema);
  const specimen = specimenOf(schema) as Record<string, unknown>;
  const found = figuresOf(specimen);
  const shown = shownIn(markupOf(specimen, schema));
  expect(found.filter((pointer) => !isShown(pointer, specimen, shown))).toEqual([]);
  if (!id.startsWith('search.') && id !== 'enrich.points') expect(shown.size).toBeGreaterThan(5);
});

function markupOf(result: Record<string, unknown>, schema: Schema): string {
  const members = membersOf(result, schema, '');
  return renderToStaticMarkup(createElement(Members, { members, parts: new Map() }));
}

const shownIn = (markup: string): Set<string> =>
  new Set([...markup.matchAll(/data-figure="([^"]*)"/g)].map(([, pointer]) => pointer as string));

/** Whether a figure is shown in its own cell, or in that of its list, or is listed above as shown elsewhere. */
const isShown = (pointer: string, result: unknown, shown: ReadonlySet<string>): boolean =>
  shown.has(pointer) ||
  ELSEWHERE.test(pointer) ||
  DESCRIBED.test(pointer) ||
  [...shown].some((one) => pointer.startsWith(`${one}/`) && Array.isArray(at(result, one)));

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((one: any, step) => one?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], value);
