import type { Action } from '@hinterland/actions';
import { credits, job, jobResults, LIMITS, quoteAnswer } from '@hinterland/contract';
import { z } from 'zod';
import { inlineSchema } from '../../kit/http/inlineSchema.ts';
import { invalidFields } from '../../kit/json.ts';
import { fieldErrors, sentence } from '../../kit/schema.ts';
import { requireScope } from '../../kit/who.ts';
import type { ToolServices } from './services.ts';
import { type Conduct, READS, type Schema, STOPS, type ToolDescription, type ToolUser } from './tool.ts';
import { isCalled, toolName } from './toolName.ts';

export interface ServiceTool extends ToolDescription {
  call(user: ToolUser, input: Record<string, unknown>, conduct: Conduct): Promise<object>;
}

const jobId = z.string().describe('jobId of the call that started it');

/** Tools that are no actions, for quotes, jobs and credits. None of them charges. An organization's own server has those of jobs alone. */
export function serviceTools(
  services: Pick<ToolServices, 'actions' | 'runs' | 'jobs' | 'credits' | 'house'>,
): readonly ServiceTool[] {
  const { actions, runs, jobs } = services;
  const names = actions.map(({ id }) => toolName(id));
  const quoteInput = z.object({
    // Ids are taken like names.
    actionId: z
      .preprocess((name) => (typeof name === 'string' ? toolName(name) : name), z.enum(names))
      .describe('Name of the tool'),
    input: z.record(z.string(), z.unknown()).default({}).describe('Arguments of the tool call'),
  });
  const all = [
    tool({
      id: 'actions.quote',
      title: 'Price of a call',
      description: 'The exact price of a tool call, line by line. Charges and holds nothing. Free.',
      input: quoteInput,
      output: quoteAnswer,
      call: (user, { actionId, input }, conduct) => {
        const { analysisId: _, ...body } = input;
        const { id } = actions.find((action) => isCalled(action.id, actionId)) as Action;
        return runs.quote(user.callOf(id, body, conduct));
      },
    }),
    tool({
      id: 'jobs.get',
      title: 'Background job',
      description: 'Progress and outcome of a background job. Ask again after some seconds while it runs. Free.',
      input: z.object({ jobId }),
      output: job,
      call: ({ caller }, input) => jobs.read(caller, input.jobId),
    }),
    tool({
      id: 'jobs.results',
      title: 'Results of a background job',
      description: 'One row per point of a job, in the order of its input, also while it runs. Free.',
      input: z.object({
        jobId,
        offset: z.int().min(0).max(1_000_000).default(0).describe('Rows to skip'),
        limit: z
          .int()
          .min(1)
          .max(LIMITS.jobResultsPageMax)
          .default(LIMITS.jobResultsPageDefault)
          .describe('Rows to return, at most'),
      }),
      output: jobResults,
      call: ({ caller }, { jobId, ...page }) => jobs.results(caller, jobId, page),
    }),
    tool({
      id: 'jobs.stop',
      title: 'Stop a background job',
      description:
        'Stops one of your jobs: finished points stay finished and charged, the rest is skipped. Free; needs run.',
      input: z.object({ jobId }),
      output: job,
      annotations: STOPS,
      call: async ({ caller }, input) => {
        if (caller.key !== null) requireScope(caller.key, 'run');
        return jobs.stop(caller, input.jobId);
      },
    }),
    tool({
      id: 'account.credits',
      title: 'Credits left',
      description: "The organization's balance, and this month's limits and use. Free.",
      input: z.object({}),
      output: credits,
      call: ({ caller }) => services.credits(caller),
    }),
  ];
  return services.house ? all.filter(({ id }) => id.startsWith('jobs.')) : all;
}

interface Definition<I> {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType;
  readonly annotations?: ToolDescription['annotations'];
  call(user: ToolUser, input: I, conduct: Conduct): Promise<object>;
}

/** Declares a tool once: schemas for the list, and the check of its arguments. */
export function tool<I>({
  id,
  title,
  description,
  input,
  output,
  annotations = READS,
  call,
}: Definition<I>): ServiceTool {
  return {
    id,
    title,
    description,
    inputSchema: inlineSchema(z.toJSONSchema(input, { io: 'input' })) as Schema,
    outputSchema: inlineSchema(z.toJSONSchema(output, { io: 'input' })) as Schema,
    annotations,
    async call(user, sent, conduct) {
      const parsed = input.safeParse(sent, { error: sentence });
      if (!parsed.success) throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue)));
      return call(user, parsed.data, conduct);
    },
  };
}
