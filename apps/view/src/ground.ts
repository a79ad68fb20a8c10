import { isObject, type MapView, type Shape } from '@hinterland/answers';

/** What lies behind the data: water, green, roads, names, and who made them. */
export interface Ground {
  readonly shapes: readonly Shape[];
  readonly labels: readonly Shape[];
  readonly attributions: readonly string[];
}

/** Answers to resources/read as clients pass them on. */
export interface Resource {
  readonly contents: readonly object[];
}

/** The address of the ground behind a map. */
export const groundUri = ({ box }: MapView): string => `hinterland://ground/${box.join(',')}`;

/** Reads the ground from a resource; null where it is none. */
export function groundIn({ contents: [first] }: Resource): Ground | null {
  if (first === undefined || !('text' in first)) return null;
  const read: unknown = JSON.parse(String(first.text));
  return isObject(read) && Array.isArray(read.shapes) ? (read as unknown as Ground) : null;
}
