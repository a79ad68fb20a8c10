import { countryHabits } from '../countries/countries.ts';
import type { UnitWords } from '../languages/language.ts';
import { LANGUAGES, languagesOf } from '../languages/languages.ts';
import { plain } from './fold.ts';

/** Where in a line a form of a unit may stand. */
export type UnitPlace = 'anywhere' | 'behind number' | 'next to number';

/** One way to write a flat, a floor or a door. */
export interface UnitForm {
  /** Sticky. The group is the unit itself; without a group, `key` stands for it. */
  readonly pattern: RegExp;
  readonly place: UnitPlace;
  readonly key: string;
  /** Another value may follow without a word for it: "2º B". */
  readonly more: boolean;
}

export interface UnitPatterns {
  readonly forms: readonly UnitForm[];
  /** Places between a house number and a word for a unit that stands at it: "12m.5". */
  readonly joined: RegExp;
  /** The house number comes before the street. */
  readonly numberFirst: boolean;
}

const END = '(?![\\p{L}\\p{N}])';
const ORDINAL = '(?:\\s?°|st|nd|rd|th|eme|ere|er|on|do|ro|to|o|a|e|r|n|t)';
const VALUE = `(\\p{L}{0,2}-?\\d{1,4}(?:-?\\p{L}{1,2})?|\\p{L})°?${END}`;
const ROMAN = '[ivx]{1,4}';

const byLanguages = new Map<string, UnitPatterns>();

/** Returns how units are written in countries, by two-letter code: in their languages, and in English. */
export function unitPatternsOf(countries: readonly string[]): UnitPatterns {
  const codes = [...new Set(languagesOf(countries.flatMap((country) => countryHabits(country).streetLanguages)))];
  const key = codes.join();
  let patterns = byLanguages.get(key);
  if (patterns === undefined) {
    const languages = [...new Set([...codes, 'en' as const])].map((code) => LANGUAGES[code]);
    const numberFirst = writesNumberFirst(countries);
    const behind = anyOf(languages.map(({ units }) => units.behind).join(' '));
    const joined = new RegExp(`(?<=(?:^|[\\s,])\\d{1,4})(?=${behind}[.:]?\\s?\\d)`, 'giu');
    patterns = { forms: languages.flatMap(({ units }) => formsOf(units)), joined, numberFirst };
    byLanguages.set(key, patterns);
  }
  return patterns;
}

/** Whether the house number comes before the street, by the first language of the countries; not where none is known. */
export function writesNumberFirst(countries: readonly string[]): boolean {
  const [first] = countries.flatMap((country) => countryHabits(country).streetLanguages);
  return first !== undefined && LANGUAGES[first].numberFirst === true;
}

function formsOf({
  anywhere,
  behind,
  floors,
  ordinals,
  after,
  codes = [],
  alone = [],
  sides = [],
}: UnitWords): UnitForm[] {
  const more = ordinals !== undefined;
  const form = (source: string, place: UnitPlace, rest: Partial<UnitForm> = {}): UnitForm => {
    return { pattern: new RegExp(source, 'iuy'), place, key: '', more, ...rest };
  };
  const named = (words: string) => `${anyOf(words)}(?!\\p{L})[.:]*\\s*(?:n?[°.]\\s*|#\\s*)?${VALUE}`;
  return [
    ...(anywhere === '' ? [] : [form(named(anywhere), 'anywhere')]),
    form(`#\\s*${VALUE}`, 'anywhere', { more: false }),
    ...(behind === '' ? [] : [form(named(behind), 'behind number')]),
    ...codes.map((code) => form(`(${code})${END}`, 'behind number', { more: false })),
    ...(after === undefined
      ? []
      : [form(`([a-z]?\\d{1,4})\\s*-?\\s*${anyOf(after)}(?!\\p{L})`, 'behind number', { more: false })]),
    ...(floors === ''
      ? []
      : [
          form(`(\\d{1,2})(?:${ORDINAL}|\\.)\\s*${anyOf(floors)}(?!\\p{L})\\.?`, 'anywhere'),
          form(`(\\d{1,2})\\s*${anyOf(floors)}(?!\\p{L})\\.?`, 'next to number'),
          form(`(${ROMAN})\\.?\\s*${anyOf(floors)}(?!\\p{L})\\.?`, 'behind number'),
        ]),
    form(`(${ROMAN}\\.?/\\d{1,3})${END}`, 'next to number', { more: false }),
    form('(\\d{1,2})\\s?°(?!\\p{N})', 'next to number', { more: true }),
    ...(ordinals === undefined
      ? []
      : [
          form(`(\\d{1,2})${anyOf(ordinals)}${END}`, 'next to number'),
          form(`(\\d{1,2}[a-z])${END}`, 'next to number', { more: false }),
        ]),
    ...alone.map((words) => form(`${anyOf(words)}(?![\\p{L}\\p{N}-])`, 'next to number', keyOf(words))),
    ...(sides.length === 0
      ? []
      : [form(`(\\d{1,2})(?:${ORDINAL}|\\.)?\\s*(?=${anyOf(sides.join(' '))}${END})`, 'next to number')]),
    ...sides.map((words) => form(`${anyOf(words)}${END}\\.?`, 'next to number', keyOf(words))),
  ];
}

/** The longest first, since one may begin like another. */
const anyOf = (words: string): string => {
  const all = plain(words)
    .split(' ')
    .filter((word) => word !== '');
  return `(?:${all.toSorted((a, b) => b.length - a.length).join('|')})`;
};

const keyOf = (words: string) => ({ key: plain(words).split(' ')[0]!.toUpperCase() });
