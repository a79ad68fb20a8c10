import { actions } from '@hinterland/actions';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { threadProgram } from '../../kit/threadProgram.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';

const BROKEN = [
  { type: 'Polygon', coordinates: [[]] },
  { type: 'MultiPolygon', coordinates: [[[]]] },
  { type: 'Polygon', coordinates: [Array.from({ length: 190_000 }, () => [])] },
];

describeOnBoth('drawn polygons', (database) => {
  let service: TestService;
  let ann: MadeAccount;

  beforeAll(async () => {
    service = await startTestService(database(), {
      registry: { actions, module: threadProgram('actions').href },
      workers: 1,
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    ann = await makeAccount(database().db, { credits: 100 });
  });

  it.each([
    'analysis.people_economy',
    'analysis.markets_sector',
    'analysis.category_mix',
    'analysis.markets_brands',
    'analysis.realestate',
  ])(
    'without positions, or half a megabyte of empty ones: 400 with the place on quote, execute and /mcp of %s',
    async (id) => {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { Authorization: `Bearer ${ann.secret}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
      const { origins: _, bandSeconds: __, ...rest } = actions.find((action) => action.id === id)!.example;
      for (const polygon of BROKEN) {
        const input = { ...rest, polygon, quotedCredits: 1 };
        const called = await client.callTool({ name: id, arguments: input });
        const { structuredContent, isError, content } = called as Record<string, any>;
        const problem = structuredContent ?? JSON.parse(content[0].text);
        expect([isError, problem.error]).toEqual([true, 'validation_error']);
        const replies = [await service.quote(ann.secret, id, input), await service.execute(ann.secret, id, input)];
        for (const { status } of replies) expect(status).toBe(400);
        for (const { errors } of [problem, ...replies.map(({ body }) => body)]) {
          expect(errors).toHaveLength(1);
          expect(errors[0].pointer).toMatch(/^#\/polygon\/coordinates/);
        }
      }
      await client.close();
    },
  );
});
