import { readdirSync, readFileSync } from 'node:fs';
import { textsOf } from '@hinterland/answers/texts';
import { LANGUAGES } from '@hinterland/answers/words';
import i18next from 'i18next';
import { type ComponentType, createElement } from 'react';
import { prerender } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { ActionFields, KINDS } from './actionFields.tsx';
import { Answers } from './answers.tsx';
import { Buttons } from './buttons.tsx';
import { Charts } from './charts.tsx';
import { Fields } from './fields.tsx';
import { Notices } from './notices.tsx';
import { Overlays } from './overlays.tsx';
import { Tables } from './tables.tsx';

const PARTS: Readonly<Record<string, ComponentType>> = {
  ActionFields,
  Answers,
  Buttons,
  Charts,
  Fields,
  Notices,
  Overlays,
  Tables,
};
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, string>;
const folders = readdirSync(new URL('../text/', import.meta.url), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

beforeAll(async () => {
  const texts = (language: string) =>
    Object.assign(
      { ...textsOf(language), ...json(`../text/${language}.json`) },
      ...folders.map((folder) => json(`../text/${folder}/${language}.json`)),
    );
  const resources = Object.fromEntries(LANGUAGES.map((language) => [language, { translation: texts(language) }]));
  await i18next.use(initReactI18next).init({
    resources,
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

/** A part of the page as markup; what fails without a boundary rejects. */
async function drawn(part: ComponentType): Promise<string> {
  // biome-ignore lint/correctness/noChildrenProp: the type of the component wants them among its properties
  const page = createElement(Router, { ssrPath: '/states', children: createElement(part) });
  const { prelude } = await prerender(page, {
    onError: () => {},
  });
  return new Response(prelude).text();
}
const statesIn = (markup: string) => [...markup.matchAll(/data-state="([^"]+)"/g)].map(([, name]) => name);
const wordsOf = (markup: string) => markup.replace(/<(title|style)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');

describe.each(Object.entries(PARTS))('the states of %s', (_, part) => {
  it.each(LANGUAGES)(
    'are drawn in %s, without keys of texts and what a program prints by mistake',
    async (language) => {
      await i18next.changeLanguage(language);
      const markup = await drawn(part);
      const states = statesIn(markup);
      expect(states.length).toBeGreaterThan(4);
      expect(new Set(states).size).toBe(states.length);
      const keys = Object.keys(i18next.getResourceBundle(language, 'translation') as object);
      const words = wordsOf(markup).split(/\s+/);
      expect(words.filter((word) => word.includes('.') && keys.includes(word))).toEqual([]);
      expect(wordsOf(markup).match(/NaN|undefined|\[object|\{\{/g)).toBeNull();
    },
  );
});

it('has every component of the kit', () => {
  const sources = Object.fromEntries(
    readdirSync(new URL('./', import.meta.url))
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => [name, read(`./${name}`)]),
  );
  const files = readdirSync(new URL('../ui/', import.meta.url)).filter((name) => name.endsWith('.tsx'));
  // A part that the kit itself uses is shown by the component around it.
  const shown = [...Object.values(sources), ...files.map((name) => read(`../ui/${name}`))].join('\n');
  const kit = files
    .flatMap((name) => [...read(`../ui/${name}`).matchAll(/export (?:function|class|const) ([A-Z]\w*)/g)])
    .map(([, name]) => name as string)
    .filter((name) => name !== name.toUpperCase());
  expect(kit.length).toBeGreaterThan(30);
  expect(kit.filter((name) => !new RegExp(`<${name}\\b`).test(shown))).toEqual([]);
});

it('has every kind of field that needs no list of the organization', () => {
  const kinds = [...read('../fields/kind.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(([, kind]) => kind as string);
  // A group is its members; the others list the organization's datasets and models.
  const elsewhere = ['group', 'polygon', 'ownData', 'model'];
  expect(Object.keys(KINDS).toSorted()).toEqual(kinds.filter((kind) => !elsewhere.includes(kind)).toSorted());
});
