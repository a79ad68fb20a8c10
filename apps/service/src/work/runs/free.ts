import type { Action } from '@hinterland/actions';
import type { Territory } from '@hinterland/territory';
import type { Engine, QuestionOptions, Ran } from '../../engine/engine.ts';
import type { RunRequest } from './request.ts';
import type { Call } from './runs.ts';

/** A run, and the territories that it was computed on. */
export interface RanIn extends Ran {
  readonly territories: readonly Territory[];
}

/** Computes a run that charges nothing: of a free action, or of a key that was charged before. */
export async function computeUncharged(
  engine: Engine,
  call: Pick<Call, 'channel' | 'signal' | 'progress'>,
  action: Action,
  request: Pick<RunRequest, 'input' | 'territory'>,
  whose: Pick<QuestionOptions, 'organizationId' | 'party' | 'isStranger'>,
): Promise<RanIn> {
  const options = { signal: call.signal, progress: call.progress, ...whose };
  if (action.across !== undefined) return computeAcross(engine, call, action, action.across, request, options);
  const lease = engine.lease(request.input, request.territory);
  try {
    const question = { action, input: request.input, channel: call.channel, lease };
    return { ...(await engine.run(question, options)), territories: [lease.generation.territory] };
  } finally {
    lease.release();
  }
}

/** Computes a free run in every territory that fits, at the same time, and combines the answers. */
async function computeAcross(
  engine: Engine,
  call: Pick<Call, 'channel'>,
  action: Action,
  across: NonNullable<Action['across']>,
  { input, territory }: Pick<RunRequest, 'input' | 'territory'>,
  options: QuestionOptions,
): Promise<RanIn> {
  const leases = engine.leaseAcross(across, input, territory);
  try {
    const answers = await Promise.all(
      leases.map((lease) => {
        const question = { action, input, channel: call.channel, lease };
        return engine.run(question, options);
      }),
    );
    const territories = leases.map(({ generation }) => generation.territory);
    if (answers.length === 1) return { ...answers[0]!, territories };
    const results = answers.map(({ resultJson }) => JSON.parse(Buffer.from(resultJson).toString('utf8')) as unknown);
    return { resultJson: Buffer.from(JSON.stringify(across.combine(results, input))), warnings: [], territories };
  } finally {
    for (const lease of leases) lease.release();
  }
}
