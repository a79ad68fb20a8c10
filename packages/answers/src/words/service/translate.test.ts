import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { textsOf, translateOf } from '../texts.ts';
import { makeWords } from '../words.ts';
import { priceLabel } from './priceLabel.ts';
import { translatorOf } from './translate.ts';

const ENGLISH = {
  'said.few_one': '{{count:number}} store of {{brand}} is left out.',
  'said.few_other': '{{count:number}} stores of {{brand}} are left out.',
  'said.level': 'There are no {{level:text}}; there are {{shown:text}}.',
  'said.lone': 'Nobody lives there.',
  'said.near': '{{place}} lies {{meters:number}} m from a road.',
  'said.nearMode': '{{place}} lies {{meters:number}} m from a road for cars.',
  'price.both': '{{stores:number}} stores and {{candidates:number}} candidates',
  'phrase.level': 'areas of level {{level:text}}',
  'phrase.postcodes': 'postcodes',
};
const GERMAN: typeof ENGLISH = {
  'said.few_one': '{{count}} Geschäft von {{brand}} fehlt.',
  'said.few_other': '{{count}} Geschäfte von {{brand}} fehlen.',
  'said.level': 'Es gibt keine {{level}}, aber {{shown}}.',
  'said.lone': 'Niemand wohnt dort.',
  'said.near': '{{meters}} m trennen {{place}} von einer Straße.',
  'said.nearMode': '{{meters}} m trennen {{place}} von einer Straße für Autos.',
  'price.both': 'Geschäfte: {{stores}}, Kandidaten: {{candidates}}',
  'phrase.level': 'Gebiete der Ebene {{level}}',
  'phrase.postcodes': 'Postleitzahlen',
};
const translate = translatorOf('de', ENGLISH, GERMAN);

describe('a sentence of the service', () => {
  it.each([
    ['as it stands', 'Nobody lives there.', 'Niemand wohnt dort.'],
    ['with its values in another order', 'Ada lies 12 m from a road.', '12 m trennen Ada von einer Straße.'],
    [
      'by the template that says most of it',
      'Ada lies 12 m from a road for cars.',
      '12 m trennen Ada von einer Straße für Autos.',
    ],
    [
      'with numbers as the language writes them',
      'Ada lies 1,234.5 m from a road.',
      '1.234,5 m trennen Ada von einer Straße.',
    ],
    ['with a year or a code as it is', '2025 lies 12 m from a road.', '12 m trennen 2025 von einer Straße.'],
    [
      'with the phrases within it',
      'There are no areas of level 6; there are postcodes.',
      'Es gibt keine Gebiete der Ebene 6, aber Postleitzahlen.',
    ],
    ['of one', '1 stores of Gull & Crumb are left out.', '1 Geschäft von Gull & Crumb fehlt.'],
    ['of many', '1,200 stores of Gull & Crumb are left out.', '1.200 Geschäfte von Gull & Crumb fehlen.'],
    [
      'with others after it',
      'Nobody lives there. Ada lies 12 m from a road. Nobody lives there.',
      'Niemand wohnt dort. 12 m trennen Ada von einer Straße. Niemand wohnt dort.',
    ],
  ])('is said %s', (_, english, german) => {
    expect(translate(english)?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(german);
  });

  it('stays English as a whole where the language has no text for it, or for a part of it', () => {
    expect(translate('It rains.')).toBeNull();
    expect(translate('Nobody lives there. It rains.')).toBeNull();
    // A line of a price is none, and is not taken for one.
    expect(translate('3 stores and 2 candidates')).toBeNull();
    expect(translate('3 stores and 2 candidates', 'price')).toBe('Geschäfte: 3, Kandidaten: 2');
  });
});

describe('the label of a line of a price', () => {
  const german = makeWords('de', textsOf('de'), translateOf('de'));
  const english = makeWords('en', textsOf('en'));
  it.each([
    ['food.supermarket, food.bakery', 'Supermärkte, Bäckereien', 'supermarkets, bakeries'],
    ['age_classes, income', 'Alter, Einkommen', 'Ages, Income'],
    ['Neighbours of food.bakery', 'Nachbarn von Bäckereien', 'Neighbours of bakeries'],
    ['Gull & Crumb, Halcyon Fare', 'Gull & Crumb, Halcyon Fare', 'Gull & Crumb, Halcyon Fare'],
    ['1 candidates', '1 möglicher Ort', '1 candidates'],
  ])('%s', (label, inGerman, inEnglish) => {
    expect([priceLabel({ label }, german), priceLabel({ label }, english)]).toEqual([inGerman, inEnglish]);
  });
});

const fileOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8'));
const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)(?::\w+)?\}\}/g)].map(([, name]) => name).toSorted();

describe.each(LANGUAGES)('sentences of the service in %s', (language) => {
  it('are all there, with the same values, and are recognized as themselves', () => {
    const [texts, english] = [fileOf(language), fileOf('en')];
    expect(Object.keys(texts)).toEqual(Object.keys(english).toSorted());
    const known = translatorOf('de', english, Object.fromEntries(Object.keys(english).map((key) => [key, key])));
    for (const [key, text] of Object.entries(english)) {
      expect([key, valuesIn(texts[key] as string)]).toEqual([key, valuesIn(text)]);
      expect([key, texts[key]?.trim()]).not.toEqual([key, '']);
      const count = key.endsWith('_one') ? '1' : '7';
      const said = text.replaceAll(/\{\{count(:\w+)?\}\}/g, count).replaceAll(/\{\{\w+(:\w+)?\}\}/g, 'Xyz');
      // Phrases that read the same in English are told apart by code; what only joins others is recognized in no text.
      if (/^(phrase|joined)\./.test(key)) continue;
      expect([said, known(said, key.split('.')[0] as 'said')]).toEqual([said, key]);
    }
  });
});
