import { describe, expect, it } from 'vitest';
import { digitsOf } from './digits.ts';
import { acceptedLanguage, LANGUAGES } from './languages.ts';
import { nameOf, type Said } from './said.ts';
import { textsOf } from './texts.ts';
import { makeWords } from './words.ts';

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted();
const WINDOW: Said = { text: 'travel.window', with: { date: { day: '2026-10-02' }, from: '07:00', to: '09:00' } };
const wordsIn = (language: string) => makeWords(language, textsOf(language));

describe('the language of a reader', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, fr;q=0.5, en;q=0.4', 'fr'],
    ['en;q=0.5, IT-it', 'it'],
    ['es;q=0, fr;q=0.1', 'fr'],
    ['*', 'en'],
    ['de;q=2, it;q=0.2', 'it'],
    [';;;,,q=1', 'en'],
    [`${'pt,'.repeat(5000)}de`, 'en'],
  ])('who accepts %j is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));
});

describe.each(LANGUAGES)('texts of answers in %s', (language) => {
  it('are all there, with the same placeholders, each in a sorted list', () => {
    const [texts, english] = [textsOf(language), textsOf('en')];
    expect(Object.keys(texts)).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] as string)]);
      expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });
});

describe('words', () => {
  it('choose by number, and put values in their places', () => {
    const { say } = wordsIn('de');
    const part = 'bis 10 min';
    expect(say('sentence.mix', { count: 1, part })).toBe('Geschäft aller Kategorien liegt hier (bis 10 min).');
    expect(say('sentence.mix', { count: 2, part })).toBe('Geschäfte aller Kategorien liegen hier (bis 10 min).');
    // 0 is one thing in French.
    expect(wordsIn('fr').say('sentence.mix', { count: 0, part: 'Lyon' })).toBe(
      'magasin de toutes catégories se trouve ici (Lyon).',
    );
  });

  const path: Said = { all: [{ field: 'network' }, { field: 'sharedShare' }] };
  it.each([
    ['it', { field: 'closurePlan' }, 'Piano di chiusura'],
    ['de', path, 'Netz, geteilter Anteil'],
    ['en', path, 'Network, shared share'],
    ['en', { all: ['S3', { words: ['S16', 'too'] }] }, 'S3, S16 too'],
    ['en', { all: ['S3', { text: 'forecast.likeStore', with: { name: 'S16', sales: '5' } }] }, 'S3, S16 (5)'],
    ['it', { part: 'within', limit: { seconds: 450 } }, 'Entro 7,5 min'],
    ['de', { part: 'within', limit: { seconds: 400 } }, 'Bis 6,67 min'],
    ['en', { limit: { seconds: 400 } }, '6.67 minutes'],
    ['en', { limit: { seconds: 60 } }, '1 minute'],
    ['fr', { limit: { meters: 1234 } }, '1,234 km'],
    ['de', { code: 'local_government_area' }, 'Gemeinde'],
    ['es', { figure: 0.352, unit: 'share' }, '35 %'],
    ['en', { figure: 208_537_593, unit: 'currency_per_year', currency: 'XMD' }, 'XMD 209M'],
    ['it', { unit: 'currency_per_year', currency: 'EUR' }, "EUR all'anno"],
    ['en', { range: [10_000, null] }, '10,000 and more'],
    [
      'en',
      {
        text: 'sentence.market',
        count: 1,
        with: { sector: { sector: 'food.bakery', name: 'Bakeries' }, stores: '1', part: 'Graz' },
      },
      'A year is spent by the residents on bakeries; there is one store (Graz).',
    ],
    ['de', { sector: 'food.bakery', name: 'Bakeries' }, 'Bäckereien'],
    ['de', { sector: 'food.unheard', name: 'Unheard' }, 'Unheard'],
    ['en', { portion: 0.998 }, '99.8%'],
    ['en', { portion: 0.99996 }, '99.996%'],
    ['en', { portion: 1 }, '100%'],
    ['en', { portion: 0.0004 }, '0.04%'],
    ['en', { portion: 0.352 }, '35%'],
    ['en', { all: [{ text: 'by.transit' }, WINDOW] }, 'By public transport, Oct 2, 2026, 07:00–09:00'],
    ['en', { all: [{ text: 'by.transit' }, { day: '2026-10-02' }] }, 'By public transport, Oct 2, 2026'],
    ['en', { all: ['Ada', { text: 'homes.market' }] }, 'Ada, market'],
  ] as const)('say in %s of %j: %s', (language, said, text) => {
    expect(
      wordsIn(language)
        .title(said as Said)
        .replaceAll(/[\u00a0\u202f]/g, ' '),
    ).toBe(text);
  });

  it('have no words for what data name in English, and say so', () => {
    const { isEnglish, tell } = wordsIn('it');
    const age: Said = { census: 'total_5_9', meaning: 'Residents aged 5 to 9' };
    expect([tell(age), isEnglish(age), wordsIn('en').isEnglish(age)]).toEqual(['Residents aged 5 to 9', true, false]);
    expect(isEnglish({ field: 'residents' })).toBe(false);
  });

  it('round every figure in one way', () => {
    const { rounded, figure } = wordsIn('en');
    expect([0.00123, 6.666, 35.2, 99.96, 1234.5, 12].map(rounded)).toEqual([
      '0.00123',
      '6.67',
      '35.2',
      '100.0',
      '1,235',
      '12',
    ]);
    expect([figure(400, 'limitSeconds'), figure(0.352, 'sharedShare'), figure(-36.2, 'lat')]).toEqual([
      '6.67',
      '35.2',
      '-36.2',
    ]);
  });
});

describe('names of the interface', () => {
  it.each([
    [path(), 'Network, Shared share'],
    [{ one: 'categories' }, 'Category'],
    [{ part: 'band', limit: { meters: 2000 } }, 'band up to 2 km'],
    [{ field: 'howItWasComputed' }, 'How it was computed'],
    [{ range: [null, 5000] }, 'below 5,000'],
  ] as const)('%j is %s in a file', (said, name) => expect(nameOf(said as Said)).toBe(name));
});

function path(): Said {
  return { all: [{ field: 'network' }, { field: 'sharedShare' }] };
}

describe('small numbers and thousands', () => {
  it('have no sign where they round to nothing', () => {
    for (const language of ['en', 'de', 'fr', 'es', 'it']) {
      const digits = digitsOf(language);
      const texts = [digits.percent(-0.001), digits.whole(-0.2), digits.number(-0.0001), digits.portion(-0.00001)];
      expect([language, texts.filter((text) => /[-−]/.test(text))]).toEqual([language, []]);
      expect([language, /[-−]/.test(digits.percent(-0.02))]).toEqual([language, true]);
    }
  });

  it('are money in full in Italian below a million, as people write it', () => {
    expect(digitsOf('it').money(929_400, 'XMD').replaceAll(/\s/g, ' ')).toBe('929.000 XMD');
    expect(digitsOf('it').money(9_290_000, 'EUR')).not.toMatch(/K/);
    expect(digitsOf('it').money(999_600, 'EUR')).not.toMatch(/K/);
    expect(digitsOf('en').money(929_400, 'XMD').replaceAll(/\s/g, ' ')).toBe('XMD 929K');
  });
});
