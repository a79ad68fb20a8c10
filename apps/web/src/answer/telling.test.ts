import { readFileSync } from 'node:fs';
import { tellingOf } from '@hinterland/actions/tell';
import { textsOf } from '@hinterland/answers/texts';
import { LANGUAGES } from '@hinterland/answers/words';
import i18next from 'i18next';
import { createElement, type ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { Explained } from './results/how.tsx';
import { currencyOf } from './results/units.ts';
import { SaidFirst } from './sentence.tsx';
import { Told } from './told.tsx';

type Result = Record<string, unknown>;
const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const examples = '../../../service/examples';
const answers: Record<string, { execute: { result: Result } }> = json(`${examples}/worked-answers.json`);
const byTransit: typeof answers = json(`${examples}/transit-answers.json`);
/** A batch has its table once its job runs. */
const ELSEWHERE = ['enrich.points'];
const CHARGED = Object.keys(answers).filter(
  (id) => /^(analysis|network|site|enrich)\./.test(id) && !ELSEWHERE.includes(id),
);

beforeAll(async () => {
  const texts = (language: string) => ({
    translation: {
      ...textsOf(language),
      ...json(`../text/${language}.json`),
      ...json(`../text/studio/${language}.json`),
    },
  });
  const resources = Object.fromEntries(LANGUAGES.map((language) => [language, texts(language)]));
  await i18next.use(initReactI18next).init({
    resources,
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

async function drawn(id: string, result: Result): Promise<string> {
  const about = { method: null, dataVersion: null, methodsPage: '', currency: currencyOf(result) };
  const telling = tellingOf(id, result);
  const shown: ReactElement[] = [
    createElement(SaidFirst, { key: 'sentence', sentence: telling.sentence }),
    createElement(Told, { key: 'told', telling, result }),
  ];
  // biome-ignore lint/correctness/noChildrenProp: the type of the component wants them among its properties
  const { prelude } = await prerender(createElement(Explained, { about, children: shown }));
  return new Response(prelude).text();
}

/** Figures of a page: pointer, and the exact number or null. */
const figuresOf = (markup: string) =>
  [...markup.matchAll(/<button([^>]*)data-figure="([^"]*)"([^>]*)>([^<]*)</g)].map(
    ([, before = '', pointer = '', after = '', text = '']) => ({
      pointer,
      exact: /title="([^"]*)"/.exec(before + after)?.[1],
      text,
    }),
  );
const wordsOf = (markup: string) => markup.replace(/<(title|style)[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ');

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((one: any, step) => one?.[step], value);

/** The result with null for each number of the tables that is not a place, a limit or a share of what is drawn. */
function emptied(value: unknown): unknown {
  if (typeof value === 'number') return null;
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one)]));
}

