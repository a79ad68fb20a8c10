import { z } from 'zod';

/** More than any batch can cost; keeps sums exact. */
const MAX_CREDITS = 1e9;

/** The member maxCredits of a background action whose real cost is known only when it is done. */
export const capField = (description: string) =>
  z
    .number({ error: 'maxCredits must be a number of credits, 0 or more.' })
    .min(0)
    .max(MAX_CREDITS)
    .optional()
    .describe(description);
