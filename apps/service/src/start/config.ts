import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod';
import { isNetwork } from '../kit/rates/networks.ts';
import { SAMPLERS, type TracesConfig, tracesOf } from '../kit/traces/settings.ts';
import { urlOf } from '../kit/urlOf.ts';
import type { StripeConfig } from '../organizations/orders/stripe/settings.ts';
import { type PriceList, readPriceList } from '../organizations/prices.ts';
import { type OidcConfig, readRoles } from '../organizations/signIn/provider/settings.ts';
import { DIALECTS, type LlmConfig } from '../surface/assistant/model/settings.ts';
import { type PlacesSettings, WHO_ADDS_PLACES } from '../work/territories/places/settings.ts';
import { ConfigError, webAddress, wholeNumber, wholeNumbers } from './settingTypes.ts';

/** Settings of the service, from the environment. */
export interface Config {
  /** Folder of the embedded database and, by default, of the territories. Absolute. */
  readonly home: string;
  /** Folders of territory bundles. Absolute. */
  readonly territories: readonly string[];
  /** Addresses of territories in object storage, such as s3://depot/graz. */
  readonly addresses: readonly string[];
  /** PostgreSQL; absent = the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Whether a pooler stands before the database that gives a connection to a process for one transaction at a time. */
  readonly pooled: boolean;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Public address of the service, without a slash at the end; absent = the address it listens on. */
  readonly baseUrl?: string | undefined;
  /** Engine threads. */
  readonly workers: number;
  /** Memory for what is made of each territory before anyone asks; 0 = nothing is. */
  readonly warmUpMegabytes: number;
  /** Fetched territories that stay although no process uses them. */
  readonly pulledMegabytes: number;
  /** Role of this process: answer calls, work on background jobs, or both. */
  readonly role: (typeof ROLES)[number];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Mail server; absent = mail is written to the folder `mail` of `home`. */
  readonly smtpUrl?: string | undefined;
  /** Sender of mail; absent = no-reply at the host of `baseUrl`. */
  readonly mailFrom?: string | undefined;
  /** Recipient of mails about faults that only the operator can repair. */
  readonly operatorMail?: string | undefined;
  /** Encrypts secrets in the database: 32 bytes in base64; absent = a file in `home`. */
  readonly secretsKey?: string | undefined;
  /** Networks in CIDR form that webhooks may lead to although they are not public. */
  readonly webhookNetworks: readonly string[];
  /** Ports that webhooks may lead to beside 443. */
  readonly webhookPorts: readonly number[];
  /** Trusted proxies, whose X-Forwarded-For counts: their number, or their networks; 0 = none. */
  readonly trustedProxies: number | readonly string[];
  /** Port for the figures and the health of this process; absent = none, 0 = any free port. */
  readonly metricsPort?: number | undefined;
  /** Address that this port listens on. */
  readonly metricsHost: string;
  /** Where traces go, and which; null where there are none. */
  readonly traces: TracesConfig | null;
  /** Path of the Chromium that makes PDF; absent = the first of the usual places that has one. */
  readonly chromiumPath?: string | undefined;
  /** Credits that the first organization of a verified address begins with. */
  readonly startingCredits: number;
  /** Whether it is an organization's own server: nothing is priced, ordered or bought on any surface; limits and ledger stay. */
  readonly house: boolean;
  /** Whether those who are not signed in have a front page, with areas to try. */
  readonly frontPage: boolean;
  /** Prices of credits; null where members see none. */
  readonly prices: PriceList | null;
  /** The card payments of Stripe; null where the operator confirms orders. */
  readonly stripe: StripeConfig | null;
  /** The identity provider of an organization; null where there is none. */
  readonly oidc: OidcConfig | null;
  /** The language model of the assistant; null where the assistant is off. */
  readonly llm: LlmConfig | null;
  /** Who may add places from the web app, and where files come from in place of the public servers. */
  readonly places: Pick<PlacesSettings, 'whoAdds' | 'ofOrganizations' | 'mirror'>;
  /** Address of the store for files of jobs; null where enrich.dataset is not offered. */
  readonly bulkStore: string | null;
}

