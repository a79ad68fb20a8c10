import type { Limit } from '../limit.ts';
import { limitName } from '../limit.ts';
import { measureOf, oneOf, unitName, wordsOf } from '../measure.ts';
import type { TextKey } from './keys.ts';
import { type Statement, statementOf } from './service/statement.ts';

/** Something said of an answer, in no language yet: a name as it is, or what a language has words for. */
export type Said =
  | string
  /** A member of answers: its title. */
  | { readonly field: string }
  /** One of the list of this name. */
  | { readonly one: string }
  /** A value of the service, such as a level of areas. */
  | { readonly code: string }
  /** A field of census tables, with its meaning in English. */
  | { readonly census: string; readonly meaning: string }
  /** A part of the area asked about. */
  | { readonly part: 'within' | 'band'; readonly limit: Limit }
  /** A class of figures between two limits; null where it is open. */
  | { readonly range: readonly [from: number | null, to: number | null] }
  /** A unit as the service names it. */
  | { readonly unit: string; readonly currency?: string | null }
  /** A figure with its unit, as short as it is read in a sentence or a picture. */
  | { readonly figure: number | null; readonly unit: string; readonly currency?: string | null }
  /** How far, within a sentence. */
  | { readonly limit: Limit }
  /** A sector by its code, within a sentence; the name is that of the answer. */
  | { readonly sector: string; readonly name: string }
  /** A share of a whole that is all of it, or nothing, only where no part is missing. */
  | { readonly portion: number }
  /** A text; `count` chooses between one and several. */
  | { readonly text: TextKey; readonly with?: Readonly<Record<string, Said>>; readonly count?: number }
  /** A day of the calendar, YYYY-MM-DD. */
  | { readonly day: string }
  /** A sentence of the service by its code, with its English. */
  | { readonly statement: Statement; readonly english: string }
  /** Words of the service in English alone: of an answer that was stored before sentences had codes. */
  | { readonly english: string }
  /** One after the other, with commas. */
  | { readonly all: readonly Said[] }
  /** One after the other. */
  | { readonly words: readonly Said[] };

const MODES = ['car', 'walk', 'bicycle', 'transit'] as const;
const FLOWS = ['free', 'normal', 'heavy'] as const;

/** The way of travel, "by car"; without one as the crow flies. */
export function byOf(mode: unknown): Said {
  const known = MODES.find((one) => one === mode);
  if (known !== undefined) return { text: `by.${known}` };
  return typeof mode === 'string' ? { code: mode } : { text: 'by.radius' };
}

/** The flow of traffic, "normal traffic". */
export function trafficOf(traffic: string): Said {
  const known = FLOWS.find((one) => one === traffic);
  return known === undefined ? { code: traffic } : { text: `traffic.${known}` };
}

/** The sentence of a member of an object of an answer, at `index` of a list. */
export function sentenceAt(holder: object, member: string, text: string, index?: number): Said {
  const statement = statementOf(holder, member, index);
  return statement === undefined ? { english: text } : { statement, english: text };
}

/** Returns the same from the names of members, in the English of the interface: headers of files, which stay as they are. */
export function nameOf(said: Said): string {
  if (typeof said === 'string') return said;
  if ('field' in said) return wordsOf(measureOf(said.field).name);
  if ('one' in said) return oneOf(wordsOf(said.one));
  if ('code' in said) return wordsOf(said.code);
  if ('sector' in said) return said.name;
  if ('census' in said) return said.meaning;
  if ('part' in said) return `${said.part === 'band' ? 'band up to' : 'within'} ${limitName(said.limit)}`;
  if ('unit' in said && !('figure' in said)) return unitName(said.unit, said.currency ?? '');
  if ('range' in said) return rangeName(said.range);
  if ('all' in said) return said.all.map((one) => nameOf(one)).join(', ');
  if ('words' in said) return said.words.map((one) => nameOf(one)).join(' ');
  if ('english' in said) return said.english;
  throw new TypeError(`${Object.keys(said).join()} has no name of its own.`);
}

function rangeName(range: readonly (number | null)[]): string {
  const [from, to] = range.map((one) => one?.toLocaleString('en'));
  if (to === undefined) return `${from} and more`;
  return from === undefined ? `below ${to}` : `${from} to ${to}`;
}
