import type { Action } from '@hinterland/actions';

// What clients that are made from the schemas of the actions (QGIS, Python) have in common.

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly 'x-figure'?: { readonly role?: string; readonly unit?: string };
}

/** The schema of a member, that of its first choice with what is said of the member. */
export function chosen({ anyOf, ...schema }: Schema): Schema & { readonly role?: string } {
  const own = schema.type === undefined && anyOf !== undefined ? { ...anyOf[0], ...schema } : schema;
  const { role } = [schema, ...(anyOf ?? [])].find((one) => one['x-figure'] !== undefined)?.['x-figure'] ?? {};
  return { ...own, ...(role === undefined ? {} : { role }) };
}

/** A schema with that which it refers to. */
export function resolved(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  const found = schema.$ref === undefined ? undefined : definitions[schema.$ref.replace(/^.*\//, '')];
  return found === undefined ? schema : { ...found, ...schema };
}

/** What rows are to an action: the one origin, the point, an address, a list of all; null where it takes none. */
export function shapeOf({ id, rows }: Action, members: object): 'origins' | 'point' | 'query' | 'table' | null {
  if (rows === 'together') return 'table';
  if ('origins' in members) return 'origins';
  if ('lat' in members) return 'point';
  return 'query' in members && id.startsWith('search.') && id !== 'search.brands' ? 'query' : null;
}