const ROLES = ['all', 'api', 'worker'] as const;
const PAYMENTS = ['operator', 'stripe'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The environment variables that are read; every other one is left alone. */
const environment = z.object({
  HINTERLAND_HOME: z.string().default('var'),
  HINTERLAND_TERRITORIES: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'must begin with postgres:// or postgresql://; leave it out for the embedded database',
    )
    .optional(),
  HINTERLAND_POOLER: z.literal('transaction', 'must be transaction, or left out').optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 'a port from 0 to 65535').default(8080),
  HINTERLAND_BASE_URL: webAddress('https://geo.example.com').optional(),
  HINTERLAND_WORKERS: wholeNumber(1, 256, 'a number of threads from 1 to 256').optional(),
  HINTERLAND_WARM_UP_MEGABYTES: wholeNumber(0, 100_000, 'a number of megabytes from 0 to 100000').default(1000),
  HINTERLAND_PULLED_MEGABYTES: wholeNumber(0, 999_999, 'a number of megabytes from 0 to 999999').default(10_000),
  HINTERLAND_ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\/[^/]/.test(value) && urlOf(value) !== null,
      'must be an address such as smtp://user:password@mail.example.com:587, or smtps://…',
    )
    .optional(),
  HINTERLAND_MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]{0,100}<[^<>@\s]{1,64}@[^<>@\s]{1,190}>|[^<>@\s]{1,64}@[^<>@\s]{1,190})$/,
      'must be an e-mail address, or a name with one: Hinterland <geo@example.com>',
    )
    .optional(),
  HINTERLAND_OPERATOR_MAIL: z
    .string()
    .regex(/^[^<>@\s,]{1,64}@[^<>@\s,]{1,190}$/, 'must be an e-mail address')
    .optional(),
  HINTERLAND_SECRETS_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((key) => Buffer.from(key, 'base64').length === 32),
      'must be 32 bytes in base64: openssl rand -base64 32',
    )
    .optional(),
  HINTERLAND_WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine((all) => all.every(isNetwork), 'must be networks such as 10.0.0.0/8, separated by commas')
    .optional(),
  HINTERLAND_WEBHOOK_PORTS: wholeNumbers(1, 65_535, 'ports such as 8443').optional(),
  HINTERLAND_TRUSTED_PROXIES: z
    .string()
    .transform((text) => (/^\d+$/.test(text.trim()) ? Number(text) : text.split(',').map((one) => one.trim())))
    .refine(
      (value) => (typeof value === 'number' ? value <= 10 : value.every(isNetwork)),
      'must be a number of proxies from 0 to 10, or their networks such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  HINTERLAND_METRICS_PORT: wholeNumber(0, 65_535, 'a port from 0 to 65535').optional(),
  HINTERLAND_METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://collector:4318').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf', 'must be http/protobuf, or left out').optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .optional(),
  OTEL_SERVICE_NAME: z.string().trim().max(200).default('hinterland'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a share from 0 to 1')
    .min(0, 'must be a share from 0 to 1')
    .max(1, 'must be a share from 0 to 1')
    .optional(),
  HINTERLAND_CHROMIUM_PATH: z.string().optional(),
  HINTERLAND_FRONT_PAGE: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  HINTERLAND_HOUSE: z.enum(['0', '1'], 'must be 1, or left out').default('0'),
  HINTERLAND_STARTING_CREDITS: wholeNumber(0, 999_999, 'a number of credits from 0 to 999999').default(200),
  HINTERLAND_PAYMENTS: z.enum(PAYMENTS, `must be one of ${PAYMENTS.join(', ')}`).default('operator'),
  HINTERLAND_PRICES: z
    .string()
    .transform((path, context): PriceList => {
      try {
        return readPriceList(resolve(path));
      } catch (error) {
        context.addIssue({ code: 'custom', message: `cannot be used: ${(error as Error).message}` });
        return z.NEVER;
      }
    })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key such as sk_test_… or sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the endpoint, whsec_…')
    .optional(),
  STRIPE_ADDRESS: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/, error: 'must be a loopback address, for tests' })
    .transform((address) => new URL(address).origin)
    .optional(),
  HINTERLAND_LLM_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://models.example.com/v1' })
    .refine((value) => !/[?#]|\/\/[^/]*@/.test(value), 'must not have a query, a fragment or a password')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  HINTERLAND_LLM_MODEL: z.string().trim().max(200).optional(),
  HINTERLAND_LLM_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be a key without spaces')
    .optional(),
  HINTERLAND_LLM_DIALECT: z.enum(DIALECTS, `must be one of ${DIALECTS.join(', ')}`).optional(),
  HINTERLAND_OIDC_ISSUER: z
    .string()
    .regex(
      /^(https:\/\/[^\s?#@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?[^\s?#@]*)$/,
      'must be an https address without query or password',
    )
    .optional(),
  HINTERLAND_OIDC_CLIENT_ID: z.string().trim().max(500).optional(),
  HINTERLAND_OIDC_CLIENT_SECRET: z.string().trim().max(2000).optional(),
  HINTERLAND_OIDC_NAME: z.string().trim().max(60).optional(),
  HINTERLAND_OIDC_ORGANIZATION: wholeNumber(1, 999_999, 'the number of an organization').optional(),
  HINTERLAND_OIDC_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .refine(
      (all) => all.every((one) => /^[^\s@/]+\.[^\s@/]+$/.test(one)),
      'must be domains such as example.com, separated by commas',
    )
    .optional(),
  HINTERLAND_OIDC_ROLES: z
    .string()
    .transform((text, context): OidcConfig['roles'] => {
      try {
        return readRoles(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  HINTERLAND_OIDC_GROUPS_CLAIM: z.string().trim().max(200).optional(),
  HINTERLAND_OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must be scopes with openid among them, separated by spaces')
    .optional(),
  HINTERLAND_ADD_PLACES: z.enum(WHO_ADDS_PLACES, `must be one of ${WHO_ADDS_PLACES.join(', ')}`).default('operator'),
  HINTERLAND_ADD_PLACES_ORGANIZATIONS: wholeNumbers(1, 999_999, 'numbers of organizations').optional(),
  HINTERLAND_MIRROR: z
    .string()
    .transform((text) => (/^https?:\/\//i.test(text) ? text : resolve(text)))
    .optional(),
  HINTERLAND_BULK_STORE: z
    .string()
    .regex(/^(s3:\/\/[^/\s?#]+|file:\/\/\/[^\s?#]*)/, 'must be an address such as s3://bucket/jobs or file:///srv/jobs')
    .optional(),
  HINTERLAND_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** Reads the settings. An empty variable counts as absent. Throws ConfigError with every problem at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
  }
  const settings = parsed.data;
  if (settings.HINTERLAND_ROLE !== 'all' && settings.DATABASE_URL === undefined) {
    const role = settings.HINTERLAND_ROLE;
    throw new ConfigError([
      `HINTERLAND_ROLE ${role} needs DATABASE_URL: the embedded database serves one process, which does all`,
    ]);
  }
  if (settings.HINTERLAND_ADD_PLACES === 'owners' && settings.HINTERLAND_ADD_PLACES_ORGANIZATIONS === undefined) {
    throw new ConfigError([
      'HINTERLAND_ADD_PLACES owners needs HINTERLAND_ADD_PLACES_ORGANIZATIONS: the numbers of the organizations whose owners may add places',
    ]);
  }
  const house = settings.HINTERLAND_HOUSE === '1';
  if (house && (settings.HINTERLAND_PRICES !== undefined || settings.HINTERLAND_PAYMENTS === 'stripe')) {
    throw new ConfigError([
      'HINTERLAND_HOUSE has no prices: leave out HINTERLAND_PRICES and HINTERLAND_PAYMENTS, or HINTERLAND_HOUSE',
    ]);
  }
  const home = resolve(settings.HINTERLAND_HOME);
  return {
    home,
    ...placesOf(settings.HINTERLAND_TERRITORIES ?? join(home, 'territories')),
    databaseUrl: settings.DATABASE_URL,
    pooled: settings.HINTERLAND_POOLER !== undefined,
    host: settings.HOST,
    port: settings.PORT,
    baseUrl: settings.HINTERLAND_BASE_URL,
    role: settings.HINTERLAND_ROLE,
    workers: settings.HINTERLAND_WORKERS ?? Math.max(1, availableParallelism() - 1),
    warmUpMegabytes: settings.HINTERLAND_WARM_UP_MEGABYTES,
    pulledMegabytes: settings.HINTERLAND_PULLED_MEGABYTES,
    logLevel: settings.HINTERLAND_LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.HINTERLAND_MAIL_FROM,
    operatorMail: settings.HINTERLAND_OPERATOR_MAIL,
    secretsKey: settings.HINTERLAND_SECRETS_KEY,
    trustedProxies: settings.HINTERLAND_TRUSTED_PROXIES ?? 0,
    metricsPort: settings.HINTERLAND_METRICS_PORT,
    metricsHost: settings.HINTERLAND_METRICS_HOST,
    traces: tracesOf(settings),
    chromiumPath: settings.HINTERLAND_CHROMIUM_PATH,
    house,
    startingCredits: settings.HINTERLAND_STARTING_CREDITS,
    frontPage: settings.HINTERLAND_FRONT_PAGE === 'open',
    prices: settings.HINTERLAND_PRICES ?? null,
    stripe: stripeOf(settings),
    llm: llmOf(settings),
    oidc: oidcOf(settings),
    places: {
      whoAdds: settings.HINTERLAND_ADD_PLACES,
      ofOrganizations: settings.HINTERLAND_ADD_PLACES_ORGANIZATIONS ?? [],
      mirror: settings.HINTERLAND_MIRROR,
    },
    webhookNetworks: settings.HINTERLAND_WEBHOOK_NETWORKS ?? [],
    webhookPorts: settings.HINTERLAND_WEBHOOK_PORTS ?? [],
    bulkStore: settings.HINTERLAND_BULK_STORE ?? null,
  };
}

/** Folders are separated as in PATH; addresses, and folders beside them, by spaces. */
function placesOf(text: string): Pick<Config, 'territories' | 'addresses'> {
  const isAddress = (one: string) => one.includes('://');
  const parts = isAddress(text) ? text.split(/\s+/).filter(Boolean) : [text];
  const folders = parts.filter((part) => !isAddress(part)).flatMap((part) => part.split(delimiter).filter(Boolean));
  return { territories: folders.map((path) => resolve(path)), addresses: parts.filter(isAddress) };
}

/** The language model: address and name, or nothing of it. Throws ConfigError. */
function llmOf(settings: z.infer<typeof environment>): LlmConfig | null {
  const { HINTERLAND_LLM_URL: url, HINTERLAND_LLM_MODEL: model, HINTERLAND_LLM_KEY: key } = settings;
  const { HINTERLAND_LLM_DIALECT: dialect } = settings;
  if (url !== undefined && model !== undefined) return { url, model, key, dialect: dialect ?? 'openai' };
  const named = { HINTERLAND_LLM_URL: url, HINTERLAND_LLM_MODEL: model, HINTERLAND_LLM_KEY: key };
  const all = Object.entries({ ...named, HINTERLAND_LLM_DIALECT: dialect });
  const given = all.flatMap(([name, value]) => (value === undefined ? [] : [name])).join(', ');
  if (given === '') return null;
  throw new ConfigError([`${given} is set, and the assistant needs HINTERLAND_LLM_URL and HINTERLAND_LLM_MODEL`]);
}

/** The identity provider: all that it needs, or nothing of it. Throws ConfigError. */
function oidcOf(settings: z.infer<typeof environment>): OidcConfig | null {
  const {
    HINTERLAND_OIDC_ISSUER: issuer,
    HINTERLAND_OIDC_CLIENT_ID: clientId,
    HINTERLAND_OIDC_CLIENT_SECRET: clientSecret,
    HINTERLAND_OIDC_ORGANIZATION: organizationId,
    HINTERLAND_OIDC_DOMAINS: domains,
    HINTERLAND_OIDC_ROLES: roles,
  } = settings;
  if (
    issuer !== undefined &&
    clientId !== undefined &&
    clientSecret !== undefined &&
    organizationId !== undefined &&
    domains !== undefined &&
    roles !== undefined
  ) {
    return {
      issuer,
      clientId,
      clientSecret,
      organizationId,
      domains,
      roles,
      name: settings.HINTERLAND_OIDC_NAME ?? new URL(issuer).hostname,
      groupsClaim: settings.HINTERLAND_OIDC_GROUPS_CLAIM ?? 'groups',
      scope: settings.HINTERLAND_OIDC_SCOPE ?? 'openid email profile',
    };
  }
  const all = Object.entries(settings).filter(([name]) => name.startsWith('HINTERLAND_OIDC_'));
  const given = all.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return null;
  const needed = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ORGANIZATION', 'DOMAINS', 'ROLES'].map(
    (one) => `HINTERLAND_OIDC_${one}`,
  );
  const missing = needed.filter((name) => !given.includes(name));
  throw new ConfigError([`${given.join(', ')} is set, and the identity provider needs ${missing.join(', ')}`]);
}

/** The settings of Stripe, all or none. Throws ConfigError. */
function stripeOf(settings: z.infer<typeof environment>): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ADDRESS: address } = settings;
  const named = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
  if (settings.HINTERLAND_PAYMENTS === 'operator') {
    const given = Object.entries({ ...named, STRIPE_ADDRESS: address }).filter(([, value]) => value !== undefined);
    if (given.length === 0) return null;
    throw new ConfigError([
      `${given.map(([name]) => name).join(', ')} is set, and payments are confirmed by the operator: set HINTERLAND_PAYMENTS to stripe, or leave it out`,
    ]);
  }
  const needed = { ...named, HINTERLAND_PRICES: settings.HINTERLAND_PRICES };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) throw new ConfigError([`HINTERLAND_PAYMENTS stripe needs ${missing.join(', ')}`]);
  const live = secretKey?.includes('_live_') === true;
  if (live && address !== undefined) {
    throw new ConfigError(['STRIPE_ADDRESS is for tests: a live key is sent to Stripe alone']);
  }
  return { secretKey: secretKey as string, webhookSecret: webhookSecret as string, live, address: address ?? null };
}
