import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

export interface Ran {
  readonly quotedCredits: number;
  readonly creditsTaken: number;
  readonly result: unknown;
}

/** Runs an action at the price that it is told, and answers what it found and what it took from the account. */
export interface Channel {
  run(id: string, input: object): Promise<Ran>;
}

/** Characters of an answer that clients hand to their models. */
const MODEL_CHARACTERS = 62_000;

/** As a tool of /mcp. What answers leave out for models is put back from answers_rest, which charges nothing. */
export async function overMcp(
  url: string,
  apiKey: string,
): Promise<Channel & { readonly tools: readonly string[]; close(): Promise<void> }> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const { tools } = await client.listTools();
  const answerOf = async (name: string, input: object): Promise<any> => {
    const answer = await client.callTool({ name, arguments: input as Record<string, unknown> });
    const { text } = answer.content[0] as { text: string };
    if (name !== 'answers_rest') expect([name, text.length <= MODEL_CHARACTERS]).toEqual([name, true]);
    return { said: answer.isError ? JSON.parse(text) : answer.structuredContent, key: answer._meta?.idempotencyKey };
  };
  const call = async (name: string, input: object): Promise<any> => (await answerOf(name, input)).said;
  const whole = async (tool: string, input: object): Promise<any> => {
    const { said, key } = await answerOf(tool, input);
    const { shortened, ...answer } = said;
    for (const { pointer, shown } of shortened?.leftOut ?? []) {
      const steps = (pointer as string).split('/').slice(1);
      const last = steps.pop() as string;
      const holder = steps.reduce((value, step) => value[step], answer);
      let part: string | null = shown === undefined ? pointer : `${pointer}/${shown}`;
      while (part !== null) {
        const rest = await call('answers_rest', { tool, input: { ...input, idempotencyKey: key }, part });
        if (shown === undefined) holder[last] = rest.value;
        else holder[last].push(...rest.value);
        part = rest.next ?? null;
      }
    }
    return answer;
  };
  const balance = async () => (await call('account_credits', {})).balance;
  return {
    tools: tools.map(({ name }) => name),
    close: () => client.close(),
    async run(id, input) {
      const name = id.replaceAll('.', '_');
      const before = await balance();
      let quotedCredits = 0;
      let result = await whole(name, input);
      if (result.error !== undefined) {
        expect(result).toMatchObject({ error: 'quote_required' });
        ({ quotedCredits } = result);
        result = await whole(name, { ...input, quotedCredits });
      }
      if (result.jobId === undefined) return { quotedCredits, creditsTaken: before - (await balance()), result };
      const { jobId, ...estimate } = result;
      while ((await call('jobs_get', { jobId })).finishedAt === null) await new Promise((go) => setTimeout(go, 200));
      const { data: rows } = await call('jobs_results', { jobId });
      return { quotedCredits, creditsTaken: before - (await balance()), result: { estimate, rows } };
    },
  };
}
