import { isObject } from '@hinterland/answers';
import type { z } from 'zod';
import { defOf, innerOf, isRowId, ownMark } from './marks.ts';
import { referenceIn } from './reference.ts';

/** Stands for what is left out. */
const LEFT_OUT = Symbol('left out');

/**
 * Returns a value without what its schema marks as its organization's own, references to datasets and models apart. With
 * `withoutRows` rows about places of the caller are left out, too. Members that the schema does not know stay.
 */
export const withoutOwn = (schema: z.ZodType, value: unknown, withoutRows: boolean): unknown =>
  kept(schema, value, withoutRows, true);

function kept(schema: z.ZodType, value: unknown, withoutRows: boolean, isWhole = false): unknown {
  const mark = ownMark(schema);
  if (mark !== undefined) return referenceIn(value) ?? (mark.instead === undefined ? LEFT_OUT : mark.instead(value));
  if (withoutRows && !isWhole && isOfRow(schema)) return LEFT_OUT;
  const inner = innerOf(schema);
  if (inner !== null) return kept(inner, value, withoutRows, isWhole);
  const def = defOf(schema);
  if (def.type === 'array' && Array.isArray(value)) {
    const element = def.element as z.ZodType;
    if (ownMark(element) !== undefined || (withoutRows && isOfRow(element))) return LEFT_OUT;
    return value.map((one) => kept(element, one, withoutRows));
  }
  if (def.type === 'object' && isObject(value)) {
    return members(value, (name) => (def.shape as Readonly<Record<string, z.ZodType>>)[name], withoutRows);
  }
  if (def.type === 'record' && isObject(value)) return members(value, () => def.valueType as z.ZodType, withoutRows);
  if (def.type === 'union') {
    let left = value;
    for (const option of def.options) left = left === LEFT_OUT ? left : kept(option as z.ZodType, left, withoutRows);
    return left;
  }
  return value;
}

function members(
  value: Readonly<Record<string, unknown>>,
  schemaOf: (name: string) => z.ZodType | undefined,
  withoutRows: boolean,
): Record<string, unknown> {
  const left = Object.entries(value).map(([name, one]) => {
    const schema = schemaOf(name);
    return [name, schema === undefined ? one : kept(schema, one, withoutRows)] as const;
  });
  return Object.fromEntries(left.filter(([, one]) => one !== LEFT_OUT));
}

/** Whether values of a schema are rows about places of the caller, or their ids. */
function isOfRow(schema: z.ZodType): boolean {
  if (isRowIdInside(schema)) return true;
  const inner = innerOf(schema);
  if (inner !== null) return isOfRow(inner);
  const def = defOf(schema);
  return def.type === 'object' && Object.values(def.shape as Record<string, z.ZodType>).some(isRowIdInside);
}

function isRowIdInside(schema: z.ZodType): boolean {
  const inner = innerOf(schema);
  return isRowId(schema) || (inner !== null && isRowIdInside(inner));
}
