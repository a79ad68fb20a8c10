import type { Boundary } from '../../inputs/boundaries.ts';
import { osmBoundaries } from '../../osm/boundaries.ts';
import type { SourceContext } from '../../source/context.ts';

/** The administrative areas of a level, each once, also where the territory has several countries. */
export function areasOfMap(level: number, { map, countries }: Pick<SourceContext, 'map' | 'countries'>): Boundary[] {
  const adminLevels = { [level]: { kind: 'statistical', level } } as const;
  return osmBoundaries(map, { countries, adminLevels, postcodes: false });
}
