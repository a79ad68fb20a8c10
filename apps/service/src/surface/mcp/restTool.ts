import type { Action } from '@hinterland/actions';
import { z } from 'zod';
import { ProblemError } from '../../kit/problem.ts';
import { quoted } from '../../kit/quotedText.ts';
import type { ToolServices } from './services.ts';
import { type ServiceTool, tool } from './serviceTools.ts';
import { partOf } from './shorten.ts';
import { isCalled, toolName } from './toolName.ts';

export const REST_ID = 'answers.rest';

/**
 * The tool that gives what answers leave out. It repeats the call without a price: free actions answer again, charged ones only
 * where the same idempotencyKey was charged before, so it never charges.
 */
export function restTool({ actions, runs }: Pick<ToolServices, 'actions' | 'runs'>): ServiceTool {
  const names = actions.map(({ id }) => toolName(id));
  return tool({
    id: REST_ID,
    title: 'Rest of an answer',
    description:
      'What a long answer leaves out: the rest of a list, polygons. Call it with what shortened says. Charges nothing. Free.',
    input: z.object({
      tool: z
        .preprocess((name) => (typeof name === 'string' ? toolName(name) : name), z.enum(names))
        .describe('Name of the tool that was called'),
      input: z
        .record(z.string(), z.unknown())
        .default({})
        .describe('Its arguments, the same as before, with the idempotencyKey that shortened names'),
      part: z.string().max(500).describe('Pointer that shortened names, such as /geojson or /rows/50'),
    }),
    output: z.object({
      pointer: z.string(),
      value: z.unknown().describe('The member, or elements of the list'),
      from: z.int().optional().describe('Place of the first element, from 0'),
      of: z.int().optional().describe('Elements of the whole list'),
      next: z.string().nullable().optional().describe('part of the next call; null at the end of the list'),
    }),
    async call(user, { tool: name, input, part }, conduct) {
      const { id } = actions.find((action) => isCalled(action.id, name)) as Action;
      const { analysisId: _analysis, quotedCredits: _quoted, ...body } = input;
      const { result } = await runs.execute(user.callOf(id, body, conduct));
      const found = partOf(JSON.parse(Buffer.concat(result).toString('utf8')), part);
      if (found !== null) return found as never;
      throw new ProblemError('validation_error', `The answer has no part ${quoted(part)}.`, {
        errors: [
          { pointer: '#/part', detail: `The answer has no part ${quoted(part)}. Take a pointer that shortened names.` },
        ],
      });
    },
  });
}
