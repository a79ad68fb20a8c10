import { z } from 'zod';

// Fields that bodies of several modules have. Unknown members are left out, as everywhere.

export const name = z.string().trim().min(1).max(255);
export const nameBody = z.object({ name });

/** In lower case. */
export const email = z
  .string()
  .trim()
  .max(254)
  .transform((text) => text.toLowerCase())
  .pipe(z.email());

/** Number of a row. */
export const id = z.int().min(1);

/** Credits a month, with at most three decimals; null = no limit. */
export const monthlyLimit = z
  .number()
  .min(0)
  .max(1e9)
  .refine((value) => Math.abs(Math.round(value * 1000) - value * 1000) < 1e-3, 'at most three decimals')
  .nullable();
export const limitBody = z.object({ monthlyLimit });

// Answers that several modules give.

export const namedRow = z.object({ id, name: z.string() }).meta({ id: 'NamedRow' });
export const deletedRow = z.object({ id, deleted: z.literal(true) }).meta({ id: 'DeletedRow' });
export const limitedRow = z.object({ id, monthlyLimit: z.number().nullable() }).meta({ id: 'LimitedRow' });
export const rowId = z.object({ id });

/** A token from a link in a mail. */
export const token = z.string().min(1).max(2000);

/** Of routes that need nothing but the click. */
export const emptyBody = z.object({});
