import { readFileSync } from 'node:fs';
import { actions, storeActions } from '@hinterland/actions';
import { textsOf } from '@hinterland/answers/texts';
import { SECTOR_CODES } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { askedIn, fits, isFound, isNamed, wordsIn } from './asked.ts';
import { HELP_PAGES } from './helpPages.ts';
import { commands } from './list.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = read('words.json');

/** What the bar knows without asking the service, in a language. */
function knownIn(language: string) {
  const texts: Readonly<Record<string, string>> = {
    ...textsOf(language),
    ...read(`../text/${language}.json`),
    ...read(`../text/search/${language}.json`),
  };
  const named = (id: string, label: string) => ({ id, label, words: texts[`find.${id}`] ?? '' });
  const asked = [...actions, ...storeActions].flatMap(({ id }) => {
    const label = texts[`ask.${id}`];
    return label === undefined ? [] : [named(id, label)];
  });
  const sectors = SECTOR_CODES.map((code) => named(code, texts[`sector.${code}`] as string));
  const pages = commands.map(({ id, name }) => named(id, texts[name] as string));
  return { asked, sectors, pages, fillers: texts['find.fillers'] as string };
}

describe.each(Object.entries(WORDS))('words of people in %s', (language, words) => {
  const { asked, sectors, pages, fillers } = knownIn(language);

  it('are twelve, of which none is without what was meant', () => {
    const missed = Object.entries(words).filter(([typed, meant]) => {
      const { sector, questions } = askedIn(typed, asked, sectors, fillers);
      const found = [...asked, ...pages].filter(({ label, words }) => isFound(`${label} ${words}`, typed));
      return ![sector, ...questions, ...found.map(({ id }) => id)].includes(meant);
    });
    expect([Object.keys(words).length, missed]).toEqual([12, []]);
  });

  it('every sector is found by its name', () => {
    const missed = sectors.filter(({ label }) => askedIn(label, asked, sectors, fillers).sector === null);
    expect(missed).toEqual([]);
  });
});

describe('what a typed text asks', () => {
  const { asked, sectors, fillers } = knownIn('en');
  it.each([
    ['bakery harbourside', 'food.bakery', [], ['harbourside']],
    ['Harbourside bakeries', 'food.bakery', [], ['harbourside']],
    ['who lives in harbourside', null, ['analysis.people_economy'], ['lives in harbourside', 'harbourside']],
    ['room for another bakery at 12 Rue de la Paix', 'food.bakery', ['analysis.markets_sector'], ['12 rue de la paix']],
    ['harbourside', null, [], ['harbourside']],
    ['bakery', 'food.bakery', [], []],
    // It is no computer.
    ['compare', null, ['analysis.site_comparison', 'site.rank'], ['compare']],
  ])('%s', (typed, sector, questions, places) => {
    const found = askedIn(typed, asked, sectors, fillers);
    expect([found.sector, found.questions]).toEqual([sector, questions]);
    expect(found.places).toEqual(expect.arrayContaining(places));
    expect(found.places.length > 0).toBe(places.length > 0);
  });

  it('a name is named without what follows it', () => {
    expect(isNamed('Harbourside, City of Port Halcyon', 'harbourside')).toBe(true);
    expect(isNamed('Harbourside Road 5', 'harbourside')).toBe(false);
  });

  it('is found by the beginnings of its words, in any order, without accents and small letters', () => {
    const finds = (typed: string, text: string) => isFound(text, typed);
    expect(finds('stores close', 'Who can reach my stores, and which could close?')).toBe(true);
    expect(finds('café', 'Cafes')).toBe(true);
    expect(finds('ÜBER', 'Überblick')).toBe(true);
    expect(finds('bakeries', 'bakery')).toBe(true);
    expect(finds('close', 'Who lives nearby?')).toBe(false);
    expect(finds('lives bakery', 'Who lives nearby?')).toBe(false);
    expect(wordsIn('Wer wohnt, wo?')).toEqual(['wer', 'wohnt', 'wo']);
    expect(fits('rents')('rent')).toBe(true);
  });
});

it('pages of help that the bar finds are there', () => {
  for (const page of Object.values(HELP_PAGES))
    expect(readFileSync(new URL(`../../../../docs/${page}.md`, import.meta.url), 'utf8')).toMatch(/^# /);
});
