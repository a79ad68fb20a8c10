import { type Action, areasCompare, areasProfile } from '@hinterland/actions';
import { MODES, sectorOf } from '@hinterland/catalogue';
import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { jsonBytes } from '../../../kit/http/answer.ts';
import { field, pathText, text } from '../../../kit/http/parameters.ts';
import { type Request, type Route, route } from '../../../kit/http/route.ts';
import { MEMBER } from '../../../kit/http/sharedRoute.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { type Attempts, RUNS_PER_USER } from '../../../kit/rates/attempts.ts';

interface Settings {
  readonly engine: Pick<Engine, 'lease' | 'run'>;
  readonly attempts: Attempts;
}

const AREA = pathText('Code of the area, as areas.list gives it');
const LEVEL = field(
  z
    .string()
    .regex(/^[2-9]$/, 'level must be a whole number from 2 to 9.')
    .transform(Number)
    .optional(),
  'Level of the areas within; where absent, the next one below that of the area',
);
const SECTOR = field(
  z
    .string()
    .refine((code) => sectorOf(code) !== undefined, 'sector must be a code that markets.sectors lists.')
    .optional(),
  'Code of a sector: adds the residents from whom no open store of it is within reach',
);
const MINUTES = field(
  z
    .string()
    .regex(/^([1-9]\d?)$/, 'minutes must be a whole number from 1 to 60.')
    .transform(Number)
    .refine((minutes) => minutes <= LIMITS.networkMinutesMax, 'minutes must be a whole number from 1 to 60.')
    .prefault('15'),
  'Travel time within which a store serves people; 15 where absent',
);
const MODE = field(
  z.enum(MODES, `mode must be ${MODES.join(', ')}.`).default('car'),
  'How people travel; car where absent',
);
const PROBLEMS = ['validation_error', 'outside_coverage', 'run_timeout', 'rate_limited'] as const;
const TERRITORY = text('Id of its territory; where absent, the one that has the code');

/** Areas by themselves and those within them, free: counted like a free run, and charged nothing. */
export function areaRoutes({ engine, attempts }: Settings): readonly Route[] {
  async function answer(
    action: Action,
    input: { readonly area: string },
    territory: string | undefined,
    { caller, exchange }: Pick<Request<'member', undefined, object, object, undefined>, 'caller' | 'exchange'>,
  ) {
    exchange.note({ action: action.id });
    await attempts.take(RUNS_PER_USER, caller.user.id);
    const lease = engine.lease({ areas: [input.area] }, territory ?? null);
    try {
      const { resultJson } = await engine
        .run(
          { action, input, channel: 'web', lease },
          { signal: exchange.signal, organizationId: caller.organization.id },
        )
        .catch(notThere);
      return jsonBytes(resultJson);
    } finally {
      lease.release();
    }
  }
  return [
    route({
      method: 'GET',
      path: `${MEMBER}/areas/:area`,
      access: 'member',
      parameters: { area: AREA },
      query: { territory: TERRITORY },
      returns: areasProfile.output,
      problems: PROBLEMS,
      respond: ({ parameters: { area }, query, ...request }) =>
        answer(areasProfile as Action, { area }, query.territory, request),
    }),
    route({
      method: 'GET',
      path: `${MEMBER}/areas/:area/within`,
      access: 'member',
      parameters: { area: AREA },
      query: { territory: TERRITORY, level: LEVEL, sector: SECTOR, minutes: MINUTES, mode: MODE },
      returns: areasCompare.output,
      problems: PROBLEMS,
      respond: ({ parameters: { area }, query: { territory, sector, level, ...travel }, ...request }) =>
        answer(
          areasCompare as Action,
          {
            area,
            ...travel,
            ...(level === undefined ? {} : { level }),
            ...(sector === undefined ? {} : { sectorCode: sector }),
          },
          territory,
          request,
        ),
    }),
  ];
}

/** Throws not_found in place of validation_error: parameters are checked before, and the area is a part of the path. */
function notThere(error: unknown): never {
  if (error instanceof ProblemError && error.code === 'validation_error')
    throw new ProblemError('not_found', error.message);
  throw error;
}
