import { z } from 'zod';

const shown = {
  id: z.string().describe('Names the example in addresses and texts'),
  actionId: z.string(),
  title: z.string().describe('The question that it answers'),
  territory: z.string().describe('Id of its territory'),
  input: z.record(z.string(), z.unknown()).describe('Body of a quote or an execution'),
  quotedCredits: z.int().nonnegative().describe('What the same call costs around a place of your own'),
};

const shownExample = z.object(shown).describe('An example of what can be asked').meta({ id: 'ShownExample' });
export type ShownExample = z.infer<typeof shownExample>;

export const exampleList = z.object({ data: z.array(shownExample) }).describe('Examples of a territory');

export const workedExample = z
  .object({ ...shown, result: z.record(z.string(), z.unknown()).describe("The action's result, uncharged") })
  .describe('An example with its answer')
  .meta({ id: 'WorkedExample' });
export type WorkedExample = z.infer<typeof workedExample>;
