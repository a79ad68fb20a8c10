/** Kinds of changes of a store, in the order in which they are told, and the members that count them. */
export const CHANGE_KINDS = { opened: 'openings', closed: 'closings', moved: 'moves', renamed: 'renamings' } as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;
/** Their names. */
export const KINDS = Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]];
