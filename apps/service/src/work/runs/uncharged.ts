import type { Action } from '@hinterland/actions';
import type { Engine, Ran } from '../../engine/engine.ts';
import { computeAcross } from './across.ts';
import type { Call } from './call.ts';
import type { RunRequest } from './request.ts';

/** Computes a run that charges nothing: of a free action, or of a key that was charged before. */
export async function computeUncharged(
  engine: Engine,
  call: Call,
  action: Action,
  request: RunRequest,
  organizationId: number,
): Promise<Ran> {
  const options = { signal: call.signal, progress: call.progress, organizationId };
  if (action.across !== undefined) return computeAcross(engine, call, action, action.across, request, options);
  const lease = engine.lease(request.input, request.territory);
  try {
    const question = { action, input: request.input, channel: call.channel, lease };
    return await engine.run(question, options);
  } finally {
    lease.release();
  }
}
