import { describe, expect, it } from 'vitest';
import { fits, wordsIn } from './finds.ts';

const finds = (typed: string, text: string) => {
  const words = wordsIn(text);
  return wordsIn(typed).every((word) => words.some(fits(word)));
};

describe('what a search finds', () => {
  it('is found by the beginnings of its words, in any order, without accents and small letters', () => {
    expect(finds('stores close', 'Who can reach my stores, and which could close?')).toBe(true);
    expect(finds('café', 'Cafes')).toBe(true);
    expect(finds('ÜBER', 'Überblick')).toBe(true);
    expect(finds('bakeries', 'bakery')).toBe(true);
    expect(finds('close', 'Who lives nearby?')).toBe(false);
    expect(finds('lives bakery', 'Who lives nearby?')).toBe(false);
  });
});
