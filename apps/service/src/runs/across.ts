import type { Action } from '@hinterland/actions';
import type { Ran } from '../engine/engine.ts';
import type { Call } from './call.ts';
import type { RunParts } from './parts.ts';
import type { RunRequest } from './request.ts';

/** A free run in every territory that fits, at the same time; several answers become one. */
export async function computeAcross(
  parts: RunParts,
  call: Call,
  action: Action,
  across: NonNullable<Action['across']>,
  { input, territory }: RunRequest,
): Promise<Ran> {
  const leases = parts.engine.leaseAcross(across, input, territory);
  try {
    const answers = await Promise.all(
      leases.map((lease) => {
        const question = { action, input, channel: call.channel, lease };
        return parts.engine.run(question, { signal: call.signal, progress: call.progress });
      }),
    );
    if (answers.length === 1) return answers[0]!;
    const results = answers.map(({ resultJson }) => JSON.parse(Buffer.from(resultJson).toString('utf8')) as unknown);
    return { resultJson: Buffer.from(JSON.stringify(across.combine(results, input))) };
  } finally {
    for (const lease of leases) lease.release();
  }
}
