import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type PersonClaims = Readonly<Record<string, unknown>>;
interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

const CLIENT_ID = 'hinterland';
const CLIENT_SECRET = 'a secret of the client, thirty-two characters';

/** A real provider of OpenID Connect on loopback, with people who sign in by pressing their name. */
export class TestIdentityProvider {
  readonly url: string;
  /** By subject; what they are, now. */
  readonly people = new Map<string, PersonClaims>();
  /** Changes the content of an ID token before it is signed again. */
  tamper: ((claims: Record<string, unknown>) => void) | null = null;
  /** Keys that it publishes in place of its own. */
  published: Key | null = null;
  readonly #server: Server;
  #key: Key = newKey();
  #provider: Provider | null = null;
  #handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  #redirectUri = '';

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new TestIdentityProvider(server);
  }

  /** Settings of a service whose people it knows. */
  env(organizationId: number, more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      HINTERLAND_OIDC_ISSUER: this.url,
      HINTERLAND_OIDC_CLIENT_ID: CLIENT_ID,
      HINTERLAND_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      HINTERLAND_OIDC_NAME: 'Acme ID',
      HINTERLAND_OIDC_ORGANIZATION: String(organizationId),
      HINTERLAND_OIDC_DOMAINS: 'acme.example',
      HINTERLAND_OIDC_ROLES: 'owner=cn=geo owners,ou=staff; admin=geo-admins; member=geo',
      HINTERLAND_OIDC_SCOPE: 'openid email profile groups',
      ...more,
    };
  }

  /** Knows the service as its client from now on. */
  serve(serviceUrl: string): void {
    this.#redirectUri = `${serviceUrl}/web/v1/sign-in/provider/callback`;
    this.#build();
  }

  /** Signs with a new key from now on, and publishes it alone. */
  rotate(): void {
    this.#key = newKey();
    this.#build();
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(() => closed()));
  }

  #build(): void {
    const { kid, privateKey } = this.#key;
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
    const provider = new Provider(this.url, {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [this.#redirectUri] }],
      jwks: { keys: [jwk] },
      cookies: { keys: ['of the test'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['name'],
        groups: ['groups'],
      },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...this.people.get(sub), sub }) }),
      loadExistingGrant: async (context) => {
        const { session, client, params } = context.oidc;
        const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId });
        grant.addOIDCScope(String(params?.scope));
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (this.tamper !== null && typeof body?.id_token === 'string') {
        context.body = { ...body, id_token: this.#changed(body.id_token, this.tamper) };
      }
    });
    this.#provider = provider;
    this.#handle = provider.callback();
  }

  #changed(token: string, tamper: (claims: Record<string, unknown>) => void): string {
    const [header, body] = token.split('.') as [string, string];
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    tamper(claims);
    const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(this.#key.privateKey, 'base64url')}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/jwks' && this.published !== null) {
      const { kid, privateKey } = this.published;
      const { n, e } = privateKey.export({ format: 'jwk' });
      const keys = [{ kty: 'RSA', kid: this.#key.kid, use: 'sig', alg: 'RS256', n, e, held: kid }];
      return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys }));
    }
    if (request.url?.startsWith('/interaction/') !== true) return this.#handle?.(request, response);
    if (request.method === 'POST') {
      let body = '';
      for await (const part of request) body += part;
      const accountId = new URLSearchParams(body).get('person') as string;
      const result = accountId === 'nobody' ? { error: 'access_denied' } : { login: { accountId } };
      return this.#provider?.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const buttons = [...this.people].map(
      ([sub, { name }]) => `<button name="person" value="${sub}">Sign in as ${String(name)}</button>`,
    );
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Acme ID</title><h1>Acme ID</h1><form method="post">${buttons.join('')}</form>`);
  }
}

export const newKey = (): Key => ({
  kid: Math.random().toString(36).slice(2),
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
});

/** The way of a browser through the pages of the provider: returns the address that it leads back to. */
export async function throughProvider(authorizationUrl: string, person: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(authorizationUrl);
  let url = new URL(authorizationUrl);
  let init: RequestInit = {};
  for (let step = 0; step < 8; step += 1) {
    if (url.origin !== origin) return url;
    const isForm = url.pathname.startsWith('/interaction/') && init.method === undefined;
    if (isForm) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      init = { method: 'POST', body: new URLSearchParams({ person }).toString(), headers };
    }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    await answer.arrayBuffer();
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = (set.split(';')[0] as string).split('=', 2) as [string, string];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url.href} answers ${answer.status} and leads nowhere`);
    url = new URL(location, url);
    init = {};
  }
  throw new Error('The provider does not end.');
}
