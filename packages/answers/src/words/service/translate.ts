import type { Texts } from '../keys.ts';

/**
 * What a sentence of the service is, by the first part of its key: a `said` one stands for itself, `price` is a line of a price,
 * `census` the meaning of a figure, `help` that of a field or a member, a `phrase` stands within a sentence.
 */
export type Group = 'said' | 'price' | 'census' | 'help' | 'phrase';

/** Returns a sentence that the service says in English in another language; null where that has no text for it. */
export type Translate = (english: string, group?: Group) => string | null;

interface Template {
  readonly key: string;
  readonly group: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
  /** Characters that are fixed: of several templates that fit a sentence the one with most is meant. */
  readonly fixed: number;
}

/** A value in a text. */
const VALUE = /\{\{(\w+)\}\}/g;
const PLURAL = /_(one|other)$/;
/** A number as English writes it, with a sign within it: the year 2025 stays as it is. */
const NUMBER = /^-?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+)$/;
/** The end of a sentence that another one follows. */
const NEXT = /(?<=[.!?]) (?=\p{Lu})/u;

/**
 * Makes the translator of a language out of two files of texts with the same keys. The English ones are the sentences of the service
 * with names in place of their values, `{{name}}`: a sentence is recognized by its template, which gives its key and its values.
 * Values that are phrases, or numbers with a sign within them, are translated as well; others are names and stay.
 */
export function translatorOf(language: string, english: Texts, own: Texts): Translate {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const entries = Object.entries(english).map(([key, text]) => ({ key, group: key.split('.')[0] as string, text }));
  const whole = new Map(
    entries.filter(({ text }) => !text.includes('{{')).map(({ key, group, text }) => [`${group} ${text}`, key]),
  );
  const templates = entries
    .flatMap(({ key, group, text }): Template[] => (text.includes('{{') ? [{ key, group, ...patternOf(text) }] : []))
    .toSorted((a, b) => b.fixed - a.fixed);

  const valueIn = (value: string): string => {
    const phrase = translate(value, 'phrase');
    if (phrase !== null) return phrase;
    return NUMBER.test(value) ? numbers.format(Number(value.replaceAll(',', ''))) : listOf(value);
  };
  /** Phrases with commas between them, each in its turn; what is none of them stays. */
  const listOf = (value: string): string =>
    value.includes(', ')
      ? value
          .split(', ')
          .map((one) => translate(one, 'phrase') ?? one)
          .join(', ')
      : value;
  const textOf = (key: string, count: string | undefined): string | undefined => {
    if (!PLURAL.test(key)) return own[key];
    const form = plurals.select(Number(count?.replaceAll(',', ''))) === 'one' ? 'one' : 'other';
    return own[key.replace(PLURAL, `_${form}`)];
  };
  const single = (sentence: string, group: Group): string | null => {
    const key = whole.get(`${group} ${sentence}`);
    if (key !== undefined) return own[key] ?? null;
    for (const template of templates) {
      if (template.group !== group) continue;
      const found = template.pattern.exec(sentence);
      if (found === null) continue;
      const values = Object.fromEntries(template.names.map((name, i) => [name, found[i + 1] as string]));
      const text = textOf(template.key, values.count);
      return text?.replace(VALUE, (_, name: string) => valueIn(values[name] ?? '')) ?? null;
    }
    return null;
  };
  const translate: Translate = (sentence, group = 'said') => {
    const said = single(sentence, group);
    if (said !== null || group !== 'said') return said;
    const parts = sentence.split(NEXT);
    const all = parts.length === 1 ? [null] : parts.map((part) => single(part, group));
    return all.includes(null) ? null : all.join(' ');
  };
  return translate;
}

function patternOf(text: string): Pick<Template, 'names' | 'pattern' | 'fixed'> {
  const names = [...text.matchAll(VALUE)].map(([, name]) => name as string);
  const fixed = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return { names, pattern: new RegExp(`^${fixed.join('(.+?)')}$`, 's'), fixed: text.replace(VALUE, '').length };
}
