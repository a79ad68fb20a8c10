import type { ActionResult } from '@hinterland/client';

export type Found = ActionResult<'markets.changes'>;
export type Change = Found['changes'][number];

export const KINDS = ['opened', 'closed', 'moved', 'renamed'] as const;
export type Shown = 'all' | (typeof KINDS)[number];

/** How each kind looks on the map, and beside its name. */
export const LOOK = { opened: 'opened', closed: 'failed', moved: 'sold_more', renamed: 'asked' } as const;

/** Id of a change on the map and in the table. */
export const jointOf = ({ kind, id }: Change): string => `${kind} ${id}`;
