import type { Action } from '@hinterland/actions';
import { MODES } from '@hinterland/catalogue';
import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { strangerAt } from '../../engine/map.ts';
import { crowded } from '../../engine/taskProblems.ts';
import { FairTurns } from '../../kit/fairness/fairTurns.ts';
import { json } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type AttemptLimit, type Attempts, FRONT_AREAS, FRONT_SEARCHES } from '../../kit/rates/attempts.ts';
import { networkParty, type Pace } from '../../kit/rates/pace.ts';
import { parseBody } from '../../kit/schema.ts';
import { computeUncharged } from '../../work/runs/free.ts';
import { exampleList, workedExample } from '../../work/territories/showcase/schemas.ts';
import type { Showcases } from '../../work/territories/showcase/service.ts';

export interface FrontServices {
  readonly actions: readonly Action[];
  readonly engine: Engine;
  readonly attempts: Attempts;
  readonly pace: Pick<Pace, 'customersWork'>;
  readonly showcases: Showcases;
  /** Whether strangers are shown a front page with areas to try; else they are asked to sign in. */
  readonly frontPage: boolean;
  /** Credits that a new organization begins with. */
  readonly startingCredits: number;
}

const territories = z
  .object({
    data: z.array(z.object({ id: z.string(), name: z.string(), continent: z.string() })),
    startingCredits: z.int().describe('Credits that a new organization begins with'),
  })
  .describe('What those who are not signed in may try')
  .meta({ id: 'Front' });

const place = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });
const area = z.object({
  origins: z.array(place).length(1),
  bandSeconds: z.array(z.int().min(60).max(1800)).min(1).max(3),
  mode: z.enum(MODES).default('car'),
  quotedCredits: z.literal(0).optional(),
});
const search = z.object({
  query: z.string().min(1).max(200),
  continent: z.string().max(40),
  limit: z.int().min(1).max(10).default(6),
});
const answer = z.object({ actionId: z.string(), result: z.record(z.string(), z.unknown()) });

/** Calls of all strangers together that go at once, and that wait. */
const TURNS = { atOnce: 1, waitingMax: 20 };

/** What the page of strangers at / asks: examples, places and areas, free, bounded by network. The answers are those of the actions. */
export function frontRoutes(services: FrontServices) {
  const { actions, engine, attempts, showcases, frontPage, startingCredits } = services;
  const guard = () => {
    if (!frontPage) throw new ProblemError('not_found', 'This service has no front page. Sign in.');
  };
  const per = (limit: AttemptLimit) => (exchange: Exchange) => attempts.takeFrom(limit, exchange.address);
  // All that such a call takes, of threads, database and this thread, is taken in turns, half of the time at most while customers are at work.
  const turns = () => new FairTurns({ ...TURNS, tooMany: crowded, rests: () => services.pace.customersWork() });
  const [areaTurns, searchTurns] = [turns(), turns()];
  const inTurn = <T>(turns: FairTurns, limit: AttemptLimit, exchange: Exchange, work: () => Promise<T>): Promise<T> =>
    turns.take(
      networkParty(exchange.address),
      async () => {
        await attempts.takeFrom(limit, exchange.address);
        return work();
      },
      exchange.signal,
    );
  const computed = async (actionId: string, given: object, exchange: Exchange) => {
    const action = actions.find(({ id }) => id === actionId);
    if (action === undefined) throw new ProblemError('not_found', 'This service has no such action.');
    const request = { input: parseBody(action.input, given), territory: null };
    const call = { channel: 'web', signal: exchange.signal } as const;
    const { resultJson } = await computeUncharged(engine, call, action, request, strangerAt(exchange));
    return json({ actionId, result: JSON.parse(Buffer.from(resultJson).toString('utf8')) });
  };
  return [
    route({
      method: 'GET',
      path: '/web/v1/front',
      access: 'site',
      guard,
      returns: territories,
      problems: ['not_found'],
      handle: async () => ({
        data: engine.territories.current.map(({ territory: { manifest } }) => ({
          id: manifest.id,
          name: manifest.name,
          continent: manifest.continent,
        })),
        startingCredits,
      }),
    }),
    route({
      method: 'GET',
      path: '/web/v1/front/examples',
      access: 'site',
      guard,
      count: per(FRONT_SEARCHES),
      returns: exampleList,
      problems: ['not_found', 'rate_limited', 'run_timeout', 'service_unavailable'],
      handle: async ({ exchange }) => ({ data: await showcases.list(undefined, strangerAt(exchange)) }),
    }),
    route({
      method: 'GET',
      path: '/web/v1/front/examples/:exampleId',
      access: 'site',
      guard,
      parameters: { exampleId: pathText() },
      count: per(FRONT_SEARCHES),
      returns: workedExample,
      problems: ['not_found', 'rate_limited', 'run_timeout', 'service_unavailable'],
      handle: ({ parameters, exchange }) => showcases.work(parameters.exampleId, undefined, strangerAt(exchange)),
    }),
    route({
      method: 'POST',
      path: '/web/v1/front/actions/search.addresses/execute',
      access: 'site',
      guard,
      body: search,
      returns: answer,
      problems: ['not_found', 'rate_limited', 'run_timeout', 'service_unavailable'],
      respond: ({ body, exchange }) =>
        inTurn(searchTurns, FRONT_SEARCHES, exchange, () => computed('search.addresses', body, exchange)),
    }),
    route({
      method: 'POST',
      path: '/web/v1/front/actions/analysis.isochrone/execute',
      access: 'site',
      guard,
      body: area,
      returns: answer,
      problems: ['not_found', 'rate_limited', 'run_timeout', 'service_unavailable', 'outside_coverage'],
      respond: ({ body: { quotedCredits: _, ...given }, exchange }) =>
        inTurn(areaTurns, FRONT_AREAS, exchange, () => computed('analysis.isochrone', given, exchange)),
    }),
  ] as readonly Route[];
}
