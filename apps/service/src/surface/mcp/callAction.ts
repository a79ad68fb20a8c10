import { randomUUID } from 'node:crypto';
import type { Action } from '@hinterland/actions';
import type { QuoteAnswer } from '@hinterland/contract';
import { ProblemError } from '../../kit/problem.ts';
import type { Call } from '../../work/runs/runs.ts';
import type { ToolServices } from './services.ts';
import { shortened } from './shorten.ts';
import type { Conduct, ToolAnswer } from './tool.ts';
import { toolName } from './toolName.ts';
import type { Visit } from './visit.ts';

/**
 * A tool call is the same run as POST /api/v1/actions/{id}/execute, through the same steps, with the same price, limits
 * and ledger. A charged tool called without quotedCredits is only quoted: any key may ask for a price. On an organization's own
 * server, where nobody sees prices, it runs at the price of now.
 */
export async function callAction(
  services: ToolServices,
  visit: Visit,
  action: Action,
  input: Record<string, unknown>,
  conduct: Conduct,
): Promise<ToolAnswer> {
  const { analysisId, ...asked } = input;
  const keyed = action.tariff === null ? asked : withKey(visit, asked);
  const bound = typeof analysisId === 'string' ? analysisId : undefined;
  const callWith = (body: Record<string, unknown>) => callOf(services, visit, action.id, body, conduct, bound);
  const isQuoted = action.tariff === null || (keyed.quotedCredits ?? null) !== null;
  const quote = isQuoted ? null : await services.runs.quote(callWith(keyed));
  if (quote !== null && !services.house) throw quoteRequired(quote);
  const body = quote === null ? keyed : { ...keyed, quotedCredits: quote.quotedCredits };
  const { result, beside: all } = await services.runs.execute(callWith(body));
  const { quotedCredits: _, ...unpriced } = all;
  const beside = services.house ? unpriced : all;
  const whole = JSON.parse(Buffer.concat(result).toString('utf8'));
  const { answer, leftOut } = shortened(whole, body.geometry === true);
  if (leftOut.length === 0) {
    return { content: [{ type: 'text', text: JSON.stringify(whole) }], structuredContent: whole, _meta: { ...beside } };
  }
  const key =
    beside.idempotencyKey === undefined ? '' : ` with idempotencyKey ${JSON.stringify(beside.idempotencyKey)}`;
  const rest =
    `Call answers_rest with tool ${toolName(action.id)}, the same input${key}, and part: a pointer of leftOut, ` +
    `with /N behind it for the elements of a list from N on.${services.house ? '' : ' It charges nothing.'}`;
  const short = { ...answer, shortened: { leftOut, rest } };
  const forView = action.hasView === true ? { answer: whole } : {};
  return {
    content: [{ type: 'text', text: JSON.stringify(short) }],
    structuredContent: short,
    _meta: { ...beside, ...forView },
  };
}

/** Gives a charged call a key where it has none, so that the rest of its answer can be asked for without a charge. */
const withKey = ({ exchange }: Visit, body: Record<string, unknown>): Record<string, unknown> =>
  (body.idempotencyKey ?? exchange.header('idempotency-key')) === undefined
    ? { ...body, idempotencyKey: `mcp-${randomUUID()}` }
    : body;

const quoteRequired = ({ quotedCredits, quote }: QuoteAnswer): ProblemError =>
  new ProblemError(
    'quote_required',
    `This run costs ${quotedCredits} credits. Repeat the call with quotedCredits ${quotedCredits} if the person agrees.`,
    { quotedCredits, quote },
  );

/** A call of an action by a visitor who is known and counted already. */
export function callOf(
  { keys }: ToolServices,
  { caller, exchange, refused }: Visit,
  actionId: string,
  body: unknown,
  conduct: Conduct,
  analysisId?: string,
): Call {
  return {
    channel: 'mcp',
    actionId,
    async enter(policies) {
      await keys.count(
        caller,
        policies.filter((policy) => policy !== 'requests'),
      );
      return caller;
    },
    async readBody() {
      if (refused !== null) throw refused;
      return { json: body };
    },
    idempotencyHeader: exchange.header('idempotency-key'),
    analysisCode: analysisId ?? exchange.header('x-analysis-id'),
    signal: conduct.signal,
    setHeader: () => {}, // the answer may be streaming already; what headers say is in _meta
    note: (facts) => exchange.note(facts),
    ...(conduct.progress === undefined ? {} : { progress: conduct.progress }),
  };
}
