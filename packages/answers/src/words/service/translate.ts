import type { Texts } from '../keys.ts';

/**
 * What a sentence of the service is, by the first part of its key: a `said` one stands for itself, `price` is a line of a price,
 * `census` the meaning of a figure, `help` that of a field, `title` that of a problem, a `phrase` stands within a sentence.
 */
export type Group = 'said' | 'price' | 'census' | 'help' | 'title' | 'phrase';

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
/** The end of a sentence, or of a word such as "St.", that another one follows. */
const NEXT = /(?<=[.!?]) /;

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

  const phrase = (value: string): string | null => translate(value, 'phrase');
  const valueIn = (value: string): string => {
    if (NUMBER.test(value)) return numbers.format(Number(value.replaceAll(',', '')));
    return whole.has(`phrase ${value}`) ? (phrase(value) as string) : (listOf(value) ?? phrase(value) ?? value);
  };
  /** Phrases with commas between them, each in its turn; null where one of them is none. */
  const listOf = (value: string): string | null => {
    const said = value.includes(', ') ? value.split(', ').map(phrase) : [null];
    return said.includes(null) ? null : said.join(', ');
  };
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
  /** One sentence after the other, each as short as one is known. */
  const several = (parts: readonly string[]): string | null => {
    for (let end = 1; end <= parts.length; end++) {
      const first = single(parts.slice(0, end).join(' '), 'said');
      if (first === null) continue;
      const rest = end === parts.length ? '' : several(parts.slice(end));
      if (rest !== null) return `${first} ${rest}`.trimEnd();
    }
    return null;
  };
  const translate: Translate = (sentence, group = 'said') => {
    return group === 'said' ? several(sentence.split(NEXT)) : single(sentence, group);
  };
  return translate;
}

function patternOf(text: string): Pick<Template, 'names' | 'pattern' | 'fixed'> {
  const names = [...text.matchAll(VALUE)].map(([, name]) => name as string);
  const fixed = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return { names, pattern: new RegExp(`^${fixed.join('(.+?)')}$`, 's'), fixed: text.replace(VALUE, '').length };
}
