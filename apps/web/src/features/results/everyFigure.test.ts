import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { inlined } from '../../fields/schema.ts';
import { membersOf } from './figure.ts';
import { Members } from './node.tsx';

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const answers: Record<string, { execute: { result: Record<string, unknown> } }> = json(
  '../../../../service/examples/worked-answers.json',
);

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
  return Object.entries(value).flatMap(([name, one]) =>
    figuresOf(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

beforeAll(async () => {
  const resources = { en: { translation: { ...json('../../text/en.json'), ...json('../../text/studio/en.json') } } };
  await i18next.use(initReactI18next).init({ resources, lng: 'en', keySeparator: false, nsSeparator: false });
});

it.each(Object.keys(answers))('every figure of %s is shown, and a figure that is null as a word', (id) => {
  const { result } = (answers[id] as (typeof answers)[string]).execute;
  const { outputSchema } = json(`../../../../../packages/actions/golden/${id}.json`);
  const members = membersOf(result, inlined(outputSchema), '');
  const markup = renderToStaticMarkup(createElement(Members, { members, parts: new Map() }));
  const shown = new Set([...markup.matchAll(/data-figure="([^"]*)"/g)].map(([, pointer]) => pointer));
  const inLists = [...shown].filter((pointer) => Array.isArray(at(result, pointer as string)));
  const missing = figuresOf(result).filter(
    (pointer) =>
      !shown.has(pointer) &&
      !ELSEWHERE.test(pointer) &&
      !DESCRIBED.test(pointer) &&
      !SHORTENED.test(pointer) &&
      !inLists.some((list) => pointer.startsWith(`${list}/`)),
  );
  expect(missing).toEqual([]);
  expect(
    [...markup.matchAll(/data-nothing=""[^>]*>([^<]*)</g)]
      .map(([, text]) => text)
      .filter((text) => /\d/.test(text as string)),
  ).toEqual([]);
});

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((one: any, step) => one?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], value);
