import { ADDRESS_ROLES, type AddressRole } from '@hinterland/catalogue/columns';
import type { ActionContext } from '../action/action.ts';
import { addressQuestion } from './question.ts';
import { type Reason, reasonOf } from './reason.ts';
import { resolveAddress } from './resolve.ts';
import type { FoundAddress } from './schema.ts';

/** Position of each role in a row, from 0. */
export type AddressColumns = Readonly<Partial<Record<AddressRole, number>>>;

export interface GeocodedRow {
  /** The best answer, also where it is not taken for the address. */
  readonly address: FoundAddress | null;
  readonly reason: Reason;
}

/** Finds the address of a row as search.resolve_address does, and says how it fits. */
export function geocodeRow(context: ActionContext, columns: AddressColumns, cells: readonly string[]): GeocodedRow {
  const asked = questionOf(columns, cells);
  const parsed = asked === null ? null : addressQuestion.safeParse(asked);
  if (!parsed?.success) return { address: null, reason: 'nothing' };
  const { address, ambiguous } = resolveAddress(context.territory, parsed.data);
  return { address, reason: reasonOf(address, ambiguous) };
}

/** Returns the question of a row; null where its columns are empty. */
function questionOf(columns: AddressColumns, cells: readonly string[]): Record<string, unknown> | null {
  const texts = ADDRESS_ROLES.flatMap((role) => {
    const text = columns[role] === undefined ? '' : (cells[columns[role]] ?? '').trim();
    return text === '' ? [] : [[role, text] as const];
  });
  if (texts.length === 0) return null;
  // Other parts go behind the line, as people write them.
  return columns.address === undefined
    ? { parts: Object.fromEntries(texts) }
    : { query: texts.map(([, text]) => text).join(', ') };
}
