import type { Action, Progress } from '@hinterland/actions';
import { actionList, executeAnswer, quoteAnswer } from '@hinterland/contract';
import { cachedJson, ETAG } from '../../kit/http/answer.ts';
import { EVENTS_TYPE } from '../../kit/http/eventStream.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { IF_NONE_MATCH } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { MEMBER } from '../../kit/http/sharedRoute.ts';
import { type Attempts, RUNS_PER_USER } from '../../kit/rates/attempts.ts';
import type { Member } from '../../kit/who.ts';
import { actionDescriptors } from './descriptors.ts';
import {
  actionParameter,
  CHARGED_PROBLEMS,
  EXECUTE_OPERATION,
  executedJson,
  QUOTE_OPERATION,
  QUOTE_PROBLEMS,
} from './routes.ts';
import type { Call } from './runs.ts';
import type { Runs } from './service.ts';
import { ACCEPT_EVENTS, watched } from './watched.ts';

interface Settings {
  readonly actions: readonly Action[];
  readonly runs: Runs;
  readonly attempts: Attempts;
}

/** Quotes and executions in the web app: the same steps as those of a key, without scopes and on the channel `web`. */
export function webActionRoutes({ actions, runs, attempts }: Settings): readonly Route[] {
  const parameters = { actionId: actionParameter(actions) };
  const callOf = (caller: Member, exchange: Exchange, actionId: string, progress?: Progress): Call => ({
    channel: 'web',
    actionId,
    async enter() {
      await attempts.take(RUNS_PER_USER, caller.user.id);
      return { ...caller, key: null };
    },
    readBody: async (maxBytes) => ({ bytes: await exchange.readBytes(maxBytes) }),
    idempotencyHeader: exchange.header('idempotency-key'),
    analysisCode: exchange.header('x-analysis-id'),
    signal: exchange.signal,
    setHeader: (name, value) => exchange.setHeader(name, value),
    note: (facts) => exchange.note(facts),
    ...(progress === undefined ? {} : { progress }),
  });
  let list: ReturnType<typeof cachedJson> | undefined;
  return [
    route({
      method: 'GET',
      path: '/web/v1/actions',
      access: 'visitor',
      returns: actionList,
      operation: {
        id: 'listActions',
        tag: 'actions',
        summary: 'Every action with its schemas and price',
        headers: { 'If-None-Match': IF_NONE_MATCH },
        answerHeaders: { ETag: ETAG },
      },
      respond: ({ exchange }) => {
        list ??= cachedJson(JSON.stringify({ data: actionDescriptors(actions) }));
        return list(exchange.header('if-none-match'));
      },
    }),
    route({
      method: 'POST',
      path: `${MEMBER}/actions/:actionId/quote`,
      access: 'member',
      parameters,
      returns: quoteAnswer,
      problems: [...QUOTE_PROBLEMS, 'rate_limited'],
      operation: QUOTE_OPERATION,
      handle: ({ caller, exchange, parameters }) => runs.quote(callOf(caller, exchange, parameters.actionId)),
    }),
    route({
      method: 'POST',
      path: `${MEMBER}/actions/:actionId/execute`,
      access: 'member',
      parameters,
      returns: executeAnswer,
      problems: [...CHARGED_PROBLEMS, 'rate_limited'],
      operation: {
        ...EXECUTE_OPERATION,
        summary: 'Run an action; a charged one needs quotedCredits, and ends uncharged when the caller goes away',
        headers: { ...EXECUTE_OPERATION.headers, Accept: ACCEPT_EVENTS },
        formats: [EVENTS_TYPE],
      },
      respond: ({ caller, exchange, parameters }) =>
        watched(exchange, async (progress) => {
          const executed = await runs.execute(callOf(caller, exchange, parameters.actionId, progress));
          if (executed.jobId !== undefined) {
            exchange.setLocation(`/web/v1/organizations/${caller.organization.id}/jobs/${executed.jobId}`);
          }
          return executedJson(executed);
        }),
    }),
  ];
}
