import type { Action } from '@hinterland/actions';
import { credits, quoteAnswer } from '@hinterland/contract';
import { z } from 'zod';
import { spenderOf } from '../credits/spender.ts';
import { creditSummary } from '../credits/summary.ts';
import { invalidFields } from '../json.ts';
import { quote } from '../runs/quote.ts';
import { fieldErrors } from '../schema.ts';
import { callOf } from './action-tools.ts';
import { type Conduct, READS, type ToolListing } from './tool.ts';
import type { Visit } from './visit.ts';

interface ServiceTool extends ToolListing {
  call(visit: Visit, input: Record<string, unknown>, conduct: Conduct): Promise<object>;
}

/** Tools beside the actions: what an agent needs around them. All of them read. */
export function serviceTools(actions: readonly Action[]): readonly ServiceTool[] {
  const quoteInput = z.object({
    actionId: z.enum(actions.map(({ id }) => id)).describe('Name of the tool'),
    input: z.record(z.string(), z.unknown()).default({}).describe('The arguments that the tool would be called with'),
  });
  return [
    tool({
      name: 'actions.quote',
      title: 'Price of a call',
      description: 'The exact price of a tool call, line by line. Charges and holds nothing. Free.',
      input: quoteInput,
      output: quoteAnswer,
      call: (visit, { actionId, input }, conduct) => {
        const { analysisId: _, ...body } = input;
        return quote(visit.parts, callOf(visit, actionId, body, conduct));
      },
    }),
    tool({
      name: 'account.credits',
      title: 'Credits left',
      description: "The organization's balance, and this month's limits and use. Free.",
      input: z.object({}),
      output: credits,
      call: async ({ parts, caller }) => (await creditSummary(parts.db, parts.clock, spenderOf(caller))).credits,
    }),
  ];
}

interface Definition<I> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType;
  call(visit: Visit, input: I, conduct: Conduct): Promise<object>;
}

/** Declares a tool once: schemas for the list, and the check of its arguments. */
function tool<I>({ name, title, description, input, output, call }: Definition<I>): ServiceTool {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as ToolListing['inputSchema'],
    outputSchema: z.toJSONSchema(output, { io: 'input' }) as ToolListing['outputSchema'],
    annotations: READS,
    async call(visit, sent, conduct) {
      const parsed = input.safeParse(sent);
      if (!parsed.success) throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue)));
      return call(visit, parsed.data, conduct);
    },
  };
}
