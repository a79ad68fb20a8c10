import { limitOf } from './limit.ts';
import type { Said } from './words/said.ts';

type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Returns the names of the parts that a result, or a section of it, has figures for, by their ids: bands, all within a
 * limit, the areas around.
 */
export function partNames(result: Members): ReadonlyMap<string, Said> {
  const names = new Map<string, Said>();
  for (const part of objectsIn(result.parts)) {
    const { id, kind, name } = part;
    const limit = limitOf(part);
    const named = typeof name === 'string' && name !== '' ? name : String(id);
    if (limit !== null) names.set(String(id), { part: kind === 'band' ? 'band' : 'within', limit });
    else if (kind === 'total' || kind === 'polygon')
      names.set(String(id), { field: kind === 'total' ? kind : 'drawnArea' });
    else names.set(String(id), named);
  }
  for (const { level, name } of [...objectsIn(result.benchmarks), ...objectsIn(result.references)]) {
    if (typeof level === 'string') names.set(level, typeof name === 'string' && name !== '' ? name : { code: level });
  }
  return names;
}

/** Levels of areas by which figures are compared. */
export const LEVELS: ReadonlySet<string> = new Set(['local_government_area', 'state', 'country']);

/** A part between two limits, beside the parts that count everything within one. */
export const isRing = (id: string): boolean => /^band_\d+$/.test(id);

/** Of a result with rings and wholes, the wholes are what people read. */
export const readParts = (ids: readonly string[]): readonly string[] =>
  ids.some((id) => /^cumulative_\d+$/.test(id)) ? ids.filter((id) => !isRing(id)) : ids;

/** The whole area asked about: the widest limit, or all areas together. */
export const wholeOf = <P extends { readonly kind?: unknown }>(parts: readonly P[]): P | undefined =>
  parts.findLast(({ kind }) => kind !== 'band') ?? parts.at(-1);

/** Its name: "within 10 min", an area, a drawn area. */
export function wholeName(parts: readonly { readonly id: string; readonly kind?: unknown }[]): Said {
  const id = wholeOf(parts)?.id ?? '';
  return partNames({ parts }).get(id) ?? id;
}

/** The parts that are not rings: within each limit, or each area. */
export const wholesOf = <P extends { readonly kind?: unknown }>(parts: readonly P[]): readonly P[] => {
  const found = parts.filter(({ kind }) => kind !== 'band');
  return found.length > 0 ? found : parts;
};
