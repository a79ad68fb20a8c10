import { z } from 'zod';

/** Every setting was read; the message lists all that are wrong. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Some settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** A whole number within bounds; `what` completes "must be". */
export const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be ${what}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be ${what}`);

/** Whole numbers within bounds, separated by commas. */
export const wholeNumbers = (min: number, max: number, what: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine(
      (all) => all.every((one) => /^\d{1,6}$/.test(one) && Number(one) >= min && Number(one) <= max),
      `must be ${what}, separated by commas`,
    )
    .transform((all) => all.map(Number));

/** An address of the web without query, fragment and slashes at its end. */
export const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an address such as ${example}` })
    .refine((value) => !/[?#]/.test(value), 'must not have a query or fragment')
    .transform((value) => value.replace(/\/+$/, ''));
