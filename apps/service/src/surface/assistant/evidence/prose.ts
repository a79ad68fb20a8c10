import { asciiDigits, type KnownNumbers, numbersIn } from './numbers.ts';
import { cleanLines } from './untrusted.ts';

/** A piece of an answer in the making. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reference'; readonly ref: string; readonly path: string }
  | { readonly type: 'unverified'; readonly text: string };

/** Longest construct that is waited for; what is longer is text. */
const CONSTRUCT_CHARACTERS = 600;
const REFERENCE = /\[\[\s*([A-Za-z]\d{1,6})#(\/[^[\]\n]{0,300}?)\s*\]\]/g;

/**
 * Reads the model's words as they come, in whatever pieces, and gives them out as plain text, references to figures, and
 * numbers that nobody has heard of. A construct is given out when its end has come.
 */
export class Prose {
  readonly #known: KnownNumbers;
  #rest = '';
  /** The last character that was given out. */
  #last = '\n';

  constructor(known: KnownNumbers) {
    this.#known = known;
  }

  push(delta: string): Piece[] {
    this.#rest += delta;
    return this.#give(safeEnd(this.#rest));
  }

  end(): Piece[] {
    return this.#give(this.#rest.length);
  }

  #give(end: number): Piece[] {
    if (end === 0) return [];
    const text = asciiDigits(cleanLines(this.#rest.slice(0, end)));
    this.#rest = this.#rest.slice(end);
    const pieces: Piece[] = [];
    let from = 0;
    for (const match of text.matchAll(REFERENCE)) {
      pieces.push(...this.#checked(text.slice(from, match.index)));
      const [whole, ref, path] = match as unknown as [string, string, string];
      pieces.push({ type: 'reference', ref: ref.toLowerCase(), path });
      this.#last = ']';
      from = match.index + whole.length;
    }
    return [...pieces, ...this.#checked(text.slice(from))];
  }

  #checked(marked: string): Piece[] {
    const text = plainText(marked);
    if (text === '') return [];
    const pieces: Piece[] = [];
    let from = 0;
    for (const number of numbersIn(text, /^[\n]$/.test(this.#last), this.#last)) {
      if (this.#known.has(number)) continue;
      if (number.start > from) pieces.push({ type: 'text', text: text.slice(from, number.start) });
      pieces.push({ type: 'unverified', text: text.slice(number.start, number.end) });
      from = number.end;
    }
    if (from < text.length) pieces.push({ type: 'text', text: text.slice(from) });
    this.#last = text.at(-1) as string;
    return pieces;
  }
}

const IMAGE_OR_LINK = /!?\[([^[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g;
const LINK_BY_NAME = /!?\[([^[\]\n]+)\]\[[^[\]\n]*\]/g;
const DEFINITION = /^[ \t]*\[[^[\]\n]+\]:[^\n]*$/gm;
const AUTOLINK = /<[a-z][a-z0-9+.-]*:[^<>\n]*>/gi;
const TAG = /<[/!?]?[a-z][^<>]*>/gi;
const ADDRESS =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:data|javascript|vbscript|mailto):(?=\S)|\bwww\.|(?<![\w:/])\/\/(?=[\w[]))[^\s<>]+/gi;

/** Text without links, pictures and tags: of a link and of a picture only its words stay. */
function plainText(marked: string): string {
  let text = marked;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(DEFINITION, '')
      .replace(IMAGE_OR_LINK, '$1')
      .replace(LINK_BY_NAME, '$1')
      .replace(AUTOLINK, '')
      .replace(TAG, '')
      .replace(ADDRESS, '(link removed)');
  }
  return text;
}

/** Where the text can be cut without cutting a reference, a link, a tag or a number. */
function safeEnd(text: string): number {
  let end = lastWordStart(text);
  for (const [open, close] of PAIRS) {
    const at = openedAt(text, open, close);
    if (at !== null && text.length - at < CONSTRUCT_CHARACTERS) end = Math.min(end, at);
  }
  const tail = Math.max(0, text.length - CONSTRUCT_CHARACTERS);
  const link = LINK_AT_END.exec(text.slice(tail));
  if (link !== null) end = Math.min(end, tail + link.index);
  for (const construct of [IMAGE_OR_LINK, LINK_BY_NAME, REFERENCE, TAG, AUTOLINK]) {
    for (const { index, 0: whole } of text.matchAll(construct)) {
      if (index < end && end < index + whole.length) end = index;
    }
  }
  return end > 0 && text[end - 1] === '!' ? end - 1 : end;
}

const PAIRS = [
  ['[', ']'],
  ['<', '>'],
] as const;

/** Words in brackets, at the end or before an address that has not ended: a link in the making. */
const LINK_AT_END = /\[[^[\]\n]*\]{0,2}(?:\([^()\n]*(?:\([^()\n]*\)?)?)?\s*$/;

/** The first bracket that has not been closed in its line; null where all are. */
function openedAt(text: string, open: string, close: string): number | null {
  let first: number | null = null;
  let depth = 0;
  const from = Math.max(text.lastIndexOf('\n') + 1, text.length - CONSTRUCT_CHARACTERS);
  for (let i = from; i < text.length; i++) {
    if (text[i] === open && depth++ === 0) first = i;
    else if (text[i] === close && depth > 0) depth--;
  }
  return depth > 0 ? first : null;
}

/** Words that may still belong to a number: "1 234 567", "3.5 million", "12 %", "3 October 2026". */
const HELD_WORDS = 6;

/** Beginning of the last word, or of the words around a number that may go on. */
function lastWordStart(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  const words = [...text.slice(line).matchAll(/\S+/g)];
  if (words.length === 0) return line;
  const hasNumber = (i: number) => /\p{N}/u.test(words[i]?.[0] ?? '');
  let held = words.length - 1;
  for (let i = held; i >= Math.max(0, words.length - HELD_WORDS); i--) if (hasNumber(i)) held = Math.max(0, i - 1);
  for (let more = 0; more < 2 * HELD_WORDS && held > 0 && (hasNumber(held) || hasNumber(held - 1)); more++) held--;
  return held === 0 ? line : line + (words[held]?.index ?? 0);
}
