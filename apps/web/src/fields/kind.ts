import { takesPolygon } from './polygon.ts';
import { choicesOf, isOfType, listOf, type Schema } from './schema.ts';

/** Actions that list the values of a field; its description names them. */
const SOURCES = ['markets.sectors', 'search.brands', 'areas.list'] as const;
export type Source = (typeof SOURCES)[number];

/** What a field asks for. Each kind has a control (fieldView.tsx). */
export type Kind =
  | 'place'
  | 'places'
  | 'limits'
  | 'pick'
  | 'picks'
  | 'choice'
  | 'choices'
  | 'number'
  | 'flag'
  | 'day'
  | 'polygon'
  | 'ownData'
  | 'model'
  | 'closing'
  | 'text'
  | 'texts'
  | 'group'
  | 'json';

/** The action that lists the values of a field; null where none does. */
export function sourceOf(schema: Schema): Source | null {
  const said = `${schema.description ?? ''} ${listOf(schema)?.items?.description ?? ''}`;
  return SOURCES.find((source) => said.includes(source)) ?? null;
}

/** The kind of a field, from the shape of its values and the action that its description names. */
export function kindOf(schema: Schema): Kind {
  const list = listOf(schema);
  if (list?.items !== undefined) {
    const { items } = list;
    if (isPlace(items)) return 'places';
    if (sourceOf(schema) !== null) return 'picks';
    if (valuesOf(items) !== null) return 'choices';
    if (items.type === 'integer') return 'limits';
    return isOfType(items, 'string') ? 'texts' : 'json';
  }
  if (isPlace(schema)) return 'place';
  if (choicesOf(schema).some(({ properties }) => properties?.dataset && properties.columns)) return 'ownData';
  if (choicesOf(schema).some(({ properties }) => properties?.analysis)) return 'model';
  if (takesPolygon(schema)) return 'polygon';
  if (valuesOf(schema) !== null) return 'choice';
  if (choicesOf(schema).some(({ format }) => format === 'date')) return 'day';
  if (isOfType(schema, 'boolean')) return 'flag';
  if (isOfType(schema, 'number') || isOfType(schema, 'integer')) return 'number';
  if (isOfType(schema, 'string')) return sourceOf(schema) === null ? 'text' : 'pick';
  if (schema.properties?.sectorCode !== undefined && schema.properties.sales !== undefined) return 'closing';
  const members = Object.values(schema.properties ?? {});
  return members.length > 0 && members.every((one) => !isOfType(one, 'array')) ? 'group' : 'json';
}

const isPlace = ({ properties }: Schema): boolean => properties?.lat !== undefined && properties.lng !== undefined;

/** Most numbers of a range that are offered one by one. */
const RANGE_MAX = 20;

/** The values that a schema allows, where they can be counted; null otherwise. */
export function valuesOf(schema: Schema): readonly (string | number)[] | null {
  const values: (string | number)[] = [];
  for (const { type, enum: listed, const: only, minimum, maximum } of choicesOf(schema)) {
    if (listed !== undefined) values.push(...listed);
    else if (typeof only === 'string' || typeof only === 'number') values.push(only);
    else if (schema.anyOf !== undefined && type === 'integer' && maximum! - minimum! < RANGE_MAX)
      values.push(...Array.from({ length: maximum! - minimum! + 1 }, (_, i) => minimum! + i));
    else return null;
  }
  return values;
}
