import type { Source } from '@hinterland/territory';
import type { UnitMap } from '../../census/unitMap.ts';

/** Counts the residents in the map by the source of their unit; units of which nobody says it, and withheld ones, count nowhere. */
export function peopleBySource(
  units: Pick<UnitMap, 'residents' | 'source'>,
  insideShare: Float64Array,
  kept: readonly number[],
): ReadonlyMap<string, number> {
  const people = new Map<string, number>();
  for (const unit of kept) {
    const source = units.source(unit);
    const residents = units.residents[unit]! * insideShare[unit]!;
    if (source !== undefined && residents > 0) people.set(source, (people.get(source) ?? 0) + residents);
  }
  return people;
}

/** Says of each source its share of the people, where several count them or one does. */
export function withShares(sources: readonly Source[], people: ReadonlyMap<string, number>): Source[] {
  const all = [...people.values()].reduce((sum, count) => sum + count, 0);
  return sources.map((source) =>
    people.has(source.name) ? { ...source, peopleShare: people.get(source.name)! / all } : source,
  );
}
