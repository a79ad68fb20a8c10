import { threadProgram } from '../kit/threadProgram.ts';
import type { TestDatabase } from './databases.ts';
import { type Reply, type RequestOptions, startTestService, type TestService } from './service.ts';
import { actions } from './storedActions.ts';
import type { MadeAccount } from './town.ts';

/** A service whose actions differ in what is stored of their runs. */
export function startStoringService(
  database: TestDatabase,
  replaced: Parameters<typeof startTestService>[1] = {},
): Promise<TestService> {
  const module = threadProgram('storedActions').href;
  return startTestService(database, { registry: { actions, module }, ...replaced });
}

/** What users do with analyses. Paths are relative to /api/v1/analyses. */
export function analysesOf(service: () => TestService) {
  const ask = (who: MadeAccount, method: string, path: string, options: RequestOptions = {}): Promise<Reply> =>
    service().request(method, `/api/v1/analyses${path}`, { key: who.secret, ...options });
  return {
    ask,
    get: (who: MadeAccount, path = '') => ask(who, 'GET', path),
    /** Makes an analysis and answers its code. */
    async make(who: MadeAccount, name = 'Sites', state: unknown = {}): Promise<string> {
      const { status, body } = await ask(who, 'POST', '', { body: { name, state } });
      if (status !== 201) throw new Error(`analysis not made: ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
    share: (who: MadeAccount, code: string, shares: unknown) => ask(who, 'PUT', `/${code}/shares`, { body: shares }),
    /** Runs an action that costs one credit, bound to an analysis. */
    run: (who: MadeAccount, code: string, input: Record<string, unknown> = {}, actionId = 'test.charged') =>
      service().execute(who.secret, actionId, { credits: 1, quotedCredits: 1, ...input }, { 'X-Analysis-Id': code }),
  };
}

/** A problem without what differs from one request to the next. */
export const withoutRequest = ({ status, text, headers }: Reply): string =>
  `${status} ${headers.get('content-type')} ${text.replace(/urn:request:req_[0-9a-f]+/, 'urn:request:')}`;