describe.each(CHARGED)('the summary of %s', (id) => {
  const { result } = (answers[id] as (typeof answers)[string]).execute;

  it.each(LANGUAGES)('says in %s what the result has, in words', async (language) => {
    await i18next.changeLanguage(language);
    const markup = await drawn(id, result);
    const figures = figuresOf(markup);
    if (id !== 'analysis.isochrone') expect(figures.length + (markup.match(/<li/g) ?? []).length).toBeGreaterThan(2);
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
    const wrong = figures.filter(({ pointer, exact }) => {
      const value = at(result, pointer);
      return typeof value === 'number' ? exact !== number.format(value) : value !== null && value !== undefined;
    });
    expect(wrong).toEqual([]);
    // Neither keys of texts nor codes of the service, and nothing that a program prints by mistake.
    expect(wordsOf(markup).match(/\bstudio\.[\w.]+|\b[a-z]+_[a-z_]+\b|NaN|undefined|\[object|\{\{/g)).toBeNull();
  });

  it.skipIf(byTransit[id] === undefined)('says that people come by public transport', async () => {
    await i18next.changeLanguage('en');
    const words = wordsOf(await drawn(id, byTransit[id]!.execute.result));
    expect(words.match(/\bstudio\.[\w.]+|NaN|undefined|\[object|\{\{/g)).toBeNull();
    if (/by car/.test(wordsOf(await drawn(id, result)))) expect(words).toContain('by public transport');
  });

  it('calls figures that are not published by a word, never 0', async () => {
    await i18next.changeLanguage('en');
    const tables = ['topics', 'people', 'economy', 'sectors', 'brands', 'categories', 'markets', 'tables'];
    const without = Object.fromEntries(
      Object.entries(result).map(([name, value]) => [name, tables.includes(name) ? valuesEmptied(value) : value]),
    );
    const figures = figuresOf(await drawn(id, without)).filter(({ pointer }) => at(without, pointer) === null);
    expect(figures.filter(({ text }) => /\d/.test(text))).toEqual([]);
    if (tables.some((name) => name in result) && figures.length === 0) expect(id).toBe('');
  });
});

it('says when people ride, and how many every departure, half of them or any brings in time', async () => {
  await i18next.changeLanguage('en');
  const { result } = (byTransit['analysis.isochrone'] as (typeof byTransit)[string]).execute;
  const markup = await drawn('analysis.isochrone', result);
  const shown = figuresOf(markup).filter(({ pointer }) => /reliability/.test(pointer));
  expect(shown.length).toBe(3 * (result.bands as unknown[]).length);
  for (const { pointer, exact } of shown)
    expect(exact).toBe((at(result, pointer) as number | undefined)?.toLocaleString('en'));
  const { transit } = result.method as { transit: { from: string; to: string; percentile: number } };
  expect(wordsOf(markup)).toContain(`${transit.from}–${transit.to}, in ${transit.percentile}% of departures`);
});

describe('the summary of a comparison of modes', () => {
  const id = 'analysis.isochrone';
  const { result } = (answers[id] as (typeof answers)[string]).execute;
  const bandsOf = (residents: readonly (number | null)[]) =>
    residents.map((cumulativeResidents, i) => ({ limitSeconds: 300 * (i + 1), cumulativeResidents }));
  const modes = [
    { mode: 'car', available: true, bands: bandsOf([20_345, 84_123]) },
    { mode: 'walk', available: true, bands: bandsOf([0, 2310]) },
    { mode: 'bicycle', available: false, reason: 'Town has no road times for mode bicycle.' },
    { mode: 'transit', available: true, bands: bandsOf([150, 31_049]) },
  ];

  it.each([
    ['en', 'Within 10 minutes: by car 84,100; on foot 2,310; by public transport 31,000.'],
    ['it', 'Entro 10 minuti: in auto 84.100; a piedi 2310; con i mezzi pubblici 31.000.'],
    ['de', 'Innerhalb von 10 Minuten: mit dem Auto 84.100; zu Fuß 2.310; mit Bus und Bahn 31.000.'],
    ['fr', 'En 10 minutes au plus : en voiture 84 100; à pied 2 310; en transports en commun 31 000.'],
    ['es', 'En 10 minutos como máximo: en coche 84.100; a pie 2310; en transporte público 31.000.'],
  ])('says in %s how many people each mode brings, and has a row for each', async (language, sentence) => {
    await i18next.changeLanguage(language);
    const markup = await drawn(id, { ...result, modes });
    expect(
      wordsOf(markup.replace(/<!-- -->/g, ''))
        .replace(/\s+/g, ' ')
        .replace(/ ([;.])/g, '$1'),
    ).toContain(sentence);
    const number = new Intl.NumberFormat(language, { useGrouping: 'always' });
    const cells = modes.flatMap(({ bands = [] }, i) =>
      bands.map(({ cumulativeResidents: residents }, band) => [
        `/modes/${i}/bands/${band}/cumulativeResidents`,
        number.format(residents!),
      ]),
    );
    expect(figuresOf(markup).map(({ pointer, text }) => [pointer, text])).toEqual(cells);
    expect(markup).toContain('Town has no road times for mode bicycle.');
  });

  it('calls residents by a word where nobody counted them, and makes no sentence of them', async () => {
    await i18next.changeLanguage('en');
    const uncounted = [{ mode: 'car', available: true, bands: bandsOf([null]) }];
    const markup = await drawn(id, { ...result, modes: uncounted });
    expect(figuresOf(markup).map(({ text }) => /\d/.test(text))).toEqual([false]);
    expect(wordsOf(markup)).not.toContain('by car .');
    expect(wordsOf(await drawn(id, { ...result, modes: [] }))).not.toContain('NaN');
  });
});

/** Null for the figures of each part, which may be missing; what identifies and orders them stays. */
function valuesEmptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valuesEmptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      ['values', 'shares', 'figures', 'references'].includes(name) && !hasMembers(one)
        ? emptied(one)
        : valuesEmptied(one),
    ]),
  );
}

/** Whether figures stand one level deeper, by the id of a part. */
const hasMembers = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((one) => typeof one === 'object' && one !== null && 'values' in one);
