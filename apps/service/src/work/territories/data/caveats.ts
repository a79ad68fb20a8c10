import type { RoughReason } from '@hinterland/answers/words';
import type { FamilyDescriptor, Territory } from '@hinterland/territory';

/** What weakens the figures of a territory. */
export interface Caveats {
  /** Names of the sources of residents where these are those of a model; empty where a census counted them. */
  readonly modelledBy: readonly string[];
  /** What is rough about the data, one sentence each. */
  readonly rough: readonly string[];
  /** The same by code, in the same order; empty where the bundle is of an earlier release. */
  readonly roughReasons: readonly RoughReason[];
}

/** Whether residents were put into cells by a model rather than counted there by a census. */
export const isModelled = ({ topics }: Pick<FamilyDescriptor, 'topics'>): boolean =>
  topics?.some(({ code, comparability }) => code === 'residents' && comparability === 'modelled') ?? false;

/** Returns the caveats of an answer that was computed on these families of a territory. */
export function caveatsOf(
  { manifest, descriptors }: Pick<Territory, 'manifest' | 'descriptors'>,
  families: readonly string[],
): Caveats {
  const people = families.includes('sociodemo') ? descriptors.sociodemo : undefined;
  const names = people !== undefined && isModelled(people) ? people.sources.map(({ name }) => name) : [];
  return { modelledBy: [...new Set(names)], rough: manifest.rough ?? [], roughReasons: manifest.roughReasons ?? [] };
}
