import { ImportError } from '@hinterland/importers';
import { z } from 'zod';
import type { Point } from '../geometry/plane.ts';
import { readFeatures } from './features.ts';
import { snapped } from './snapped.ts';

/** A ferry between two piers. */
export interface FerryPlan {
  readonly name: string;
  /** Hours and minutes, "00:35". */
  readonly duration: string;
  /** False for a boat that takes people and bicycles only. */
  readonly cars: boolean;
  /** Pier road or footway, from the street network to the water. */
  readonly fromPier: readonly Point[];
  readonly toPier: readonly Point[];
  /** From the end of one pier to the end of the other. */
  readonly crossing: readonly Point[];
}

const lines = readFeatures(
  'ferries.geojson',
  'LineString',
  z.discriminatedUnion('part', [
    z.strictObject({
      ferry: z.string(),
      part: z.literal('crossing'),
      duration: z.string().regex(/^\d\d:\d\d$/),
      cars: z.boolean(),
    }),
    z.strictObject({ ferry: z.string(), part: z.enum(['fromPier', 'toPier']) }),
  ]),
);

export const FERRIES: readonly FerryPlan[] = lines.flatMap((line) => {
  if (line.part !== 'crossing') return [];
  const { ferry: name, duration, cars } = line;
  const course = (part: 'fromPier' | 'toPier' | 'crossing') => {
    const feature = lines.find((other) => other.ferry === name && other.part === part);
    if (feature === undefined) throw new ImportError(`plan/ferries.geojson: ferry ${name} has no part "${part}"`);
    return feature.points.map(snapped);
  };
  const [fromPier, toPier, crossing] = [course('fromPier'), course('toPier'), course('crossing')];
  for (const [pier, end] of [
    [fromPier, crossing[0]!],
    [toPier, crossing.at(-1)!],
  ] as const) {
    if (pier.at(-1)!.x !== end.x || pier.at(-1)!.y !== end.y)
      throw new ImportError(`plan/ferries.geojson: the crossing of ${name} does not begin and end where its piers end`);
  }
  return [{ name, duration, cars, fromPier, toPier, crossing }];
});
