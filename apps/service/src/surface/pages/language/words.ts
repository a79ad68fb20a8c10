import type { Language } from './languages.ts';
import { TERMS } from './terms.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };

type Key = keyof typeof en;
/** A text, or a text that differs by number: `sentence.mix` for `sentence.mix_one` and `sentence.mix_other`. */
export type TextKey = Key | (Key extends infer K ? (K extends `${infer Name}_other` ? Name : never) : never);
type Values = Readonly<Record<string, string | number>>;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, it, de, fr, es };

/** The words and numbers of a language. */
export interface Words {
  readonly language: Language;
  /** Returns a text with its values in it; `count` chooses between one and several. */
  say(key: TextKey, values?: Values): string;
  /** Returns a name of answers in this language, and whether it stays in English, which names of figures do. */
  term(english: string): { readonly text: string; readonly isEnglish: boolean };
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** Returns the day of a time in UTC: "Nov 23, 2026". */
  day(iso: string): string;
}

const made = new Map<Language, Words>();

export function wordsIn(language: Language): Words {
  const known = made.get(language) ?? makeWords(language);
  made.set(language, known);
  return known;
}

function makeWords(language: Language): Words {
  const texts: Readonly<Record<Key, string>> = CATALOGUES[language];
  const plurals = new Intl.PluralRules(language);
  /** Parts and layers that have a number: "within 5 min", "band up to 2 km", "15 min", "Points (1,200)". */
  const numbered = (part: string): string | undefined => {
    const [, kind = '', figure, unit] = /^(within |band up to )?([\d.]+) (min|km)$/.exec(part) ?? [];
    const limit = `${Number(figure).toLocaleString(language)} ${unit}`;
    if (unit !== undefined)
      return kind === '' ? limit : fill(kind === 'within ' ? 'part.within' : 'part.band', { limit });
    const [, name = '', count = ''] = /^(.+) \(([\d,]+)\)$/.exec(part) ?? [];
    const found = TERMS.get(name.toLowerCase())?.[language as Exclude<Language, 'en'>];
    return found && `${found} (${Number(count.replace(/,/g, '')).toLocaleString(language)})`;
  };
  const fill = (key: Key, values: Values): string =>
    texts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  return {
    language,
    say(key, values = {}) {
      const { count } = values;
      const isOne = typeof count === 'number' && plurals.select(count) === 'one';
      const chosen = key in texts ? key : `${key}_${isOne ? 'one' : 'other'}`;
      return chosen in texts ? fill(chosen as Key, values) : key;
    },
    term(english) {
      if (language === 'en' || english === '') return { text: english, isEnglish: false };
      const parts = english.split(', ').map((part) => TERMS.get(part.toLowerCase())?.[language] ?? numbered(part));
      if (parts.includes(undefined)) return { text: english, isEnglish: /[a-z]{2}/i.test(english) };
      const text = parts.join(', ');
      const isTitle = /^\p{Lu}/u.test(english);
      return { text: isTitle ? text.charAt(0).toUpperCase() + text.slice(1) : text, isEnglish: false };
    },
    number: (value, options) => value.toLocaleString(language, options),
    day: (iso) => new Date(iso).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' }),
  };
}
