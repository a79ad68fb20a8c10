import { ROLES, SCOPES } from '@hinterland/contract';
import { z } from 'zod';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './passwords.ts';

// What the web routes take. Unknown members are left out, as on the public interface.

const name = z.string().trim().min(1).max(255);
const email = z
  .string()
  .trim()
  .max(254)
  .transform((text) => text.toLowerCase())
  .pipe(z.email());
const newPassword = z.string().min(PASSWORD_MIN_CHARACTERS).max(PASSWORD_MAX_CHARACTERS);
/** One that is only compared: longer than any that exists is wrong, and must not cost more. */
const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);
const token = z.string().min(1).max(2000);
const id = z.int().min(1);

export const signUpBody = z.object({ name, email, password: newPassword });
export const signInBody = z.object({ email, password });
export const emailBody = z.object({ email });
export const tokenBody = z.object({ token });
export const verificationBody = z.object({ token, password });
export const resetBody = z.object({ token, newPassword });
export const passwordBody = z.object({ currentPassword: password, newPassword });
export const nameBody = z.object({ name });
/** The name of what is deleted, typed to be sure. */
export const deletionBody = z.object({ name: z.string().trim().max(255) });
export const organizationChoiceBody = z.object({ organizationId: id });
export const memberBody = z.object({
  role: z.enum(ROLES).optional(),
  billing: z.boolean().optional(),
  teamId: id.nullable().optional(),
});
export const invitationBody = z.object({
  email,
  role: z.enum(ROLES).default('member'),
  teamId: id.nullable().default(null),
});
/** Credits a month; null = no limit. */
const monthlyLimit = z
  .number()
  .min(0)
  .max(1e9)
  .refine((value) => Math.abs(Math.round(value * 1000) - value * 1000) < 1e-3, 'at most three decimals')
  .nullable();
export const limitBody = z.object({ monthlyLimit });
export const keyBody = z.object({
  name,
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).default(['read']),
  monthlyCap: monthlyLimit.default(null),
});
/** Whole credits, as they are sold. */
export const orderBody = z.object({
  credits: z.int().min(1).max(10_000_000),
  reference: z.string().trim().min(1).max(80).nullable().default(null),
});
/** For routes that need nothing but the click. */
export const emptyBody = z.object({});
