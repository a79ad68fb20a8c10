import type { FieldError } from '@hinterland/contract';
import { quoted } from './numbers.ts';

type Json = Readonly<Record<string, unknown>>;

/** A row as its owner knows it: its number from 1, and its name or id where it has one. */
export interface RowName {
  readonly no: number;
  readonly name: string;
}

/** "Row 30 ("Ost")". */
export const rowWords = ({ no, name }: RowName): string => (name === '' ? `Row ${no}` : `Row ${no} (${quoted(name)})`);

/**
 * Returns a fault whose sentence begins with the row of a list as it was written, where it is about one of several objects of a
 * list of `input`. Pointers count from 0, as JSON does; people count from 1, and know their rows by name.
 */
export function byRowOf(error: FieldError, input: unknown): FieldError {
  let at: unknown = input;
  for (const step of error.pointer.split('/').slice(1)) {
    if (Array.isArray(at)) {
      if (at.length < 2 || !at.some(isRecord) || !/^\d+$/.test(step) || Number(step) >= at.length) return error;
      const words = `${rowWords({ no: Number(step) + 1, name: nameOf(at[Number(step)]) })}: `;
      return error.detail.startsWith(words) ? error : { ...error, detail: words + error.detail };
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
