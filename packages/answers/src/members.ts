import { type Figure, memberOf, type Plan } from './plan/index.ts';
import type { Cell } from './table.ts';
import type { Said } from './words/said.ts';
import { statementOf } from './words/service/statement.ts';
import { SENTENCE_MEMBERS } from './words/service/translation.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members for readers of tables: neither shapes, which the map draws, nor what programs alone read. */
export const membersOf = (value: Members, plan: Plan): [string, unknown][] =>
  Object.entries(value)
    .filter(([name, member]) => {
      const { role } = memberOf(plan, name).figure;
      // Codes of the sentences beside it, also of what no schema describes.
      if (name === 'said') return false;
      return role !== 'shape' && role !== 'aside' && role !== 'snapped' && !isEmpty(member);
    })
    .map(([name, member]) => [name, spokenIn(value, name, member)]);
function spokenIn(holder: Members, name: string, member: unknown): unknown {
  const one = (text: unknown, index?: number): unknown => {
    if (typeof text !== 'string') return text;
    const statement = statementOf(holder, name, index);
    if (statement !== undefined) return { statement, english: text };
    return SENTENCE_MEMBERS.has(name) && SEVERAL_WORDS.test(text) ? { english: text } : text;
  };
  return Array.isArray(member) ? member.map(one) : one(member);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null || isSpoken(value);
const isSpoken = (value: unknown): value is Said & { readonly english: string } =>
  typeof value === 'object' && value !== null && 'english' in value && typeof value.english === 'string';
/** A code is no sentence. */
const SEVERAL_WORDS = / .* /;
export const isNumbers = (value: unknown): value is readonly (number | null)[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number' || one === null);

/** Fits into one cell. */
export const isLeaf = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));

/** An object with lists of numbers side by side. */
export const isSeries = (value: Members): boolean => {
  const lengths = Object.values(value)
    .filter(isNumbers)
    .map((list) => list.length);
  return lengths.length > 1 && new Set(lengths).size === 1;
};

/** The name of a row: that of its plan's members which it has, the best first; else its place in the list. */
export function labelOf(row: Members, { naming }: Plan, index = 0): string {
  for (const name of naming) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return String(row.position ?? row.rank ?? index + 1);
}

/** Days and instants become dates; "2026-10" stays a text, and so does a name that looks like a day. */
export function cellOf(value: unknown, { role }: Figure = {}): Cell {
  if (isSpoken(value)) return value;
  if (Array.isArray(value) && value.some(isSpoken)) {
    const told = value.map((one): Said => (isSpoken(one) ? one : String(one ?? '–')));
    return value.some((one) => isLong(isSpoken(one) ? one.english : one)) ? { words: told } : { all: told };
  }
  if (Array.isArray(value)) return value.map((one) => String(one ?? '–')).join(value.some(isLong) ? ' ' : ', ');
  if (typeof value === 'boolean') return value;
  const text = String(value);
  if (role !== 'name' && role !== 'key' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/.test(text))
    return new Date(text);
  return text;
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 40;

/** The cell of a member that fits into one. */
export const leafOf = (value: unknown, figure?: Figure): Cell =>
  typeof value === 'number' || value === null ? value : cellOf(value, figure);
