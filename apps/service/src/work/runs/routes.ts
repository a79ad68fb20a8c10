import type { Action } from '@hinterland/actions';
import { originOf } from '@hinterland/answers';
import { executeAnswer, type ProblemCode, quoteAnswer } from '@hinterland/contract';
import { type Answer, jsonBytes } from '../../kit/http/answer.ts';
import { ACCEPT, asAccepted, FILE_TYPES } from '../../kit/http/answerFile.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { type Header, pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import type { KeyGate } from '../../organizations/keys/gate.ts';
import { EXECUTED, INPUT, QUOTED } from './examples.ts';
import type { Call, Executed } from './runs.ts';
import type { Runs } from './service.ts';

interface ActionRouteSettings {
  readonly actions: readonly Action[];
  readonly runs: Runs;
  readonly keys: Pick<KeyGate, 'enter'>;
  /** The thread that writes files. */
  readonly offload: Pick<Offload, 'perform'>;
}

/** Problems of every quote; free actions have no others when they run. */
export const QUOTE_PROBLEMS: readonly ProblemCode[] = [
  'validation_error',
  'payload_too_large',
  'unsupported_media_type',
  'outside_coverage',
  'no_service',
  'territory_too_large',
  'run_timeout',
];

/** Problems of executions of charged actions. */
export const CHARGED_PROBLEMS: readonly ProblemCode[] = [
  ...QUOTE_PROBLEMS,
  'quote_required',
  'insufficient_credits',
  'insufficient_scope',
  'quote_changed',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'organization_limit_reached',
];

export const IDEMPOTENCY_KEY: Header = {
  description:
    'The same key never charges the organization twice. A repeated call is computed again. At most 80 characters; a longer key is ignored.',
  schema: { type: 'string' },
};

export const ANALYSIS_ID: Header = {
  description:
    'Code of one of your analyses: the run is stored as its next version. Any other value has no effect and is no error.',
  schema: { type: 'string' },
};

export const IDEMPOTENT_REPLAYED: Header = {
  description: '"true" if the idempotency key had been charged before',
  schema: { type: 'string' },
};

export const JOB_LOCATION: Header = { description: 'Path of the job that was started', schema: { type: 'string' } };

/** The action in the path of its routes. */
export const actionParameter = (actions: readonly Action[]) =>
  pathText('Id of the action', { type: 'string', examples: actions.map(({ id }) => id) });

/** Members of a body that stand for those of all actions. */
const ANY_INPUT = { type: 'object', description: 'Input of the action, see its inputSchema' };

/** How a quote and an execution are documented, for callers with a key and in the web app. */
export const QUOTE_OPERATION = {
  id: 'quoteAction',
  tag: 'actions',
  summary: 'The price of a call; charges nothing',
  schemas: { body: ANY_INPUT },
  example: { body: INPUT, answer: QUOTED },
} as const;
export const EXECUTE_OPERATION = {
  id: 'executeAction',
  tag: 'actions',
  summary: 'Run an action; a charged one needs quotedCredits',
  headers: { 'Idempotency-Key': IDEMPOTENCY_KEY, 'X-Analysis-Id': ANALYSIS_ID },
  answerHeaders: { 'Idempotent-Replayed': IDEMPOTENT_REPLAYED },
  schemas: { body: ANY_INPUT },
  example: { body: { ...INPUT, quotedCredits: QUOTED.quotedCredits }, answer: EXECUTED },
} as const;

/**
 * Quotes and executions. What a call needs depends on its action, so the steps of runs/ admit the caller and read the
 * body themselves; see execute.ts for their order.
 */
export function actionRoutes({ actions, runs, keys, offload }: ActionRouteSettings): readonly Route[] {
  const parameters = { actionId: actionParameter(actions) };
  return [
    route({
      method: 'POST',
      path: '/api/v1/actions/:actionId/quote',
      access: 'run',
      parameters,
      returns: quoteAnswer,
      problems: QUOTE_PROBLEMS,
      operation: QUOTE_OPERATION,
      handle: ({ exchange, parameters }) => runs.quote(callOf(keys, exchange, parameters.actionId)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/actions/:actionId/execute',
      access: 'run',
      parameters,
      returns: executeAnswer,
      problems: CHARGED_PROBLEMS,
      operation: {
        ...EXECUTE_OPERATION,
        headers: { ...EXECUTE_OPERATION.headers, Accept: ACCEPT },
        formats: FILE_TYPES,
      },
      respond: async ({ exchange, parameters }) => {
        const executed = await runs.execute(callOf(keys, exchange, parameters.actionId));
        if (executed.jobId !== undefined) exchange.setLocation(`/api/v1/jobs/${executed.jobId}`);
        const json = () => executedJson(executed);
        if (executed.jobId !== undefined) return json();
        return asAccepted(offload, exchange.header('accept'), {
          result: Buffer.concat(executed.result),
          origin: () => originOf(executed.actionId, executed.territories),
          json,
        });
      },
    }),
  ];
}

/** A request of /api/v1 as the call of an action. */
const callOf = (keys: Pick<KeyGate, 'enter'>, exchange: Exchange, actionId: string): Call => ({
  channel: 'api',
  actionId,
  enter: (policies) => keys.enter(exchange, policies),
  readBody: async (maxBytes) => ({ bytes: await exchange.readBytes(maxBytes) }),
  idempotencyHeader: exchange.header('idempotency-key'),
  analysisCode: exchange.header('x-analysis-id'),
  signal: exchange.signal,
  setHeader: (name, value) => exchange.setHeader(name, value),
  note: (facts) => exchange.note(facts),
});

/** The answer of an execution, written around the result, which is text already. */
export function executedJson({ actionId, result, beside }: Executed): Answer {
  const head = Buffer.from(`{"actionId":${JSON.stringify(actionId)},"result":`);
  const tail = Buffer.from(`,${JSON.stringify(beside).slice(1)}`);
  return jsonBytes(Buffer.concat([head, ...result, tail]));
}
