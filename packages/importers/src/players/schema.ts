import { z } from 'zod';
import { REGISTER_SOURCES } from '../registers/registerSources.ts';
import { file } from '../source/fields.ts';
import { entrySchema } from '../source/kind.ts';
import { STORE_SOURCES } from './storeSources.ts';

/** The part "players" of a recipe. */
export const playersSchema = z.strictObject({
  stores: z.array(entrySchema(STORE_SOURCES)).min(1).describe('Sources of stores, the best first'),
  osm: z
    .union([file, z.array(file).min(1)])
    .optional()
    .describe("Extract that stores of `from: osm` are read from, or several, where it is newer than the map's"),
  registers: z
    .array(entrySchema(REGISTER_SOURCES))
    .default([])
    .describe('Counts of establishments to compare the stores with, before those that are shipped'),
  completeness: z
    .strictObject({
      estimate: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .describe('Share of all stores that the sources hold; null: not known'),
      note: z.string().min(1).describe('How that is known'),
    })
    .optional()
    .describe('How complete the stores are thought to be'),
});
