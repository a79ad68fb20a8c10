import type { Clock, Db } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { ProblemError } from '../../../kit/problem.ts';
import type { AttemptLimit, Attempts } from '../../../kit/rates/attempts.ts';
import type { Browser, Cookies } from '../library.ts';
import type { SignIn } from '../signIn.ts';
import { admit, type Refusal } from './admit.ts';
import { ATTEMPT_SECONDS, attemptCookie, endedAttemptCookie, type KeptAttempt, readAttempt } from './attemptCookie.ts';
import { type Claims, openIdentityProvider } from './identityProvider.ts';
import type { OidcConfig } from './settings.ts';

/** An attempt comes back once. */
const ATTEMPT_ONCE: AttemptLimit = { policy: 'sign_in_provider', attempts: 1, windowSeconds: ATTEMPT_SECONDS };

/** Path that the provider leads back to. */
export const CALLBACK = '/web/v1/sign-in/provider/callback';

/** Why nobody was signed in: the provider does not answer, what it said is not right, or it does not let the person in. */
export type Failure = Refusal | 'away' | 'failed';

/** Where a browser goes on to, with its cookies. */
export interface Step {
  readonly location: string;
  readonly cookies: Cookies;
}

interface ProviderServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly attempts: Attempts;
  readonly signIn: Pick<SignIn, 'enterByProvider'>;
  readonly baseUrl: () => string;
  readonly config: OidcConfig | null;
}

/** Sign-in by the identity provider of an organization. */
export type ProviderSignIn = ReturnType<typeof makeProviderSignIn>;

export function makeProviderSignIn({ db, clock, log, attempts, signIn, baseUrl, config }: ProviderServices) {
  const provider = config === null ? null : openIdentityProvider(config);

  const failed = (failure: Failure): Step => ({
    location: `${baseUrl()}/sign-in?failed=${failure}`,
    cookies: [endedAttemptCookie(baseUrl())],
  });

  async function claimsOf(query: string, attempt: KeptAttempt): Promise<Claims | null> {
    try {
      await attempts.take(ATTEMPT_ONCE, attempt.state);
      return (await provider?.finish(new URL(`${baseUrl()}${CALLBACK}?${query}`), attempt)) ?? null;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') log.warn({ err: error }, PROVIDER_REFUSED);
      return null;
    }
  }

  return {
    /** What the sign-in page calls the provider; null where there is none. */
    name: config?.name ?? null,

    /** Sends a browser to the provider. */
    async begin(next: string): Promise<Step> {
      try {
        const begun = await provider?.begin(`${baseUrl()}${CALLBACK}`);
        if (begun === undefined) return failed('failed');
        const cookies = [attemptCookie(baseUrl(), { ...begun.attempt, next })];
        return { location: begun.url.href, cookies };
      } catch (error) {
        log.warn({ err: error }, PROVIDER_AWAY);
        return failed('away');
      }
    },

    /** Ends the way that a browser has come from the provider: with a session, or with why there is none. */
    async finish(browser: Browser, query: string): Promise<Step> {
      const attempt = readAttempt(baseUrl(), browser.cookie);
      if (config === null || attempt === null) return failed('failed');
      const claims = await claimsOf(query, attempt);
      if (claims === null) return failed('failed');
      const admission = await admit({ db, clock, config, address: browser.address }, claims);
      if ('refusal' in admission) {
        log.info({ refusal: admission.refusal }, 'the provider knows somebody who may not sign in');
        return failed(admission.refusal);
      }
      const cookies = await signIn.enterByProvider(browser, admission.userId);
      return { location: `${baseUrl()}${attempt.next}`, cookies: [...cookies, endedAttemptCookie(baseUrl())] };
    },
  };
}

const PROVIDER_AWAY = 'the identity provider does not answer; see HINTERLAND_OIDC_ISSUER';
const PROVIDER_REFUSED = 'what came back from the identity provider is not right';
