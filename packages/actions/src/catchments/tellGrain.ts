import { limitOf, type Said, type Section } from '@hinterland/answers/words';

type Grained = { readonly kind?: string; readonly unitShare?: number | undefined } & Parameters<typeof limitOf>[0];

/** That the widest of the parts which are smaller than the units of the census is one; nothing where none is. */
export function grainSection(parts: readonly Grained[]): readonly Section[] {
  const widest = parts.findLast(({ kind, unitShare }) => kind !== 'band' && unitShare !== undefined);
  if (widest?.unitShare === undefined) return [];
  const limit = limitOf(widest);
  const share = { portion: widest.unitShare };
  const text: Said =
    limit === null
      ? { text: 'grain.area', with: { share } }
      : { text: 'grain.within', with: { share, within: { limit } } };
  return [{ isKept: true, parts: [{ kind: 'text', text }] }];
}
