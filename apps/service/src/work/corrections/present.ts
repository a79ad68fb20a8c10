import type { Correction } from '@hinterland/contract';
import type { CorrectionRow } from './store.ts';

/** A correction as answers have it. */
export const present = (row: CorrectionRow): Correction => ({
  id: row.id,
  territoryId: row.territory_id,
  storeId: row.store_id,
  kind: row.kind,
  ...row.said,
  reason: row.reason,
  listed: row.listed,
  of: row.organization_id === null ? 'operator' : 'organization',
  author: person(row.user_id, row.user_name),
  createdAt: row.created_at.toISOString(),
  undoneAt: row.undone_at?.toISOString() ?? null,
  undoneBy: person(row.undone_by, row.undone_by_name),
  inForce: row.is_latest,
});

const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
