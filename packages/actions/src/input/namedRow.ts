import { type Sentence, said, sentenceIn, spoken } from '@hinterland/answers/said';
import type { FieldError } from '@hinterland/contract';
import { quoted } from './numbers.ts';

type Json = Readonly<Record<string, unknown>>;

/** A row as its owner knows it: its number from 1, and its name or id where it has one. */
export interface RowName {
  readonly no: number;
  readonly name: string;
}

/** "Row 30 ("Ost")". */
const rowWords = ({ no, name }: RowName): Sentence =>
  name === '' ? said('row_no', { no }) : said('row_named', { no, name: quoted(name) });

/** A fault behind the row that it is about. */
export const ofRow = (row: RowName, fault: Sentence | string): Sentence | string =>
  typeof fault === 'string' ? `${rowWords(row)}: ${fault}` : said('row_fault', { row: rowWords(row), fault });

/**
 * Returns a fault whose sentence begins with the row of a list as it was written, where it is about one of several objects of a
 * list of `input`. Pointers count from 0, as JSON does; people count from 1, and know their rows by name.
 */
export function byRowOf(error: FieldError, input: unknown): FieldError {
  let at: unknown = input;
  for (const step of error.pointer.split('/').slice(1)) {
    if (Array.isArray(at)) {
      if (at.length < 2 || !at.some(isRecord) || !/^\d+$/.test(step) || Number(step) >= at.length) return error;
      const row = { no: Number(step) + 1, name: nameOf(at[Number(step)]) };
      if (error.detail.startsWith(`${rowWords(row)}: `)) return error;
      return { ...error, ...spoken({ detail: ofRow(row, sentenceIn(error, 'detail')) }) };
    }
    at = isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return error;
}

function nameOf(row: unknown): string {
  const { name, id } = isRecord(row) ? row : {};
  return (
    [name, id]
      .map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''))
      .find((text) => text !== '') ?? ''
  );
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
