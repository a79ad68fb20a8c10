import { z } from 'zod';
import type { Exchange } from '../../../kit/http/exchange.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { type Attempts, SIGN_IN_PER_ADDRESS } from '../../../kit/rates/attempts.ts';
import { browserOf } from '../gate.ts';
import { CALLBACK, type ProviderSignIn } from './service.ts';

/** A path of this service, and no other site. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\s\\]{0,500}$/.test(path);

interface ProviderRouteServices {
  readonly provider: ProviderSignIn;
  readonly attempts: Attempts;
}

/** Pages go to these addresses themselves, so refusals lead back to the sign-in page. */
export function providerRoutes({ provider, attempts }: ProviderRouteServices): readonly Route[] {
  const guard = () => {
    if (provider.name === null) throw new ProblemError('not_found', 'This service has no identity provider.');
  };
  const count = (exchange: Exchange) => attempts.takeFrom(SIGN_IN_PER_ADDRESS, exchange.address);
  const goOn = (exchange: Exchange, { location, cookies }: Awaited<ReturnType<ProviderSignIn['begin']>>) => {
    exchange.setCookies(cookies);
    return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
  };
  return [
    route({
      method: 'GET',
      path: '/web/v1/sign-in/provider',
      access: 'site',
      returns: z.object({ name: z.string().nullable().describe('What the button says; null where there is none') }),
      handle: async () => ({ name: provider.name }),
    }),
    route({
      method: 'GET',
      path: '/web/v1/sign-in/provider/begin',
      access: 'site',
      guard,
      count,
      problems: ['not_found', 'rate_limited'],
      respond: async ({ exchange }) => {
        const then = exchange.query('then') ?? '/';
        return goOn(exchange, await provider.begin(isOwnPath(then) ? then : '/'));
      },
    }),
    route({
      method: 'GET',
      path: CALLBACK,
      access: 'site',
      guard,
      count,
      problems: ['not_found', 'rate_limited'],
      respond: async ({ exchange }) => goOn(exchange, await provider.finish(browserOf(exchange), exchange.search)),
    }),
  ];
}
