import { z } from 'zod';
import type { PoleSource } from '../inputs/poles.ts';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';

export const streets = sourceKind({
  from: 'streets',
  says: 'Points along residential streets, where nothing better is known',
  schema: { spacingMeters: z.number().min(10).max(1000).default(50).describe('Distance between two points') },
  open: ({ spacingMeters }, _: SourceContext): PoleSource => ({ kind: 'street', spacingMeters }),
});
