import type { Texts } from '../keys.ts';
import type { Group, Translate } from './translation.ts';

interface Template {
  readonly key: string;
  readonly group: string;
  readonly places: readonly Place[];
  readonly pattern: RegExp;
  /** The same with the longest values: where both differ nobody knows which part is whose. */
  readonly longest: RegExp;
  /** Characters that are fixed: of several templates that fit a sentence the one with most is meant. */
  readonly fixed: number;
}

/** A value in a text, with its kind: names that people gave have none. */
interface Place {
  readonly name: string;
  readonly kind: string;
}
const VALUE = /\{\{(\w+)(?::(\w+))?\}\}/g;
const PLURAL = /_(one|other)$/;
/** A number as English writes it, with a sign within it: the year 2025 stays as it is. */
const NUMBER = /^-?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+)$/;
/** The end of a sentence, or of a word such as "St.", that another one follows. */
const NEXT = /(?<=[.!?]) /;

/**
 * Makes what recognizes English out of two files of texts with the same keys. The English ones are the sentences of the service with
 * names in place of their values, `{{name:kind}}`: a sentence is recognized by its template, which gives its key and its values. Values
 * without a kind are names and stay; phrases, and numbers with a sign within them, are translated. A sentence whose values may end in
 * several places stays English as a whole.
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
  const valueIn = (value: string, kind: string): string => {
    if (kind === '' || kind === 'names') return value;
    if (NUMBER.test(value)) return numbers.format(Number(value.replaceAll(',', '')));
    return whole.has(`phrase ${value}`) ? (phrase(value) as string) : (listOf(value) ?? phrase(value) ?? value);
  };
  /** Phrases with commas between them, each in its turn; null where one of them is none. */
  const listOf = (value: string): string | null => {
    const said = value.includes(', ') ? value.split(', ').map((one) => phrase(one)) : [null];
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
      if (template.longest.exec(sentence)?.some((value, i) => value !== found[i]) !== false) return null;
      const values = new Map(
        template.places.map(({ name, kind }, i) => [name, { kind, text: found[i + 1] as string }]),
      );
      const text = textOf(template.key, values.get('count')?.text);
      const inPlace = (name: string) => {
        const value = values.get(name);
        return value === undefined ? '' : valueIn(value.text, value.kind);
      };
      return text?.replace(VALUE, (_, name: string) => inPlace(name)) ?? null;
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
  const translate = (sentence: string, group: Group = 'said'): string | null =>
    group === 'said' ? several(sentence.split(NEXT)) : single(sentence, group);
  return Object.assign(translate, { texts: own });
}

function patternOf(text: string): Omit<Template, 'key' | 'group'> {
  const places = [...text.matchAll(VALUE)].map(([, name, kind = '']) => ({ name: name as string, kind }));
  const fixed = text.split(/\{\{\w+(?::\w+)?\}\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  const [pattern, longest] = ['(.+?)', '(.+)'].map((value) => new RegExp(`^${fixed.join(value)}$`, 's'));
  return { places, pattern: pattern!, longest: longest!, fixed: text.replace(VALUE, '').length };
}
