import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentenceAt } from '../said.ts';
import { textsOf, translateOf } from '../texts.ts';
import { makeWords } from '../words.ts';
import { said, sentenceIn, spoken } from './said.ts';

const wordsIn = (language: string) => makeWords(language, textsOf(language), translateOf(language));
const german = wordsIn('de');
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('the types of values are those of the English texts', async () => {
  const tool = new URL('../../../../../tools/sentences.mjs', import.meta.url).pathname;
  const { sentenceTypes } = await import(/* @vite-ignore */ tool);
  const written = readFileSync(new URL('./sentences.ts', import.meta.url), 'utf8');
  expect(written, 'npm run text writes them').toBe(sentenceTypes());
});

it('codes of sentences, phrases and lines of prices are no two of the same name', () => {
  const english: Record<string, string> = JSON.parse(readFileSync(new URL('./texts/en.json', import.meta.url), 'utf8'));
  const codes = Object.keys(english).flatMap((key) => /^(?:said|phrase|price|joined)\.(.+)$/.exec(key)?.[1] ?? []);
  expect(codes.filter((code, i) => codes.indexOf(code) < i)).toEqual([]);
  expect(codes.filter((code) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code))).toEqual([]);
});

describe('a sentence', () => {
  const closed = said('brand_closed', { brand: 'Health', territory: 'Graz' });

  it('stands in English beside its code and values', () => {
    const told = spoken({ name: 'Health', reason: closed, notes: ['as it is', closed] });
    expect(told).toEqual({
      name: 'Health',
      reason: 'All stores of Health in Graz are closed.',
      notes: ['as it is', 'All stores of Health in Graz are closed.'],
      said: { reason: closed.statement, notes: [null, closed.statement] },
    });
    expect(JSON.parse(JSON.stringify(told)).said.reason).toEqual({
      code: 'brand_closed',
      values: { brand: 'Health', territory: 'Graz' },
    });
    expect(String(sentenceIn(told, 'reason'))).toBe(told.reason);
    expect(sentenceIn(told, 'name')).toBe('Health');
  });

  it.each([
    ['names as they are', closed, 'Alle Geschäfte von Health in Graz sind geschlossen.'],
    [
      'phrases and words of the language',
      said('coverage_other_level', { level: said('areas_of_level', { level: '6' }), shown: said('postcodes') }),
      expect.stringMatching(/^Im Gebiet fehlen Gebiete der Ebene 6;.*Postleitz/),
    ],
    [
      'numbers as the language writes them',
      said('areas_guessed', { guessed: { number: 1234 }, stores: 5678 }),
      expect.stringMatching(/1\.234 .*5678 /),
    ],
    [
      'sentences after each other',
      said('then', { first: closed, next: closed }),
      expect.stringMatching(/^Alle .*\. Alle /),
    ],
  ])('has %s', (_, sentence, text) => {
    expect(plain(german.state(JSON.parse(JSON.stringify(sentence))) ?? '')).toEqual(text);
  });

  it('stays English where its code is of a later release, or one within it', () => {
    const later = { code: 'of_tomorrow', values: {} };
    expect(german.state(later)).toBeNull();
    expect(german.state({ code: 'then', values: { first: closed.statement, next: later } })).toBeNull();
    expect(german.tell({ statement: later, english: 'It rains.' })).toBe('It rains.');
    expect(german.isEnglish({ statement: later, english: 'It rains.' })).toBe(true);
  });

  it('is found beside its text, and its English alone where there is none', () => {
    const told = spoken({ reason: closed });
    expect(german.tell(sentenceAt(told, 'reason', told.reason))).toMatch(/^Alle Geschäfte von Health in Graz/);
    expect(sentenceAt({ reason: 'It rains.' }, 'reason', 'It rains.')).toEqual({ english: 'It rains.' });
  });
});

/** Names that people gave: every phrase, and others that read like sentences, dates and titles. */
const HOSTILE = [
  ...Object.entries(
    JSON.parse(readFileSync(new URL('./texts/en.json', import.meta.url), 'utf8')) as Record<string, string>,
  ).flatMap(([key, text]) => (key.startsWith('phrase.') ? [text.replaceAll(/\{\{.*?\}\}/g, '6')] : [])),
  'Made in Italy',
  'Dr. Oetker',
  'Who? No.',
  '1. Mai',
  '{{territory}}',
  '$&',
];

describe.each(['de', 'es', 'fr', 'it'])('names that people gave in %s', (language) => {
  const words = wordsIn(language);

  it('stand unchanged in sentences by code', () => {
    expect(HOSTILE.length).toBeGreaterThan(150);
    for (const name of HOSTILE) {
      const text = words.state(said('brand_closed', { brand: name, territory: `${name} 2` }).statement);
      expect([name, text?.includes(name), text?.includes(`${name} 2`)]).toEqual([name, true, true]);
    }
  });

  it('stand unchanged in sentences that are recognized, or the sentence stays English', () => {
    for (const name of HOSTILE) {
      const english = said('brand_closed', { brand: name, territory: 'Graz' }).text;
      expect([name, (words.translate(english) ?? english).includes(name)]).toEqual([name, true]);
    }
  });
});
