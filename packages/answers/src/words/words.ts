import { type Limit, limitFigure, limitUnit } from '../limit.ts';
import { countsWhole, inUnit, isCounted, isMoney, measureOf, oneOf, unitName, wordsOf } from '../measure.ts';
import { type Figure, isWhole, measureIn } from '../plan/measure.ts';
import { capitalized, type Digits, digitsOf } from './digits.ts';
import type { Counted, TextKey, Texts } from './keys.ts';
import type { Said } from './said.ts';
import { type Statement, statementText } from './service/statement.ts';
import { AS_SAID, NOT_SAID, type Translate } from './service/translation.ts';

type Values = Readonly<Record<string, string | number>>;

/** A value of the service that reads as words, and several of them in a cell. */
const CODE = /^[a-z]+(_[a-z0-9]+)+$/;
const CODES = /^[a-z0-9_]+(, [a-z0-9_]+)+$/;

/** The words and numbers of a language; `More` are keys of texts beside those of answers. */
export interface Words<More extends string = never> extends Digits {
  readonly language: string;
  /** Returns a text with its values in it; `count` chooses between one and several. */
  say(key: TextKey | More | Counted<More>, values?: Values): string;
  /** Returns what is said of an answer, as it stands within a line. */
  tell(said: Said): string;
  /** The same at the beginning of a line. */
  title(said: Said): string;
  /** Returns a sentence of the service in the language; null where it has none for it. English has all as they are. */
  readonly translate: Translate;
  /** Returns a sentence of the service by its code; null where the language has no text for it. English has all as they are. */
  state(statement: Statement): string | null;
  /** Whether it stays in English, since the language has no words for it. */
  isEnglish(said: Said): boolean;
  /** Returns a value of the service as a word; names that the language has no word for are as they are. */
  code(value: string): string;
  /** Returns a figure of a unit of the service, short for a sentence or a picture, without the unit. */
  short(value: number | null | undefined, unit?: string): string;
  /** Returns a figure of a member as tables have it, in the unit that its schema says; by its name where none does, as of inputs. */
  figure(value: number, name?: string, meaning?: Figure): string;
  /** Returns the day of a time in UTC: "Nov 23, 2026". */
  day(iso: string): string;
}

