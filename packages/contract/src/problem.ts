import { z } from 'zod';
import { quote } from './actions.ts';
import { person } from './analyses.ts';
import { instant } from './instant.ts';
import { BLOCKED_BY, type ProblemCode, problems } from './problems.ts';
import { rowFault } from './rowFaults.ts';
import { saidMembers } from './said.ts';
import { SCOPES } from './scopes.ts';

const CODES = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

export const fieldError = z
  .object({
    pointer: z.string().describe('JSON pointer into the request body, such as #/origins/0/lat'),
    detail: z.string(),
    said: saidMembers,
    rows: z.array(rowFault).optional().describe('Of a dataset: all faults of its rows, the first 500'),
  })
  .describe('A fault of one field')
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof fieldError>;

/** Every error body: RFC 9457 problem details with a stable `error` code. */
export const problem = z
  .object({
    type: z.string().describe('Address of the page about this error'),
    title: z.string().describe('Title; the same for every problem with this code'),
    status: z.int().describe('The HTTP status'),
    detail: z.string().describe('The cause this time, and what to do'),
    instance: z.string().describe('urn:request: and the X-Request-Id of the answer'),
    error: z.enum(CODES).describe('Stable code'),
    said: saidMembers,
    errors: z.array(fieldError).optional().describe('validation_error: the faults by field'),
    quotedCredits: z.int().nonnegative().optional().describe('quote_required, quote_changed: the current price'),
    quote: quote.optional().describe('quote_required, quote_changed: the current quote'),
    blockedBy: z.enum(BLOCKED_BY).optional().describe('insufficient_credits: the first limit that would be exceeded'),
    blockedByAll: z
      .array(z.enum(BLOCKED_BY))
      .optional()
      .describe('insufficient_credits: every limit that would be exceeded'),
    requiredCredits: z.number().optional().describe('insufficient_credits: credits that the run would hold'),
    availableCredits: z.number().optional().describe('insufficient_credits: balance minus credits held'),
    limit: z.number().optional().describe('The limit that would be exceeded: credits a month, or poles'),
    used: z
      .number()
      .optional()
      .describe('insufficient_credits: credits that count against the limit, held ones included'),
    resetsAt: instant.optional().describe('insufficient_credits: when the limit is reset'),
    requiredScope: z.enum(SCOPES).optional().describe('insufficient_scope: the scope that is missing'),
    policy: z
      .string()
      .optional()
      .describe('The limit that was reached, such as requests, charged, waiting_calls or open_jobs'),
    maximum: z.int().optional().describe('Value of the limit that was reached'),
    present: z.int().optional().describe('Present use of the limit that was reached'),
    retryAfter: z.int().optional().describe('Seconds to wait, as in the header Retry-After'),
    poles: z.number().optional().describe('territory_too_large: address poles of the call'),
    serviceDays: z
      .array(z.object({ first: z.string().describe('YYYY-MM-DD'), last: z.string().describe('YYYY-MM-DD') }))
      .optional()
      .describe('no_service: days on which trips run, as periods without a gap, the earliest ten'),
    revision: z.int().optional().describe('state_changed: number of the state that is stored'),
    savedBy: person.optional().describe('state_changed: who saved it'),
    savedAt: instant.optional().describe('state_changed: when it was saved'),
    reason: z.string().optional().describe('result_not_available: why the point has no result'),
  })
  .describe('RFC 9457 problem details')
  .meta({ id: 'Problem' });
export type ProblemBody = z.infer<typeof problem>;
