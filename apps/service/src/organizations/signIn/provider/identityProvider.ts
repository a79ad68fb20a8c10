import type { Configuration } from 'openid-client';
import type { OidcConfig } from './settings.ts';

/** What a browser keeps between its way to the provider and the way back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** What the provider says about a person. */
export interface Claims {
  readonly subject: string;
  /** In small letters; null where it says none. */
  readonly email: string | null;
  readonly emailIsVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
}

/** The provider as this service speaks with it: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0). */
export interface IdentityProvider {
  /** The address that a browser is sent to. Throws where the provider does not answer. */
  begin(redirectUri: string): Promise<{ url: URL; attempt: Attempt }>;
  /**
   * Exchanges the code in the address that a browser came back to. Throws where state, nonce, code, audience, issuer, time or
   * signature of what comes is not right.
   */
  finish(cameBackTo: URL, attempt: Attempt): Promise<Claims>;
}

const TIMEOUT_SECONDS = 10;

export function openIdentityProvider(config: OidcConfig): IdentityProvider {
  /** Asked anew each time: keys that the provider has withdrawn count no longer, and new ones at once. */
  async function discover(): Promise<{ library: typeof import('openid-client'); configuration: Configuration }> {
    const library = await import('openid-client');
    const loopback = config.issuer.startsWith('http:') ? [library.allowInsecureRequests] : [];
    const authentication = library.ClientSecretBasic(config.clientSecret);
    const configuration = await library.discovery(new URL(config.issuer), config.clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      execute: [...loopback, library.enableNonRepudiationChecks],
    });
    const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported;
    if (methods === undefined || methods.includes('client_secret_basic')) return { library, configuration };
    const metadata = configuration.serverMetadata();
    const posting = new library.Configuration(
      { ...metadata },
      config.clientId,
      undefined,
      library.ClientSecretPost(config.clientSecret),
    );
    posting.timeout = TIMEOUT_SECONDS;
    for (const change of [...loopback, library.enableNonRepudiationChecks]) change(posting);
    return { library, configuration: posting };
  }

  return {
    async begin(redirectUri) {
      const { library, configuration } = await discover();
      const attempt = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: config.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { url, attempt };
    },
    async finish(cameBackTo, { state, nonce, verifier }) {
      const { library, configuration } = await discover();
      const tokens = await library.authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const said: Record<string, unknown> & { sub: string } = { ...tokens.claims(), sub: tokens.claims()?.sub ?? '' };
      const isWhole = 'email' in said && config.groupsClaim in said;
      if (!isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined) {
        Object.assign(said, await library.fetchUserInfo(configuration, tokens.access_token, said.sub));
      }
      return claimsOf(said, config.groupsClaim);
    },
  };
}

function claimsOf(said: Record<string, unknown> & { sub: string }, groupsClaim: string): Claims {
  const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
  const groups = said[groupsClaim];
  return {
    subject: said.sub,
    email: text(said.email)?.trim().toLowerCase() ?? null,
    // Entra ID has no email_verified; its xms_edov says that the owner of the domain was verified.
    emailIsVerified: said.email_verified === true || [true, 1, '1', 'true'].includes(said.xms_edov as string),
    name: text(said.name)?.trim().slice(0, 100) ?? null,
    groups:
      typeof groups === 'string'
        ? [groups]
        : Array.isArray(groups)
          ? groups.filter((one) => typeof one === 'string')
          : [],
  };
}
