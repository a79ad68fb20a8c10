import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { textsOf } from './texts.ts';
import { askedTitleOf, subjectOfTitle, titleIn } from './titles.ts';
import { makeWords } from './words.ts';

const wordsIn = (language: string) => makeWords(language, textsOf(language));
const inGerman = (name: string) => titleIn(name, wordsIn('de'), textsOf);

describe('titles that the app made', () => {
  it.each([
    [
      'Is there room for another shop? Bakeries · Harbourside',
      'Ist Platz für noch ein Geschäft? Bäckereien · Harbourside',
    ],
    ['Who lives nearby? Northern Road 56', 'Wer wohnt in der Nähe? Northern Road 56'],
    ['Who can reach my stores, and which could close? 35 places', '35 Orte'],
    ['Where should I open? Wine, spirits and drinks, Cafés', 'Wein, Spirituosen und Getränke, Cafés'],
  ])('%s is said in German', (name, german) => {
    const said = inGerman(name);
    expect(said.endsWith(german.split('? ').at(-1) as string)).toBe(true);
    // Back again it is the same.
    expect(titleIn(said, wordsIn('en'), textsOf)).toBe(name);
  });

  it('each question of each language is the same in all others, with a sector and a place behind it', () => {
    const english = textsOf('en');
    const ids = Object.keys(english).filter((key) => key.startsWith('ask.'));
    expect(ids.length).toBeGreaterThan(10);
    for (const key of ids) {
      const name = `${english[key]} Bakeries · Rue du Théâtre`;
      for (const language of LANGUAGES)
        expect(titleIn(titleIn(name, wordsIn(language), textsOf), wordsIn('en'), textsOf)).toBe(name);
    }
  });

  it('a name that somebody gave stays', () => {
    for (const name of ['Our fifth', 'Bakeries · Harbourside', 'Who lives nearby', '3 places'])
      expect(inGerman(name)).toBe(name);
    expect(askedTitleOf('Our fifth', textsOf)).toBeNull();
  });

  it('what is asked about is told without the question', () => {
    const asked = askedTitleOf('Wo sollte ich eröffnen?', textsOf) ?? askedTitleOf('Where should I open?', textsOf);
    expect(subjectOfTitle(asked!, wordsIn('en'))).toBe('');
    const two = askedTitleOf('Which of my places is best for a shop? Bakeries · 1 place', textsOf);
    expect(subjectOfTitle(two!, wordsIn('fr'))).toBe('Boulangeries · 1 lieu');
  });
});
