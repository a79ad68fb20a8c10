import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod';
import { urlOf } from './urlOf.ts';
import { isNetwork } from './webhooks/addresses.ts';

/** Settings of the service, from the environment. */
export interface Config {
  /** Folder of the embedded database and, by default, of the territories. Absolute. */
  readonly home: string;
  /** Folders of territory bundles. Absolute. */
  readonly territories: readonly string[];
  /** PostgreSQL; absent = the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Public address of the service, without a slash at the end; absent = the address it listens on. */
  readonly baseUrl?: string | undefined;
  /** Engine threads. */
  readonly workers: number;
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
  /** Trusted proxies, whose X-Forwarded-For counts: their number, or their networks; 0 = none. */
  readonly trustedProxies: number | readonly string[];
  /** Port for the figures and the health of this process; absent = none, 0 = any free port. */
  readonly metricsPort?: number | undefined;
  /** Address that this port listens on. */
  readonly metricsHost: string;
  /** Credits that the first organization of a verified address begins with. */
  readonly startingCredits: number;
}

const ROLES = ['all', 'api', 'worker'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Every setting was read; the message lists all that are wrong. */
class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Some settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be ${what}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be ${what}`);

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
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 'a port from 0 to 65535').default(8080),
  HINTERLAND_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://geo.example.com' })
    .refine((value) => !/[?#]/.test(value), 'must not have a query or fragment')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  HINTERLAND_WORKERS: wholeNumber(1, 256, 'a number of threads from 1 to 256').optional(),
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
  HINTERLAND_STARTING_CREDITS: wholeNumber(0, 999_999, 'a number of credits from 0 to 999999').default(200),
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
  const home = resolve(settings.HINTERLAND_HOME);
  return {
    home,
    territories: settings.HINTERLAND_TERRITORIES?.split(delimiter)
      .filter(Boolean)
      .map((path) => resolve(path)) ?? [join(home, 'territories')],
    databaseUrl: settings.DATABASE_URL,
    host: settings.HOST,
    port: settings.PORT,
    baseUrl: settings.HINTERLAND_BASE_URL,
    role: settings.HINTERLAND_ROLE,
    workers: settings.HINTERLAND_WORKERS ?? Math.max(1, availableParallelism() - 1),
    logLevel: settings.HINTERLAND_LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.HINTERLAND_MAIL_FROM,
    operatorMail: settings.HINTERLAND_OPERATOR_MAIL,
    secretsKey: settings.HINTERLAND_SECRETS_KEY,
    trustedProxies: settings.HINTERLAND_TRUSTED_PROXIES ?? 0,
    metricsPort: settings.HINTERLAND_METRICS_PORT,
    metricsHost: settings.HINTERLAND_METRICS_HOST,
    startingCredits: settings.HINTERLAND_STARTING_CREDITS,
    webhookNetworks: settings.HINTERLAND_WEBHOOK_NETWORKS ?? [],
  };
}
