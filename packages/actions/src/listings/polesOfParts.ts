import { polesOfArea } from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import { reachedOf, type Subject } from '../subject/subject.ts';

/** A part of a subject with its poles. */
export interface PolesOfPart {
  readonly heading: Subject['parts'][number]['heading'];
  readonly poles: Uint32Array;
  /** Whether the part is made of others: its listings are named with those. */
  readonly isSum: boolean;
}

/** The parts of a subject as poles, in its order. */
export function polesOfParts(territory: Territory, { parts, poles, origin }: Subject): PolesOfPart[] {
  const own =
    origin.kind === 'catchment'
      ? polesOfBands(origin.catchment)
      : origin.kind === 'areas'
        ? origin.rows.map((row) => polesOfArea(territory, row) ?? new Uint32Array(0))
        : [poles];
  let next = 0;
  return parts.map(({ heading }) => {
    const isSum = heading.kind === 'cumulative' || heading.kind === 'total';
    const within = isSum
      ? heading.kind === 'total'
        ? poles
        : next === 1
          ? own[0]!
          : joined(own.slice(0, next))
      : own[next++]!;
    return { heading, poles: within, isSum };
  });
}

function polesOfBands(catchment: Parameters<typeof reachedOf>[0]): Uint32Array[] {
  const { poles, bands } = reachedOf(catchment);
  const counts = new Uint32Array(catchment.bands.length);
  for (const band of bands) counts[band]!++;
  const own = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  bands.forEach((band, i) => {
    own[band]![counts[band]!++] = poles[i]!;
  });
  return own;
}

function joined(sets: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(sets.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const set of sets) {
    all.set(set, start);
    start += set.length;
  }
  return all;
}
