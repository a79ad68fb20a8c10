import { type KeySteps, keyText } from '../tables/keyText.ts';
import { columnIndex, type RowCondition } from '../tables/mappedRow.ts';

/** Text of a feature's property, mended as the recipe says. Throws ImportError with the properties that there are. */
export function propertyText(
  properties: Readonly<Record<string, unknown>>,
  key: { readonly column: string } & KeySteps,
  label: string,
): string {
  if (!(key.column in properties)) columnIndex(label, Object.keys(properties), key.column);
  return keyText(String(properties[key.column] ?? ''), key);
}

/** Whether a feature has what the recipe asks for; undefined where it asks for nothing. */
export function rowMatches(
  where: readonly RowCondition[] | undefined,
): ((properties: Readonly<Record<string, unknown>>) => boolean) | undefined {
  return where === undefined
    ? undefined
    : (properties) =>
        where.every(
          ({ column, equals, not }) => equals.includes(String(properties[column] ?? '').trim()) !== (not ?? false),
        );
}
