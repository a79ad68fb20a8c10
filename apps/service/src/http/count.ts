import { invalid } from '../json.ts';
import type { Exchange } from './exchange.ts';

/** A whole number of the query. Throws validation_error where it is none, or out of range. */
export function readCount(
  exchange: Exchange,
  name: string,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const text = exchange.query(name);
  if (text === undefined) return otherwise;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw invalid(`#/${name}`, `${name} must be a whole number from ${least} to ${most}.`);
}
