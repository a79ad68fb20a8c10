import { z } from 'zod';

/**
 * One kind of source that an entry of a recipe may name: its keys there, and how it is opened. Kinds of a subject stand in
 * one list, from which the recipe's schema, the opening and the table in recipes/README.md are made.
 */
export interface SourceKind<F extends string, S extends z.ZodRawShape, C, R> {
  /** The word by which an entry names the kind. */
  readonly from: F;
  /** A phrase that names it for people. */
  readonly says: string;
  /** Keys of an entry besides `from`. */
  readonly schema: S;
  /** Makes the source of an entry. */
  open(entry: SourceEntry<S>, context: C): R;
}

/** An entry of a recipe as it was read, defaults filled in. */
export type SourceEntry<S extends z.ZodRawShape> = z.output<z.ZodObject<S, z.core.$strict>>;

/** Any kind, whatever it opens. */
export type AnyKind = SourceKind<string, z.ZodRawShape, never, unknown>;

/** Returns the kind as it is; only its types are found here. */
export const sourceKind = <const F extends string, S extends z.ZodRawShape, C, R>(
  kind: SourceKind<F, S, C, R>,
): SourceKind<F, S, C, R> => kind;

type EntrySchema<K> = K extends {
  readonly from: infer F extends string;
  readonly schema: infer S extends z.ZodRawShape;
}
  ? z.ZodObject<{ from: z.ZodLiteral<F> } & S, z.core.$strict>
  : never;
type EntrySchemas<K extends readonly AnyKind[]> = { -readonly [I in keyof K]: EntrySchema<K[I]> };

/** Returns the schema of an entry that may be of any of the kinds. */
export function entrySchema<const K extends readonly [AnyKind, ...AnyKind[]]>(
  kinds: K,
): z.ZodDiscriminatedUnion<EntrySchemas<K>, 'from'> {
  const schemas = kinds.map(({ from, says, schema }) =>
    z.strictObject({ from: z.literal(from).describe(says), ...schema }),
  );
  return z.discriminatedUnion('from', schemas as never) as never;
}

/** Opens the source of an entry. */
export function openSource<C, R>(
  kinds: readonly SourceKind<string, z.ZodRawShape, C, R>[],
  entry: { readonly from: string },
  context: C,
): R {
  const kind = kinds.find(({ from }) => from === entry.from);
  if (kind === undefined) throw new Error(`there is no kind of source "${entry.from}"`);
  return kind.open(entry as never, context);
}
