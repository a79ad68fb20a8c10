import { areasProfile } from '@hinterland/actions';
import type { Engine } from '../../../engine/engine.ts';
import { jsonBytes } from '../../../kit/http/answer.ts';
import { pathText, text } from '../../../kit/http/parameters.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { MEMBER } from '../../../kit/http/sharedRoute.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { type Attempts, RUNS_PER_USER } from '../../../kit/rates/attempts.ts';

interface Settings {
  readonly engine: Pick<Engine, 'lease' | 'run'>;
  readonly attempts: Attempts;
}

/** Areas by themselves, free: counted like a free run, and charged nothing. */
export const areaRoutes = ({ engine, attempts }: Settings): readonly Route[] => [
  route({
    method: 'GET',
    path: `${MEMBER}/areas/:area`,
    access: 'member',
    parameters: { area: pathText('Code of the area, as areas.list gives it') },
    query: { territory: text('Id of its territory; where absent, the one that has the code') },
    returns: areasProfile.output,
    problems: ['validation_error', 'outside_coverage', 'run_timeout', 'rate_limited'],
    respond: async ({ caller, parameters: { area }, query, exchange }) => {
      exchange.note({ action: areasProfile.id });
      await attempts.take(RUNS_PER_USER, caller.user.id);
      const lease = engine.lease({ areas: [area] }, query.territory ?? null);
      try {
        const { resultJson } = await engine
          .run(
            { action: areasProfile, input: { area }, channel: 'web', lease },
            { signal: exchange.signal, organizationId: caller.organization.id },
          )
          .catch(notThere);
        return jsonBytes(resultJson);
      } finally {
        lease.release();
      }
    },
  }),
];

/** Throws not_found in place of validation_error: the only input is a part of the path. */
function notThere(error: unknown): never {
  if (error instanceof ProblemError && error.code === 'validation_error')
    throw new ProblemError('not_found', error.message);
  throw error;
}
