import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { CLIENTS, type Connected } from '../../testing/mcpClients.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

const text = (answer: { content: { text: string }[] }) => JSON.parse((answer.content[0] as { text: string }).text);

describeOnBoth('tool server', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  const db = () => database().db;
  const balance = async () => (await accountState(db(), ann.spender.organizationId)).balance;
  const connected: Connected[] = [];

  beforeAll(async () => {
    service = await startTestService(database(), { runSeconds: 5 });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await makeAccount(db(), { credits: 100 });
  });
  afterEach(async () => {
    for (const client of connected.splice(0)) await client.close();
    expect(await findViolations(db())).toEqual([]);
  });

  const connect = async (which: keyof typeof CLIENTS, key = ann.secret, headers: Record<string, string> = {}) => {
    const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } };
    const client = await CLIENTS[which](new URL(`${service.url}/mcp`), requestInit);
    connected.push(client);
    return client;
  };
  const STATELESS = 'client of the second generation, stateless';

  describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s', (which) => {
    it('S3 M7-M10 M15 lists every action under its name, with arguments, titles, prices and honest hints', async () => {
      const { tools } = await (await connect(which)).listTools();
      const actions = (await service.request('GET', '/api/v1/actions', { key: ann.secret })).body.data;
      expect(tools.map(({ name }) => name)).toEqual([
        ...actions.map(({ id }: { id: string }) => id.replace('.', '_')),
        'actions_quote',
        'jobs_get',
        'jobs_results',
        'jobs_stop',
        'account_credits',
        'stores_list',
        'stores_correct',
        'stores_undo_correction',
        'answers_rest',
        'tools_describe',
      ]);
      const [free, charged] = tools;
      expect(free?.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(charged?.annotations).toEqual({
        readOnlyHint: false,
        destructiveHint: false,
        openWorldHint: false,
      });
      expect(charged?.description).toContain('Without quotedCredits nothing runs');
      const { properties } = (charged as unknown as { inputSchema: { properties: object } }).inputSchema;
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(['credits', 'quotedCredits', 'idempotencyKey', 'territory', 'analysisId']),
      );
      for (const [index, action] of actions.entries()) {
        expect(tools[index]?.title).toBe(action.title);
        expect(tools[index]?.outputSchema).toBeUndefined();
      }
    });

    it('describes a tool in full where it is asked to, by its name or its id', async () => {
      const client = await connect(which);
      const actions = (await service.request('GET', '/api/v1/actions', { key: ann.secret })).body.data;
      const describe = async (tool: string, more: object = {}) =>
        (await client.callTool({ name: 'tools_describe', arguments: { tool, ...more } })).structuredContent;
      for (const { id, title, example, inputSchema, outputSchema } of actions) {
        const name = id.replace('.', '_');
        const said = await describe(name);
        expect(said).toMatchObject({
          name,
          title,
          example,
          inputSchema: { type: 'object' },
        });
        expect(Object.keys(said.inputSchema.properties)).toEqual(
          expect.arrayContaining(Object.keys(inputSchema.properties)),
        );
        expect(said.outputSchema).toBeUndefined();
        const { required } = outputSchema;
        expect(await describe(id, { result: true })).toMatchObject({
          ...said,
          outputSchema: { type: 'object', required },
        });
      }
      expect((await describe('tools_describe', { result: true })).outputSchema.required).toContain('inputSchema');
      const refused = await client.callTool({ name: 'tools_describe', arguments: { tool: 'test.nothing' } });
      expect(text(refused)).toMatchObject({
        error: 'validation_error',
        errors: [
          { pointer: '#/tool', detail: expect.stringMatching(/^tool must be one of test_free, .*tools_describe/) },
        ],
      });
    });

    it('takes the ids that were names of tools before', async () => {
      const client = await connect(which);
      const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });
      expect((await call('test.free', { text: 'hello' })).structuredContent).toMatchObject({ text: 'hello' });
      const paid = await call('test.charged', { credits: 7, quotedCredits: 7 });
      expect(paid.structuredContent).toMatchObject({ charged: true, creditsCharged: 7 });
      const quoted = await call('actions.quote', { actionId: 'test.charged', input: { credits: 9 } });
      expect(quoted.structuredContent).toMatchObject({ actionId: 'test.charged', quotedCredits: 9 });
      expect((await call('account.credits', {})).structuredContent).toMatchObject({ available: 93 });
    });

    it('S48 M9 a free tool answers at once, as an object and as the same text', async () => {
      const answer = await (await connect(which)).callTool({ name: 'test_free', arguments: { text: 'hello' } });
      expect(answer.isError).toBeFalsy();
      expect(answer.structuredContent).toMatchObject({ text: 'hello', territory: 'town' });
      expect(text(answer)).toEqual(answer.structuredContent);
    });

    it('S80 M11 without quotedCredits nothing runs: the answer names the price, and the second call pays it', async () => {
      const client = await connect(which);
      const asked = await client.callTool({ name: 'test_charged', arguments: { credits: 7 } });
      expect(asked.isError).toBe(true);
      expect(text(asked)).toMatchObject({ error: 'quote_required', status: 400, quotedCredits: 7 });
      expect(await balance()).toBe(100);
      const paid = await client.callTool({
        name: 'test_charged',
        arguments: { credits: 7, quotedCredits: 7, idempotencyKey: 'order 1' },
      });
      expect(paid.structuredContent).toMatchObject({ charged: true, creditsCharged: 7 });
      expect(paid._meta).toMatchObject({ quotedCredits: 7, idempotencyKey: 'order 1' });
      const again = await client.callTool({
        name: 'test_charged',
        arguments: { credits: 7, quotedCredits: 7, idempotencyKey: 'order 1' },
      });
      expect(again._meta).toMatchObject({ replayed: true });
      expect(await balance()).toBe(93);
    });

    it('M11 what can be mended is a result with isError and the problem; an unknown tool is an error', async () => {
      const client = await connect(which);
      const call = async (name: string, input: Record<string, unknown>) => {
        const answer = await client.callTool({ name, arguments: input });
        return [answer.isError, text(answer).error];
      };
      expect(await call('test_charged', { credits: 7, quotedCredits: 8 })).toEqual([true, 'quote_changed']);
      expect(await call('test_charged', { credits: 700, quotedCredits: 700 })).toEqual([true, 'insufficient_credits']);
      expect(await call('test_free', { waitMilliseconds: 'long' })).toEqual([true, 'validation_error']);
      expect(await call('actions_quote', { actionId: 'test_nothing' })).toEqual([true, 'validation_error']);
      expect(await call('test_free', { behave: 'throw' })).toEqual([true, 'internal_error']);
      await expect(client.callTool({ name: 'test_nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
      expect(await balance()).toBe(100);
    });

    it('M8 a key that may only read sees the prices, and is told what it lacks when it spends', async () => {
      const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
      const client = await connect(which, reader.secret);
      const quoted = await client.callTool({
        name: 'actions_quote',
        arguments: { actionId: 'test_charged', input: { credits: 9 } },
      });
      expect(quoted.structuredContent).toMatchObject({ quotedCredits: 9, quote: { totalCredits: 9 } });
      const credits = await client.callTool({ name: 'account_credits', arguments: {} });
      expect(credits.structuredContent).toMatchObject({ available: 100 });
      const refused = await client.callTool({ name: 'test_charged', arguments: { credits: 9, quotedCredits: 9 } });
      expect(text(refused)).toMatchObject({ error: 'insufficient_scope', requiredScope: 'run' });
    });

    it('M13 progress comes where it is asked for, and only forwards', async () => {
      const heard: number[] = [];
      const client = await connect(which);
      await client.callTool(
        { name: 'test_charged', arguments: { quotedCredits: 4, waitMilliseconds: 300 } },
        { onprogress: ({ progress }) => heard.push(progress) },
      );
      expect(heard.length).toBeGreaterThan(0);
      expect(heard).toEqual([...heard].sort((a, b) => a - b));
      expect(heard.every((value) => value >= 0 && value <= 1)).toBe(true);
    });

    it('D59 M13 who closes the connection cancels: nothing is charged and nothing stays held', async () => {
      const controller = new AbortController();
      const client = await connect(which);
      const run = client.callTool(
        { name: 'test_charged', arguments: { quotedCredits: 4, waitMilliseconds: 4000 } },
        { signal: controller.signal, onprogress: () => controller.abort() },
      );
      await expect(run).rejects.toThrow();
      if (which !== STATELESS) await client.close(); // a handshake client keeps its stream open until it is closed
      await until(async () => (await accountState(db(), ann.spender.organizationId)).reserved === 0);
      const { balance, reserved } = await accountState(db(), ann.spender.organizationId);
      expect([balance, reserved]).toEqual([100, 0]);
    });

    it('prompts and resources tell how to work with it', async () => {
      const client = await connect(which);
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['plan_analysis', 'describe_place', 'compare_sites']);
      const { messages } = await client.getPrompt({ name: 'plan_analysis', arguments: { question: 'Open a bakery?' } });
      expect(JSON.stringify(messages)).toContain('Open a bakery?');
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['glossary', 'methods/catchment', 'data']),
      );
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        expect(JSON.stringify(contents).length).toBeGreaterThan(20);
      }
      await expect(client.readResource({ uri: 'hinterland://docs/../../package' })).rejects.toThrow();
    });
  });

  it('refuses a prompt without its required argument, and parameters of a wrong type, with -32602 and a sentence', async () => {
    const ask = async (method: string, params: unknown) => {
      const { status, text } = await service.request('POST', '/mcp', {
        key: ann.secret,
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 7, method, params },
      });
      const { id, error } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
      return [status, id, error.code, error.message];
    };
    const refused = (message: string) => [200, 7, -32602, message];
    expect(await ask('prompts/get', { name: 'compare_sites', arguments: { sites: 'A;B' } })).toEqual(
      refused('The prompt compare_sites needs the argument sector (What the store sells).'),
    );
    expect(await ask('prompts/get', { name: 'compare_sites' })).toEqual(
      refused(
        'The prompt compare_sites needs the arguments sites (The places, separated by ";"), sector (What the store sells).',
      ),
    );
    expect(await ask('prompts/get', { name: 'plan_analysis', arguments: { question: 5 } })).toEqual(
      refused('#/params/arguments/question: Arguments of prompts are texts.'),
    );
    expect(await ask('prompts/get', { name: 5 })).toEqual(refused('#/params/name: name must be a text.'));
    expect(await ask('tools/call', { name: 'test_free', arguments: 'x' })).toEqual(
      refused('#/params/arguments: arguments must be an object.'),
    );
    expect(await ask('resources/read', {})).toEqual(refused('#/params/uri: uri must be a text.'));
    expect(await ask('tools/list', { cursor: 5 })).toEqual(refused('#/params/cursor: cursor must be a text.'));
    const unknown = await ask('tools/call', { name: 'x'.repeat(100_000) });
    expect(unknown).toEqual(refused(`There is no tool "${'x'.repeat(99)}…".`));
  });

  it('a background job is started, watched, read and stopped with tools alone', async () => {
    const client = await connect(STATELESS);
    const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });
    const point = (id: string, more: object = {}) => ({ id, lat: 40.1, lng: 10.5, credits: 2, ...more });
    const start = async (points: object[]): Promise<string> => {
      const quoted = text(await call('test_batch', { points }));
      const { structuredContent } = await call('test_batch', { points, quotedCredits: quoted.quotedCredits });
      return structuredContent.jobId;
    };
    const jobId = await start([point('a'), point('b')]);
    const status = async (id: string) => (await call('jobs_get', { jobId: id })).structuredContent.status;
    await until(async () => (await status(jobId)) === 'succeeded');
    const rows = (await call('jobs_results', { jobId, limit: 1 })).structuredContent;
    expect(rows).toMatchObject({ total: 2, hasMore: true, data: [{ id: 'a', status: 'done', creditsCharged: 2 }] });
    expect(text(await call('jobs_stop', { jobId }))).toMatchObject({ error: 'job_not_running' });
    const long = await start([point('a', { waitMilliseconds: 20_000 })]);
    expect((await call('jobs_stop', { jobId: long })).structuredContent.status).toBe('stopped');
    expect(text(await call('jobs_get', { jobId: 'job_none' }))).toMatchObject({ error: 'not_found' });
    const reader = await makeAccount(db(), { email: 'r@example.com', scopes: ['read'] });
    const foreign = await connect(STATELESS, reader.secret);
    const refused = await foreign.callTool({ name: 'jobs_stop', arguments: { jobId } });
    expect(text(refused)).toMatchObject({ error: 'insufficient_scope' });
    expect(await balance()).toBe(96);
  });

  it('S237 M14 a run over the tool server is stored in the analysis that the argument, else the header, names', async () => {
    const owner = await makeAccount(db(), { email: 'o@example.com', scopes: ['read', 'run', 'manage'], credits: 50 });
    const make = async (name: string): Promise<string> =>
      (await service.request('POST', '/api/v1/analyses', { key: owner.secret, body: { name } })).body.code;
    const [one, two] = [await make('one'), await make('two')];
    const client = await connect(STATELESS, owner.secret, { 'X-Analysis-Id': one });
    const call = (input: object) =>
      client.callTool({ name: 'test_charged', arguments: { quotedCredits: 4, ...input } });
    expect((await call({}))._meta.version).toMatchObject({ versionNo: 1, actionId: 'test.charged' });
    expect((await call({ analysisId: two }))._meta.version).toMatchObject({ versionNo: 1 });
    expect((await call({ analysisId: 'AAAAAAAAAAAA' }))._meta.version).toBeUndefined();
    const versions = async (code: string) =>
      (await service.request('GET', `/api/v1/analyses/${code}/versions`, { key: owner.secret })).body.data.length;
    expect([await versions(one), await versions(two)]).toEqual([1, 1]);
  });

  describe('over plain HTTP', () => {
    const INITIALIZE = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const headers = { Accept: 'application/json, text/event-stream' };
    const post = (body: unknown, more: Record<string, string> = {}, key: string | null = ann.secret) =>
      service.request('POST', '/mcp', { body, headers: { ...headers, ...more }, ...(key === null ? {} : { key }) });

    /** fetch sets the header Host itself, so this request is made by hand. */
    const statusFromHost = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = {
          ...headers,
          Host: host,
          Authorization: `Bearer ${ann.secret}`,
          'Content-Type': 'application/json',
        };
        const outgoing = httpRequest(`${service.url}/mcp`, { method: 'POST', headers: sent }, (answer) => {
          answer.resume();
          resolve(answer.statusCode as number);
        });
        outgoing.on('error', reject);
        outgoing.end(JSON.stringify(INITIALIZE));
      });

    it('M1 POST only: GET and DELETE are 405', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const { status, headers: answered } = await service.request(method, '/mcp', { key: ann.secret });
        expect([method, status, answered.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
      }
    });

    it('M2 a batch is refused; M4 a notification is 202 without a body', async () => {
      const batch = await post([INITIALIZE, INITIALIZE]);
      expect([batch.status, batch.body.error]).toEqual([400, 'validation_error']);
      const notification = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect([notification.status, notification.text]).toEqual([202, '']);
    });

    it('M5 another Origin or a foreign Host is 403 before the key is looked at; the own one passes', async () => {
      const { port } = new URL(service.url);
      for (const origin of ['https://evil.example', `http://127.0.0.1:1`, 'null', `https://127.0.0.1:${port}`]) {
        const { status, body } = await post(INITIALIZE, { Origin: origin }, 'nonsense');
        expect([origin, status, body.error]).toEqual([origin, 403, 'cross_site_request']);
      }
      for (const origin of [service.url, `http://localhost:${port}`]) {
        expect((await post(INITIALIZE, { Origin: origin })).status).toBe(200);
      }
      expect(await statusFromHost('evil.example')).toBe(403);
      expect(await statusFromHost(`localhost:${port}`)).toBe(200);
    });

    it('M6 D19 without a valid key it is 401 with a challenge that names no authorization server', async () => {
      const missing = await post(INITIALIZE, {}, null);
      expect([missing.status, missing.body.error]).toEqual([401, 'missing_api_key']);
      const wrong = await post(INITIALIZE, {}, 'hl_live_nonsense');
      expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_api_key']);
      expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
    });

    it('M12 D24 each POST is one request; D23 a call with quotedCredits is one charged execution, a quote is not', async () => {
      const call = (input: object) =>
        post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'test_charged', arguments: input } });
      await post(INITIALIZE);
      await call({});
      await call({ quotedCredits: 4 });
      const { rows } = await sql<{ policy: string; calls: number }>`
        select policy, (select sum(n)::integer from unnest(calls) n) as calls from rate_window
        where api_key_id = ${ann.keyId} order by policy`.execute(db());
      expect(rows).toEqual([
        { policy: 'charged', calls: 1 },
        { policy: 'requests', calls: 3 },
      ]);
    });
  });
});
