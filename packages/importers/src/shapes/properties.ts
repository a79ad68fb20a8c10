import { type KeySteps, keyText } from '../tables/keyText.ts';
import { columnIndex, type RowCondition } from '../tables/mappedRow.ts';
import { valueAt } from '../tables/valueAt.ts';

/** Text of a feature's property, mended as the recipe says. Throws ImportError with the properties that there are. */
export function propertyText(
  properties: Readonly<Record<string, unknown>>,
  key: { readonly column: string } & KeySteps,
  label: string,
): string {
  const isThere = key.column.split('.')[0]! in properties || key.column in properties;
  if (!isThere) columnIndex(label, Object.keys(properties), key.column);
  return keyText(String(propertyAt(properties, key.column) ?? ''), key);
}

/** Value of a property; one within others goes by its path, as Overture's "names.primary". */
function propertyAt(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  return name in properties ? properties[name] : valueAt(properties, name.split('.'));
}

/** Whether a feature has what the recipe asks for; undefined where it asks for nothing. */
export function rowMatches(
  where: readonly RowCondition[] | undefined,
): ((properties: Readonly<Record<string, unknown>>) => boolean) | undefined {
  return where === undefined
    ? undefined
    : (properties) =>
        where.every(
          ({ column, equals, not }) =>
            equals.includes(String(propertyAt(properties, column) ?? '').trim()) !== (not ?? false),
        );
}
