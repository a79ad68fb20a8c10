import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('settings', () => {
  it('have defaults for everything', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, home: resolve('var'), logLevel: 'info' });
    expect(config.territories).toEqual([join(resolve('var'), 'territories')]);
    expect(config.databaseUrl).toBeUndefined();
    expect(config.workers).toBeGreaterThanOrEqual(1);
  });

  it('are taken from the environment; what is empty counts as absent', () => {
    const config = readConfig({
      HINTERLAND_HOME: '/srv/geo',
      HINTERLAND_TERRITORIES: '/a:/b',
      HINTERLAND_BASE_URL: 'https://geo.example.com/x/',
      DATABASE_URL: 'postgres://user:pass@db/geo',
      HOST: '0.0.0.0',
      PORT: '0',
      HINTERLAND_WORKERS: '3',
      HINTERLAND_WARM_UP_MEGABYTES: '250',
      HINTERLAND_PULLED_MEGABYTES: '2500',
      HINTERLAND_LOG_LEVEL: '',
    });
    expect(config).toEqual({
      role: 'all',
      house: false,
      webhookNetworks: [],
      webhookPorts: [],
      trustedProxies: 0,
      home: '/srv/geo',
      territories: ['/a', '/b'],
      addresses: [],
      pooled: false,
      baseUrl: 'https://geo.example.com/x',
      databaseUrl: 'postgres://user:pass@db/geo',
      host: '0.0.0.0',
      port: 0,
      workers: 3,
      warmUpMegabytes: 250,
      pulledMegabytes: 2500,
      startingCredits: 200,
      frontPage: true,
      metricsHost: '127.0.0.1',
      traces: null,
      bulkStore: null,
      logLevel: 'info',
      prices: null,
      stripe: null,
      llm: null,
      oidc: null,
      places: { whoAdds: 'operator', ofOrganizations: [], mirror: undefined },
    });
  });

  it('name a store for files of jobs', () => {
    const bulk = (address: string) => readConfig({ HINTERLAND_BULK_STORE: address }).bulkStore;
    expect([bulk(''), bulk('s3://depot/jobs'), bulk('file:///srv')]).toEqual([null, 's3://depot/jobs', 'file:///srv']);
    expect(() => bulk('https://x/y')).toThrow('HINTERLAND_BULK_STORE');
  });

  it('send traces where a collector is named, as OpenTelemetry spells it', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const traces = (env: Record<string, string>) => readConfig({ ...endpoint, ...env }).traces;
    const common = { endpoint: 'http://collector:4318', serviceName: 'hinterland' };
    expect(traces({})).toEqual({ ...common, followsCallers: true, ratio: 1 });
    expect(
      traces({ OTEL_SERVICE_NAME: 'maps', OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }),
    ).toEqual({ ...common, serviceName: 'maps', followsCallers: false, ratio: 0.25 });
    // The share is that of the ratio, and of no other sampler.
    const always = { OTEL_TRACES_SAMPLER: 'parentbased_always_off', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(traces(always)).toEqual({ ...common, followsCallers: true, ratio: 0 });
    expect(traces({ OTEL_SDK_DISABLED: 'TRUE' })).toBeNull();
    expect(traces({ OTEL_SDK_DISABLED: 'no' })).not.toBeNull();
    expect(readConfig({ OTEL_SERVICE_NAME: 'maps' }).traces).toBeNull();
    const wrong: Record<string, string>[] = [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      { OTEL_TRACES_SAMPLER_ARG: '1.5' },
      { OTEL_TRACES_SAMPLER_ARG: 'often' },
    ];
    for (const one of wrong) expect(() => traces(one), JSON.stringify(one)).toThrow(Object.keys(one)[0]);
  });

  it('name folders and addresses of territories', () => {
    const places = (text: string) => {
      const { territories, addresses } = readConfig({ HINTERLAND_TERRITORIES: text });
      return [territories, addresses];
    };
    expect(places('/a b:/c')).toEqual([['/a b', '/c'], []]);
    expect(places('s3://depot/graz')).toEqual([[], ['s3://depot/graz']]);
    expect(places(' s3://depot/graz@2026-10 /a:/b  https://host:8443/wien ')).toEqual([
      ['/a', '/b'],
      ['s3://depot/graz@2026-10', 'https://host:8443/wien'],
    ]);
  });

  it('of an identity provider: all that it needs or nothing, with a sentence', () => {
    const whole = {
      HINTERLAND_OIDC_ISSUER: 'https://id.example.com/realms/acme',
      HINTERLAND_OIDC_CLIENT_ID: 'geo',
      HINTERLAND_OIDC_CLIENT_SECRET: 'secret',
      HINTERLAND_OIDC_ORGANIZATION: '7',
      HINTERLAND_OIDC_DOMAINS: 'Acme.example, acme.test',
      HINTERLAND_OIDC_ROLES: 'admin=cn=geo admins,ou=staff; member=geo',
    };
    expect(readConfig(whole).oidc).toEqual({
      issuer: 'https://id.example.com/realms/acme',
      clientId: 'geo',
      clientSecret: 'secret',
      name: 'id.example.com',
      organizationId: 7,
      domains: ['acme.example', 'acme.test'],
      roles: [
        { group: 'cn=geo admins,ou=staff', role: 'admin' },
        { group: 'geo', role: 'member' },
      ],
      groupsClaim: 'groups',
      scope: 'openid email profile',
    });
    for (const [change, sentence] of [
      [{ HINTERLAND_OIDC_DOMAINS: '' }, 'the identity provider needs HINTERLAND_OIDC_DOMAINS'],
      [{ HINTERLAND_OIDC_ISSUER: 'http://id.example.com' }, 'HINTERLAND_OIDC_ISSUER must be an https address'],
      [{ HINTERLAND_OIDC_ROLES: 'boss=geo' }, 'HINTERLAND_OIDC_ROLES must be pairs such as admin=geo-admins'],
      [{ HINTERLAND_OIDC_DOMAINS: 'acme' }, 'HINTERLAND_OIDC_DOMAINS must be domains such as example.com'],
      [{ HINTERLAND_OIDC_SCOPE: 'email' }, 'HINTERLAND_OIDC_SCOPE must be scopes with openid'],
    ] as const) {
      expect(() => readConfig({ ...whole, ...change })).toThrow(sentence);
    }
  });

  it('of payments: all or none, with a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
    const prices = join(folder, 'prices.json');
    await writeFile(prices, '{"currency":"EUR","tax":"none","minimumCredits":1,"packs":[{"credits":10,"price":1.5}]}');
    const stripe = {
      HINTERLAND_PAYMENTS: 'stripe',
      HINTERLAND_PRICES: prices,
      STRIPE_SECRET_KEY: 'sk_live_4eC39',
      STRIPE_WEBHOOK_SECRET: 'whsec_4eC39',
    };
    const { stripe: read, prices: list } = readConfig(stripe);
    expect(read).toEqual({ secretKey: 'sk_live_4eC39', webhookSecret: 'whsec_4eC39', live: true, address: null });
    expect(list).toMatchObject({ currency: 'eur', packs: [{ credits: 10, priceHundredths: 150 }] });
    expect(readConfig({ ...stripe, STRIPE_SECRET_KEY: 'rk_test_1' }).stripe?.live).toBe(false);
    expect(readConfig({ HINTERLAND_PRICES: prices })).toMatchObject({ stripe: null, prices: list });
    for (const [change, sentence] of [
      [{ STRIPE_SECRET_KEY: '' }, 'HINTERLAND_PAYMENTS stripe needs STRIPE_SECRET_KEY'],
      [{ STRIPE_WEBHOOK_SECRET: '', HINTERLAND_PRICES: '' }, 'needs STRIPE_WEBHOOK_SECRET, HINTERLAND_PRICES'],
      [
        { HINTERLAND_PAYMENTS: '' },
        'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET is set, and payments are confirmed by the',
      ],
      [{ HINTERLAND_PAYMENTS: 'card' }, 'HINTERLAND_PAYMENTS must be one of operator, stripe'],
      [{ STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret key'],
      [{ STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must be the signing secret'],
      [{ STRIPE_ADDRESS: 'http://127.0.0.1:9' }, 'a live key is sent to Stripe alone'],
      [{ STRIPE_ADDRESS: 'http://example.com' }, 'STRIPE_ADDRESS must be a loopback address'],
      [
        { HINTERLAND_PRICES: join(folder, 'none.json') },
        /HINTERLAND_PRICES cannot be used: .*none.json cannot be read/,
      ],
    ] as const) {
      expect(() => readConfig({ ...stripe, ...change }), JSON.stringify(change)).toThrow(sentence);
    }
    await rm(folder, { recursive: true });
  });

  it('of mail: a server and a sender, in forms that can be used', () => {
    const given = {
      SMTP_URL: 'smtps://geo:s%40fe@mail.example.com:465',
      HINTERLAND_MAIL_FROM: 'Geo <geo@example.com>',
    };
    expect(readConfig(given)).toMatchObject({ smtpUrl: given.SMTP_URL, mailFrom: given.HINTERLAND_MAIL_FROM });
    expect(readConfig({ HINTERLAND_MAIL_FROM: 'geo@example.com' }).mailFrom).toBe('geo@example.com');
    for (const smtp of ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://a b']) {
      expect(() => readConfig({ SMTP_URL: smtp }), smtp).toThrow('SMTP_URL');
    }
    for (const from of ['geo', 'Geo <geo>', 'a@b, c@d', 'Geo <a@b>\r\nBcc: c@d', 'a@b <c@d>']) {
      expect(() => readConfig({ HINTERLAND_MAIL_FROM: from }), from).toThrow('HINTERLAND_MAIL_FROM');
    }
  });

  it('of places: who adds them, and a mirror, whose folder is absolute', () => {
    expect(readConfig({}).places).toEqual({ whoAdds: 'operator', ofOrganizations: [], mirror: undefined });
    const named = { HINTERLAND_ADD_PLACES: 'owners', HINTERLAND_ADD_PLACES_ORGANIZATIONS: '7, 12' };
    const owners = readConfig({ ...named, HINTERLAND_MIRROR: 'mirror' }).places;
    expect(owners).toEqual({ whoAdds: 'owners', ofOrganizations: [7, 12], mirror: resolve('mirror') });
    expect(() => readConfig({ HINTERLAND_ADD_PLACES: 'owners' })).toThrow('needs HINTERLAND_ADD_PLACES_ORGANIZATIONS');
    const address = 'http://mirror.example.com/files';
    expect(readConfig({ HINTERLAND_MIRROR: address }).places.mirror).toBe(address);
    expect(() => readConfig({ HINTERLAND_ADD_PLACES: 'all' })).toThrow('operator, owners, nobody');
  });

  it('of webhooks and secrets: networks, a key, the operator', () => {
    const key = Buffer.alloc(32, 9).toString('base64');
    const config = readConfig({
      HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8, fd00::/8',
      HINTERLAND_WEBHOOK_PORTS: '8443, 9443',
      HINTERLAND_SECRETS_KEY: key,
      HINTERLAND_OPERATOR_MAIL: 'ops@example.com',
    });
    expect(config).toMatchObject({
      webhookNetworks: ['127.0.0.0/8', 'fd00::/8'],
      webhookPorts: [8443, 9443],
      secretsKey: key,
      operatorMail: 'ops@example.com',
    });
    const wrong = {
      HINTERLAND_WEBHOOK_NETWORKS: '10.0.0.1',
      HINTERLAND_WEBHOOK_PORTS: '70000',
      HINTERLAND_ADD_PLACES_ORGANIZATIONS: 'Acme',
      HINTERLAND_SECRETS_KEY: 'short',
      HINTERLAND_OPERATOR_MAIL: 'x',
    };
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name);
  });

  it('that are wrong are all told at once, by name', () => {
    const wrong = {
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      HINTERLAND_BASE_URL: 'geo',
      HINTERLAND_WORKERS: '-1',
      HINTERLAND_LOG_LEVEL: 'loud',
    };
    const read = () => readConfig(wrong);
    for (const name of Object.keys(wrong)) expect(read).toThrow(name);
  });

  it('trusted proxies are a number or networks', () => {
    const read = (HINTERLAND_TRUSTED_PROXIES: string) => readConfig({ HINTERLAND_TRUSTED_PROXIES }).trustedProxies;
    expect([read('0'), read(' 2 '), read('10.0.0.0/8, fd00::/8')]).toEqual([0, 2, ['10.0.0.0/8', 'fd00::/8']]);
    for (const wrong of ['-1', '11', '1.5', 'all', '10.0.0.0/33', '10.0.0.1,']) {
      expect(() => read(wrong), wrong).toThrow('HINTERLAND_TRUSTED_PROXIES must be a number of proxies');
    }
  });

  it("has no prices on an organization's own server", () => {
    expect(readConfig({ HINTERLAND_HOUSE: '1' }).house).toBe(true);
    expect(() => readConfig({ HINTERLAND_HOUSE: 'yes' })).toThrow('HINTERLAND_HOUSE must be 1, or left out');
    expect(() => readConfig({ HINTERLAND_HOUSE: '1', HINTERLAND_PAYMENTS: 'stripe' })).toThrow(
      'HINTERLAND_HOUSE has no prices',
    );
  });
});
