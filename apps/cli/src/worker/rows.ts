import type { Manifest } from '@hinterland/territory';
import { type Place, placeFault } from './place.ts';
import type { RowInput } from './protocol.ts';
import type { MemberSchema, Plan } from './settings.ts';

/** Members that say which territory is meant, in place of an origin. */
export const AREAS: readonly string[] = ['polygon', 'areas'];

/** A row of a table: its place and its members of the action's input. */
export interface Row {
  readonly place: Place | null;
  readonly members: Readonly<Record<string, unknown>>;
  /** Of rows of a whole table: the list that the row belongs to. */
  readonly list: string | null;
  readonly id: unknown;
  /** The reason why it is no question. */
  readonly fault: string | null;
}

/** A text of a cell as JSON has it: texts of JSON stand for members that are lists or objects, and beside those for numbers. */
export function ofText(text: string, schema: MemberSchema): unknown {
  if (!isJson(text, schema)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isJson = (text: string, { type, anyOf = [] }: MemberSchema): boolean =>
  type !== 'string' && (anyOf.some((one) => one.type === 'string') ? /^\s*[[{]/ : /^\s*[[{\d-]/).test(text);

/** The input of a call for one row. */
export function inputOf(
  { shape, members, settings: { constants } }: Plan,
  row: Row,
  manifest: Manifest,
  hasColumns: boolean,
): RowInput {
  const known = Object.fromEntries(Object.entries(row.members).filter(([name]) => name in members));
  if (row.fault !== null) return { fault: row.fault };
  if (shape === 'members') return { input: { ...constants, ...known } };
  // A row that is an area, or asks of one, has no origin.
  const isArea = AREAS.some((name) => name in known || (name in members && name in constants));
  if (shape === 'origins' && isArea) return { input: { ...constants, ...known } };
  const fault = placeFault(manifest, row.place, hasColumns);
  if (fault !== null) return { fault };
  return { input: { ...constants, ...known, ...(shape === 'origins' ? { origins: [row.place] } : row.place) } };
}
