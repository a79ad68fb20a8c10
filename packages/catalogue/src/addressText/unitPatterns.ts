import { countryHabits } from '../countries/countries.ts';
import type { UnitWords } from '../languages/language.ts';
import { LANGUAGES } from '../languages/languages.ts';

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
  /** The house number comes before the street. */
  readonly numberFirst: boolean;
}

const END = '(?![\\p{L}\\p{N}])';
const ORDINAL = '(?:\\s?°|st|nd|rd|th|eme|ere|er|on|do|ro|to|o|a|e|r|n|t)';
const VALUE = `([a-z]{0,2}-?\\d{1,4}(?:-?[a-z]{1,2})?|[a-z])°?${END}`;

const byLanguages = new Map<string, UnitPatterns>();

/** Returns how units are written in countries, by two-letter code: in their languages, and in English. */
export function unitPatternsOf(countries: readonly string[]): UnitPatterns {
  const codes = [...new Set(countries.flatMap((country) => countryHabits(country).streetLanguages))];
  const key = codes.join();
  let patterns = byLanguages.get(key);
  if (patterns === undefined) {
    const languages = [...new Set([...codes, 'en' as const])].map((code) => LANGUAGES[code]);
    const numberFirst = codes.length === 0 || LANGUAGES[codes[0]!].numberFirst === true;
    patterns = { forms: languages.flatMap(({ units }) => formsOf(units)), numberFirst };
    byLanguages.set(key, patterns);
  }
  return patterns;
}

function formsOf({ anywhere, behind, floors, ordinals, alone = [], sides = [] }: UnitWords): UnitForm[] {
  const more = ordinals !== undefined;
  const form = (source: string, place: UnitPlace, rest: Partial<UnitForm> = {}): UnitForm => {
    return { pattern: new RegExp(source, 'iuy'), place, key: '', more, ...rest };
  };
  const named = (words: string) => `${anyOf(words)}(?!\\p{L})\\.?\\s*(?:n?°\\s*|#\\s*)?${VALUE}`;
  return [
    form(named(anywhere), 'anywhere'),
    form(`#\\s*${VALUE}`, 'anywhere', { more: false }),
    form(named(behind), 'behind number'),
    form(`(\\d{1,2})(?:${ORDINAL}|\\.)\\s*${anyOf(floors)}(?!\\p{L})\\.?`, 'anywhere'),
    form(`(\\d{1,2})\\s*${anyOf(floors)}(?!\\p{L})\\.?`, 'next to number'),
    form('(\\d{1,2})\\s?°(?!\\p{N})', 'next to number', { more: true }),
    ...(ordinals === undefined
      ? []
      : [
          form(`(\\d{1,2})${anyOf(ordinals)}${END}`, 'next to number'),
          form(`(\\d{1,2}[a-z])${END}`, 'next to number', { more: false }),
        ]),
    ...alone.map((words) => form(`${anyOf(words)}(?![\\p{L}\\p{N}-])`, 'next to number', keyOf(words))),
    ...sides.map((words) => form(`${anyOf(words)}${END}\\.?`, 'next to number', keyOf(words))),
  ];
}

const anyOf = (words: string): string => `(?:${words.split(' ').join('|')})`;

const keyOf = (words: string) => ({ key: words.split(' ')[0]!.toUpperCase() });
