import { z } from 'zod';

interface Own {
  readonly isOwn: true;
  /** What strangers get in place of the value; it is left out where this is absent. */
  readonly instead?: (value: unknown) => unknown;
}

const owned = z.registry<Own>();
const rowIds = z.registry<{ readonly isRowId: true }>();

/**
 * Marks a member of an input or a result as its organization's own: strangers to whom the answer is shown do not get it, or get
 * what `instead` makes of it.
 */
export function own<S extends z.ZodType>(schema: S, instead?: (value: z.output<S>) => unknown): S {
  owned.add(schema, { isOwn: true, ...(instead === undefined ? {} : { instead: instead as Own['instead'] }) } as Own);
  return schema;
}

/** Marks the id that callers gave a place: objects that have it are rows about places of the caller. */
export function rowId<S extends z.ZodType>(schema: S): S {
  rowIds.add(schema, { isRowId: true });
  return schema;
}

/** The mark of a member that is its organization's own; undefined of all others. */
export const ownMark = (schema: z.ZodType): Own | undefined => owned.get(schema);

/** Whether a member of an input is its organization's own, whatever wraps its schema. */
export function isOwn(schema: z.ZodType): boolean {
  if (ownMark(schema) !== undefined) return true;
  const inner = innerOf(schema);
  return inner !== null && isOwn(inner);
}

/** What a schema is made of. */
export const defOf = (schema: z.ZodType) => (schema as unknown as z.core.$ZodTypes)._zod.def;

/** The schema that another one wraps, as `.optional()` does; null where it wraps none. */
export function innerOf(schema: z.ZodType): z.ZodType | null {
  const def = defOf(schema);
  if (def.type === 'pipe') return def.in as z.ZodType;
  return 'innerType' in def ? (def.innerType as z.ZodType) : null;
}

/** Whether a schema is that of ids that callers gave their places. */
export const isRowId = (schema: z.ZodType): boolean => rowIds.get(schema) !== undefined;
