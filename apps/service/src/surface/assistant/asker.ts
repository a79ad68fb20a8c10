import { type Attempts, RUNS_PER_USER } from '../../kit/rates/attempts.ts';
import type { Member } from '../../kit/who.ts';
import type { Call } from '../../work/runs/runs.ts';
import type { Conduct } from '../mcp/tool.ts';
import type { Asker } from './readingTools.ts';

/** What a call of the assistant has beside its action and body. */
interface CallOptions {
  readonly analysisCode?: string | undefined;
}

/** The person as a user of tools: calls go through the steps of runs/ on the channel `assistant`, without a key. */
export function askerOf(attempts: Attempts, member: Member): Asker {
  const caller = { ...member, key: null };
  return {
    caller,
    callOf: (actionId, body, conduct) => callOf(attempts, caller, actionId, body, conduct),
  };
}

export function callOf(
  attempts: Attempts,
  caller: Asker['caller'],
  actionId: string,
  body: unknown,
  conduct: Conduct,
  { analysisCode }: CallOptions = {},
): Call {
  return {
    channel: 'assistant',
    actionId,
    async enter() {
      await attempts.take(RUNS_PER_USER, caller.user.id);
      return caller;
    },
    readBody: async () => ({ json: body }),
    idempotencyHeader: undefined,
    analysisCode,
    signal: conduct.signal,
    setHeader: () => {}, // nobody reads headers of a run within a conversation
    note: () => {},
    ...(conduct.progress === undefined ? {} : { progress: conduct.progress }),
  };
}
