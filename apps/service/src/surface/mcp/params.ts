import { z } from 'zod';
import { fieldErrors, sentence } from '../../kit/schema.ts';

const cursor = z.string({ error: 'cursor must be a text.' }).optional();
const name = z.string({ error: 'name must be a text.' });
const list = z.object({ cursor }).optional();

/** Parameters of the methods that are answered here. The protocol's library checks the rest of a message. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  'tools/list': list,
  'tools/call': z.object({
    name,
    arguments: z.record(z.string(), z.unknown(), { error: 'arguments must be an object.' }).optional(),
  }),
  'prompts/list': list,
  'prompts/get': z.object({
    name,
    arguments: z
      .record(z.string(), z.string({ error: 'Arguments of prompts are texts.' }), {
        error: 'arguments must be an object of texts.',
      })
      .optional(),
  }),
  'resources/list': list,
  'resources/templates/list': list,
  'resources/read': z.object({ uri: z.string({ error: 'uri must be a text.' }) }),
};

const request = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** A JSON-RPC error for parameters of a wrong type: the library would answer with the dump of its own check. */
export function paramsError(message: unknown) {
  const parsed = request.safeParse(message);
  if (!parsed.success) return null;
  const { id, method, params } = parsed.data;
  const checked = PARAMS[method]?.safeParse(params ?? (method.endsWith('list') ? undefined : {}), { error: sentence });
  const issue = checked?.error?.issues[0];
  if (issue === undefined) return null;
  const [{ pointer, detail }] = fieldErrors(issue, '#/params') as [ReturnType<typeof fieldErrors>[number]];
  return { jsonrpc: '2.0', id, error: { code: -32602, message: `${pointer}: ${detail}` } } as const;
}
