import { z } from 'zod';
import type { Boundary } from '../inputs/boundaries.ts';
import type { SourceContext } from '../source/context.ts';
import { areaKind, areaLevel, localType } from '../source/fields.ts';
import { sourceKind } from '../source/kind.ts';
import { country, countryOf } from './country.ts';

export const wholeMap = sourceKind({
  from: 'whole-map',
  says: 'An area that holds the whole map and whose outline is not known',
  schema: {
    level: areaLevel,
    kind: areaKind,
    localType,
    country,
    code: z.string().min(1).describe('Its code'),
    name: z.string().min(1).describe('Its name'),
  },
  open: async ({ code, name, kind, level, localType, ...entry }, { countries }: SourceContext): Promise<Boundary[]> => [
    { code, name, country: countryOf(entry, countries), kind, level, localType, polygon: [], cut: true },
  ],
});
