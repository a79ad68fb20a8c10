import { z } from 'zod';
import { versionSummary } from './analyses.ts';
import { LIMITS } from './limits.ts';
import { rowFault } from './rowFaults.ts';
import { saidMembers } from './said.ts';
import { SCOPES } from './scopes.ts';

const jsonSchema = z.record(z.string(), z.unknown());

/** Price rule of an action; null for free actions. */
export const pricing = z
  .object({
    model: z.enum(['per_item', 'per_unit', 'flat']).describe('The quantity that multiplies the price'),
    unit: z.string().describe('The unit, such as topic or call'),
    credits: z.number().nonnegative().nullable().describe('Credits per unit; null if the price is a sum, see `parts`'),
    parts: z
      .array(
        z.object({
          name: z.string().describe('Name of the part, such as people'),
          tariff: z.string().describe('Tariff code of its quote line'),
          unit: z.string().describe('The unit of that tariff, such as topic'),
          credits: z.number().nonnegative().describe('Credits per unit'),
          quantity: z.number().nullable().describe('Units in the part; null if they depend on the call'),
        }),
      )
      .optional()
      .describe('Parts that the price of one unit is the sum of; only if `credits` is null'),
  })
  .describe('Price rule of an action')
  .meta({ id: 'Pricing' });

/** One item of GET /api/v1/actions. */
export const actionDescriptor = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    tariff: z.string().nullable().describe('Tariff code; null for free actions'),
    pricing: pricing.nullable(),
    charged: z.boolean().describe('Whether an execution costs credits'),
    scope: z.enum(SCOPES).describe('Scope that an execution needs; quotes need read'),
    inputSchema: jsonSchema.describe('JSON Schema (2020-12) of the request body'),
    outputSchema: jsonSchema.describe('JSON Schema (2020-12) of `result`'),
    example: z.record(z.string(), z.unknown()).describe('Input of a call that works on the demo territory'),
    background: z.boolean().describe('Whether the action runs as a background job'),
  })
  .describe('Input, output and price of an action')
  .meta({ id: 'ActionDescriptor' });
export type ActionDescriptor = z.infer<typeof actionDescriptor>;

/** Answer of GET /api/v1/actions. */
export const actionList = z
  .object({ data: z.array(actionDescriptor) })
  .describe('Every action of the service')
  .meta({ id: 'ActionList' });

export const warning = z
  .object({
    pointer: z.string().describe('JSON pointer into the request body, such as #/origin'),
    detail: z.string(),
    said: saidMembers,
    rows: z
      .array(rowFault)
      .optional()
      .describe('Of a dataset: rows that do not count or may be the same, the first 500'),
  })
  .describe('A member of the request that had no effect, or how the cells of its dataset were understood')
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warning>;

/** Members of answers that say what was paid, see `x-figure` in docs/contract.md. */
const CREDITS = { 'x-figure': { unit: 'credits', role: 'aside' } };

export const quoteLine = z
  .object({
    tariff: z.string(),
    label: z.string(),
    said: saidMembers,
    unit: z.string(),
    quantity: z
      .number()
      .nonnegative()
      .meta({ 'x-figure': { unit: 'count', role: 'aside' } }),
    unitCredits: z.number().nonnegative().meta(CREDITS),
    credits: z.number().nonnegative().describe('quantity x unitCredits').meta(CREDITS),
  })
  .describe('One priced part')
  .meta({ id: 'QuoteLine' });

export const quote = z
  .object({
    totalCredits: z.number().nonnegative().describe('Sum of the lines').meta(CREDITS),
    lines: z.array(quoteLine),
  })
  .describe('The lines of the price')
  .meta({ id: 'PriceLines' });
export type QuoteBody = z.infer<typeof quote>;

export const skippedSection = z
  .object({
    section: z.string().describe('Name of the section'),
    reason: z.string().describe('Code of the reason: no_data or no_brands'),
    detail: z.string().describe('The reason in words'),
    said: saidMembers,
  })
  .describe('A section that was requested but left out; it is not charged')
  .meta({ id: 'SkippedSection' });
export type SkippedSection = z.infer<typeof skippedSection>;

/** Answer of POST /api/v1/actions/{actionId}/quote. */
export const quoteAnswer = z
  .object({
    actionId: z.string(),
    quotedCredits: z.int().nonnegative().describe('The total, rounded up; execute repeats it'),
    quote,
    polesInvolved: z.int().nonnegative().optional().describe('Address poles in the territory of the call'),
    sampledPoints: z
      .int()
      .nonnegative()
      .optional()
      .describe('For a batch: number of points that the estimate was made from'),
    skipped: z
      .array(skippedSection)
      .optional()
      .describe('For a call made of sections: sections without data or input, which cost nothing'),
    warnings: z.array(warning),
  })
  .describe('The price of a call, before it runs')
  .meta({ id: 'Quote' });
export type QuoteAnswer = z.infer<typeof quoteAnswer>;

/** Members that a body may have in addition to the action's input; the last two are for charged actions. */
export const runOptions = {
  territory: z
    .string()
    .min(1)
    .optional()
    .describe('Id of the territory. Needed if several are installed and the input does not determine one'),
  quotedCredits: z
    .int()
    .nonnegative()
    .optional()
    .describe('Required on execute of a charged action: the quotedCredits of the current quote'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(LIMITS.idempotencyKeyCharacters)
    .optional()
    .describe('The same key never charges the organization twice. A repeated call is computed again'),
} as const;

/** Members that the result of a charged run has in addition to the action's own. */
export const chargeShown = {
  charged: z
    .literal(true)
    .describe('The run was charged')
    .meta({ 'x-figure': { role: 'aside' } }),
  creditsCharged: z.number().nonnegative().describe('Credits charged, at most the quoted ones').meta(CREDITS),
} as const;

/** Answer of POST /api/v1/actions/{actionId}/execute; `result` is the action's own, see its outputSchema. */
export const executeAnswer = z
  .object({
    actionId: z.string(),
    result: z.record(z.string(), z.unknown()).describe("The action's result, see its outputSchema"),
    quotedCredits: z.int().nonnegative().optional().describe('For a charged run: credits that were quoted and held'),
    idempotencyKey: z.string().optional().describe('Idempotency key of the run'),
    replayed: z
      .literal(true)
      .optional()
      .describe(
        'The key had been charged before: the run was computed again and charged nothing; creditsCharged is the first charge',
      ),
    version: versionSummary
      .optional()
      .describe('The version that the run was stored as; absent if the run was not bound to an analysis of yours'),
    warnings: z.array(warning),
  })
  .describe('The result of a run')
  .meta({ id: 'Execute' });
export type ExecuteAnswer = z.infer<typeof executeAnswer>;
