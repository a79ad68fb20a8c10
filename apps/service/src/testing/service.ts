import { inMemoryTerritory, type Territory } from '@hinterland/territory';
import type { BundleSource } from '../engine/bundles.ts';
import type { FileDamage } from '../engine/verification.ts';
import { threadProgram } from '../kit/threadProgram.ts';
import { readConfig } from '../start/config.ts';
import { type RunningService, startService } from '../start/service.ts';
import type { TestReplacements } from '../start/testReplacements.ts';
import { actions } from './actions.ts';
import type { TestDatabase } from './databases.ts';

export interface DrawnTerritory {
  readonly id?: string;
  readonly name?: string;
  readonly version?: string;
  /** Version of the census; absent = none is installed. */
  readonly sociodemo?: string;
  readonly continent?: Territory['manifest']['continent'];
  readonly bbox?: Territory['manifest']['bbox'];
  readonly codes?: readonly string[];
  /** Credits that test actions add to their price on it. */
  readonly surcharge?: number;
}

/** A territory with an extent and areas, and nothing in it. */
export function drawn(parts: DrawnTerritory = {}): Territory {
  const codes = parts.codes ?? [];
  const zeros = codes.map(() => 0);
  return inMemoryTerritory({
    manifest: {
      id: parts.id ?? 'town',
      name: parts.name ?? 'Town',
      continent: parts.continent ?? 'oceania',
      bbox: parts.bbox ?? { west: 10, south: 40, east: 11, north: 41 },
    },
    versions: {
      territory: parts.version ?? '2026-10',
      ...(parts.sociodemo === undefined ? {} : { sociodemo: parts.sociodemo }),
    },
    ...(parts.sociodemo === undefined ? {} : { sociodemo: {} }),
    parameters: parts.surcharge === undefined ? {} : { surcharge: parts.surcharge },
    areas: {
      code: codes as string[],
      name: codes as string[],
      country: codes.map(() => 'XX'),
      kind: zeros,
      level: zeros,
      localType: codes.map(() => ''),
      parent: codes.map(() => -1),
      areaSquareKm: zeros,
      west: zeros,
      south: zeros,
      east: zeros,
      north: zeros,
      cut: zeros,
    },
  });
}

/** Bundles that a test changes while the service runs. */
export class TestBundles implements BundleSource {
  #territories: readonly Territory[];
  broken: string | null = null;
  /** Ends the verification of all that is loaded from here on; sound at once where absent. */
  verification: Promise<FileDamage | null> = Promise.resolve(null);
  constructor(...territories: Territory[]) {
    this.#territories = territories;
  }
  set(...territories: Territory[]): void {
    this.#territories = territories;
  }
  async list() {
    return this.#territories.map(({ manifest, dataVersion }) => ({
      bundle: manifest.id,
      fingerprint: `${JSON.stringify(dataVersion)} ${this.broken}`,
    }));
  }
  async readBefore() {
    return null;
  }
  verify(): Promise<FileDamage | null> {
    return this.verification;
  }
  async load(bundle: string) {
    if (this.broken !== null) throw new Error(this.broken);
    return this.#territories.find(({ manifest }) => manifest.id === bundle) as Territory;
  }
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
  readonly body: any;
}

/** Status of an answer, with the code of its problem: "200", "404 not_found". */
export const seen = ({ status, body }: Pick<Reply, 'status' | 'body'>): string =>
  body?.error === undefined ? `${status}` : `${status} ${body.error}`;

export interface TestService extends RunningService {
  readonly bundles: TestBundles;
  /** Lines of the log. */
  readonly log: string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  quote(key: string, actionId: string, input: unknown): Promise<Reply>;
  execute(key: string, actionId: string, input: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface RequestOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** The whole service on a free port, with test actions and a drawn territory. */
export async function startTestService(
  database: TestDatabase,
  replaced: TestReplacements & {
    readonly stopGraceMilliseconds?: number;
    readonly workers?: number;
    /** Further settings. */
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestService> {
  const bundles = new TestBundles(drawn());
  const log: string[] = [];
  const config = readConfig({
    PORT: '0',
    HINTERLAND_HOME: database.settings.home,
    HINTERLAND_WORKERS: String(replaced.workers ?? 2),
    HINTERLAND_WARM_UP_MEGABYTES: '0',
    HINTERLAND_LOG_LEVEL: 'debug',
    HINTERLAND_STARTING_CREDITS: '0',
    ...replaced.env,
  });
  const service = await startService(config, {
    handleSignals: false,
    stopGraceMilliseconds: replaced.stopGraceMilliseconds ?? 5000,
    replaced: {
      keptBytes: 0, // test actions are not pure: they tell threads apart, wait and fail
      // The database belongs to the suite and outlives the service.
      database: { ...database, close: async () => {} },
      source: bundles,
      registry: { actions, module: threadProgram('testActions').href },
      writeLog: (line) => log.push(line),
      killAfterMilliseconds: 300,
      territoryPollMilliseconds: 20,
      pace: { enter: async () => {}, refuse: async () => {}, othersWork: () => false, customersWork: () => false }, // a test sends as fast as it can, for several organizations
      taskMilliseconds: null, // a test does regular tasks itself, at the time of its own clock
      ...replaced,
    },
  });
  return { ...service, bundles, log, ...callsTo(service.url) };
}

/** The calls of a test, to where the service is reached. */
export function callsTo(url: string): Pick<TestService, 'request' | 'quote' | 'execute'> {
  const request = async (method: string, path: string, { key, body, headers, signal }: RequestOptions = {}) => {
    const sent =
      body === undefined ? null : typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(sent === null ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: sent,
      redirect: 'manual',
      signal: signal ?? null,
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  };
  return {
    request,
    quote: (key, actionId, input) => request('POST', `/api/v1/actions/${actionId}/quote`, { key, body: input }),
    execute: (key, actionId, input, headers = {}) =>
      request('POST', `/api/v1/actions/${actionId}/execute`, { key, body: input, headers }),
  };
}
