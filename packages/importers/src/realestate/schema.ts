import { z } from 'zod';
import { entrySchema } from '../source/kind.ts';
import { LISTING_SOURCES } from './listingSources.ts';

/** The part "realestate" of a recipe. */
export const realestateSchema = z.strictObject({
  currency: z.string().length(3).describe('ISO 4217; all prices are in it'),
  listings: z.array(entrySchema(LISTING_SOURCES)).min(1).describe('Listings and sales'),
});