/** Returns the words of a language whose texts are given, those of pages among them, and what it says for sentences of the service. */
export function makeWords<More extends string = never>(
  language: string,
  texts: Texts,
  translate: Translate = language === 'en' ? AS_SAID : NOT_SAID,
): Words<More> {
  const plurals = new Intl.PluralRules(language);
  const digits = digitsOf(language);
  const textOf = (key: string, count: unknown): string | undefined => {
    const isOne = typeof count === 'number' && plurals.select(count) === 'one';
    return texts[key] ?? texts[`${key}_${isOne ? 'one' : 'other'}`];
  };
  const say = (key: string, values: Values = {}): string =>
    textOf(key, values.count)?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) ?? key;
  const within = (name: string): string =>
    texts['grammar.nouns'] === 'capital'
      ? name
      : name.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLocaleLowerCase(language));
  /** The text of one of several names, the best first; null where there is none. */
  const named = (...keys: string[]): string | null =>
    keys.map((key) => texts[key]).find((text) => text !== undefined) ?? null;
  const day = (iso: string): string =>
    new Date(iso).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const limitText = (limit: Limit): string => `${digits.number(limitFigure(limit))} ${limitUnit(limit)}`;
  const rangeText = ([low, high]: readonly [number | null, number | null]): string => {
    const [from, to] = [low ?? 0, high ?? 0].map(digits.number) as [string, string];
    if (high === null) return say('range.from', { from });
    return low === null ? say('range.below', { to }) : say('range.between', { from, to });
  };
  const state = (statement: Statement): string | null =>
    statementText(statement, translate.texts, plurals, {
      number: digits.exact,
      sector: (sector) => tell(sector),
      day,
      word: code,
      any: (all) => new Intl.ListFormat(language, { type: 'disjunction' }).format(all),
    });
  /** Text of what has a key of its own by its name; null where the language has none. */
  const known = (said: Said): string | null => {
    if (typeof said === 'string') return said;
    if ('field' in said) return named(`field.${said.field}`, `field.${measureOf(said.field).name}`);
    if ('one' in said) return named(`one.${said.one}`);
    if ('code' in said) return named(`value.${said.code}`);
    if ('sector' in said) return named(`sector.${said.sector}`);
    if ('census' in said) return named(`census.${said.census}`) ?? translate(said.meaning, 'census');
    if ('statement' in said) return state(said.statement);
    return 'english' in said ? translate(said.english) : '';
  };
  const english = (said: Said): string => {
    if (typeof said === 'string') return said;
    if ('census' in said) return said.meaning;
    const text = 'field' in said ? wordsOf(measureOf(said.field).name) : 'one' in said ? oneOf(wordsOf(said.one)) : '';
    return 'code' in said ? wordsOf(said.code) : within(text);
  };
  /** Whether it begins with a name or a date, whose capital stays within a line. */
  const isAsWritten = (said: Said): boolean => {
    if (typeof said === 'string' || 'day' in said || 'english' in said) return true;
    if ('words' in said) return said.words[0] !== undefined && isAsWritten(said.words[0]);
    return 'text' in said && textOf(said.text, said.count)?.startsWith('{{') === true;
  };
  const tell = (said: Said): string => {
    if (typeof said === 'string') return said;
    if ('field' in said || 'one' in said || 'code' in said || 'census' in said) return known(said) ?? english(said);
    if ('part' in said) return say(`part.${said.part}`, { limit: limitText(said.limit) });
    if ('figure' in said) {
      const { figure, unit, currency } = said;
      return isMoney(unit) && currency && figure !== null ? digits.money(figure, currency) : short(figure, unit);
    }
    if ('range' in said) return rangeText(said.range);
    if ('unit' in said) {
      const { unit, currency } = said;
      return (
        named(`measure.${unit}`)
          ?.replace('{{currency}}', currency ?? '')
          .trim() ?? unitName(unit, currency ?? '')
      );
    }
    if ('limit' in said) {
      const figure = limitFigure(said.limit);
      return said.limit.seconds === undefined
        ? say('limit.kilometers', { kilometers: digits.number(figure) })
        : say('limit.minutes', { count: figure, minutes: digits.number(figure) });
    }
    if ('sector' in said) return within(known(said) ?? said.name);
    if ('portion' in said) return digits.portion(said.portion);
    if ('english' in said) return known(said) ?? said.english;
    if ('day' in said) return day(said.day);
    if ('words' in said) return said.words.map(tell).join(' ');
    if ('all' in said)
      return said.all.map((one, i) => (i === 0 || isAsWritten(one) ? tell(one) : within(tell(one)))).join(', ');
    const values = Object.fromEntries(Object.entries(said.with ?? {}).map(([name, one]) => [name, tell(one)]));
    return say(said.text, { ...(said.count === undefined ? {} : { count: said.count }), ...values });
  };
  /** Names of people, places and brands begin as they are written. */
  const begin = (said: Said): string => (typeof said === 'string' ? said : capitalized(tell(said)));
  const code = (value: string): string => {
    if (CODES.test(value)) return value.split(', ').map(code).join(', ');
    return named(`value.${value}`) ?? (CODE.test(value) ? wordsOf(value) : value);
  };
  const short = (value: number | null | undefined, unit = ''): string => {
    if (value == null) return say('figure.none');
    if (unit === 'share') return digits.percent(value);
    if (unit === 'times') return `${digits.rounded(value)} ×`;
    if (unit === 'people') return digits.threeDigits(value);
    if (isCounted(unit)) return digits.whole(value);
    if (isMoney(unit)) return digits.short(value);
    return `${unit === 'percent_per_year' && value > 0 ? '+' : ''}${digits.rounded(value)}`;
  };
  return {
    ...digits,
    language,
    say,
    tell,
    title: begin,
    code,
    translate,
    state,
    isEnglish: (said) =>
      language !== 'en' &&
      (typeof said === 'object' && 'all' in said ? said.all.some((one) => known(one) === null) : known(said) === null),
    short,
    figure(value, name = '', meaning = {}) {
      const { unit } = meaning;
      if (unit === 'degrees') return digits.degrees(value);
      if (unit !== undefined)
        return isWhole(meaning) ? digits.whole(value) : digits.rounded(inUnit(value, measureIn(meaning).factor));
      if (/^(lat|lng)$/.test(name)) return digits.degrees(value);
      return countsWhole(name) ? digits.whole(value) : digits.rounded(inUnit(value, measureOf(name).factor));
    },
    day,
  };
}
