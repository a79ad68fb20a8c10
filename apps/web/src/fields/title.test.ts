import { textsOf } from '@hinterland/answers/texts';
import i18next from 'i18next';
import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { useNames } from './title.ts';

beforeAll(async () => {
  const resources = Object.fromEntries(['en', 'de'].map((one) => [one, { translation: textsOf(one) }]));
  await i18next.use(initReactI18next).init({ resources, lng: 'en', keySeparator: false, nsSeparator: false });
});

async function labels(language: string, names: readonly string[]): Promise<string[]> {
  await i18next.changeLanguage(language);
  let shown: string[] = [];
  function Labels() {
    const { typed } = useNames();
    shown = names.map(typed);
    return null;
  }
  await prerender(createElement(Labels));
  return shown;
}

it('a number is asked for in its unit, once', async () => {
  const names = ['snapLimitMeters', 'maxWalkMinutes', 'squareMeters', 'minimumSpacingMeters', 'minutes'];
  expect(await labels('en', names)).toEqual([
    'Farthest road, m',
    'Walk at most, min',
    'Floor area, m²',
    'Minimum spacing, m',
    'Time, min',
  ]);
  expect((await labels('de', names)).slice(0, 2)).toEqual(['Fernste Straße, m', 'Fußweg höchstens, min']);
});
