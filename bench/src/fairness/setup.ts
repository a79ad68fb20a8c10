import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMigratedDatabase } from '@hinterland/service';
import { sql } from 'kysely';
import { applyFile, get, organizationOf, PASSWORD, type Place, post } from '../demoService.ts';
import { type Attacker, batchOf } from './fronts.ts';
import type { Receivers } from './receivers.ts';

/** An organization as it was made. */
export interface Made {
  readonly id: number;
  readonly email: string;
  readonly secrets: readonly string[];
}

interface Home {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly receivers: Receivers;
}

/** Keys of each organization that attacks. */
export const KEYS = 20;
/** Keys of an organization that works: it stays below their rates. */
const VICTIM_KEYS = 40;
/** Webhooks that an organization may have. */
const WEBHOOKS = 10;

/** Makes two organizations that attack, one without credits, and those that work. */
export async function makeOrganizations({ root, home, env, receivers }: Home) {
  await writeFile(join(home, 'receivers.pem'), receivers.authority);
  const wanted = [
    ['Attacker without credits', 'poor@example.com', KEYS, 0],
    ['Attacker with credits', 'rich@example.com', KEYS, 1_000_000],
    ...['third', 'fourth', 'fifth'].map((one) => [one, `${one}@example.com`, VICTIM_KEYS, 1_000_000] as const),
  ] as const;
  const { organizations } = await applyFile(root, home, env, {
    organizations: wanted.map(([name, email, keys, credits]) => organizationOf(name, email, keys, credits)),
  });
  const made = organizations.map(({ id, keys }, i): Made => {
    const [, email] = wanted[i] as NonNullable<(typeof wanted)[number]>;
    return { id, email, secrets: keys.map(({ secret }) => secret as string) };
  });
  return { attackers: made.slice(0, 2), victims: made.slice(2) };
}

const isochroneAt = (place: Place) => ({ origins: [place], bandSeconds: [900] });

/** Path of the tiles of the first territory that is listed. */
export const tilesPath = (listed: unknown): string =>
  (listed as { territories: { tiles: string[] }[] }).territories[0]?.tiles[0]?.replace('/{z}/{x}/{y}', '') ?? '';

/** Has an organization run an analysis that anyone may read. Returns its code. */
export async function makeReport(url: URL, { secrets: [secret] }: Made, place: Place): Promise<string> {
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(`/api/v1${path}`, url), {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const { id } = await call('POST', '/analyses', { name: 'Area', state: {} });
  await call('PUT', `/analyses/${id}/shares`, { anyone: true, anyoneExpiresDays: null });
  const action = '/actions/analysis.people_economy';
  const { quotedCredits } = await call('POST', `${action}/quote`, isochroneAt(place));
  await call('POST', `${action}/execute`, { ...isochroneAt(place), quotedCredits }, { 'X-Analysis-Id': id });
  return id;
}

/** Has an organization register receivers, store an analysis of a megabyte and sign in. */
export async function prepareAttacker(
  url: URL,
  { id, email, secrets }: Made,
  { places, receivers, reportCode }: { places: readonly Place[]; receivers: Receivers; reportCode: string },
): Promise<Attacker> {
  const agent = new Agent({ keepAlive: true });
  try {
    const call = async (path: string, body: object) => {
      const { status, text } = await post(url, agent, `/api/v1${path}`, secrets[0] as string, JSON.stringify(body));
      if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
      return JSON.parse(text);
    };
    const webhookIds: number[] = [];
    for (let i = 0; i < WEBHOOKS; i++) {
      webhookIds.push((await call('/webhooks', { url: `${receivers.endless}/${i}`, events: ['job.completed'] })).id);
    }
    const state = { text: 'x'.repeat(1_000_000) };
    const { code } = await call('/analyses', { name: 'Large', state });
    const batch = batchOf({ places, batchCredits: 0 }, 0);
    const { quotedCredits } = await call('/actions/enrich.points/quote', batch);
    const headers = { Origin: url.origin, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email, password: PASSWORD });
    const signedIn = await fetch(new URL('/web/v1/sign-in', url), { method: 'POST', headers, body });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const isochroneCredits = (await call('/actions/analysis.isochrone/quote', isochroneAt(places[0] as Place)))
      .quotedCredits;
    const listed = await (await fetch(new URL('/tiles', url), { headers: { Cookie: cookie } })).json();
    return {
      secrets,
      cookie,
      organizationId: id,
      webhookIds,
      analysisCode: code,
      reportCode,
      batchCredits: quotedCredits,
      isochroneCredits,
      tiles: tilesPath(listed),
      places,
    };
  } finally {
    agent.destroy();
  }
}

/** Starts a batch of the attacker with credits and waits for its end. Returns its id. */
export async function jobOf(url: URL, attackers: readonly Attacker[]): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  try {
    const attacker = attackers[1] as Attacker;
    const secret = attacker.secrets[0] as string;
    for (;;) {
      const body = JSON.stringify(batchOf(attacker, 1));
      const { status, text } = await post(url, agent, '/api/v1/actions/enrich.points/execute', secret, body);
      if (status < 300) {
        const id = JSON.parse(text).result.jobId;
        while (JSON.parse((await get(url, agent, `/api/v1/jobs/${id}`, secret)).text).finishedAt === null)
          await sleep(50);
        return id;
      }
      // What it has begun is to end first.
      if (status !== 409 && status !== 429) throw new Error(`a batch answered ${status}: ${text}`);
      await sleep(500);
    }
  } finally {
    agent.destroy();
  }
}

/** Puts copies of a job into the queue, in the database of a service that does not run. */
export async function queueJobs(
  home: string,
  databaseUrl: string | undefined,
  id: string,
  count: number,
): Promise<void> {
  const database = await openMigratedDatabase({ home, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    await sql`
      insert into job (id, organization_id, user_id, team_id, api_key_id, action_id, input, territory_id, data_version, quote,
        max_credits, total, created_at)
      select 'job_' || lpad(n::text, 26, '0'), organization_id, user_id, team_id, api_key_id, action_id, input, territory_id,
        data_version, quote, 0, total, now()
      from job, generate_series(1, ${count}::integer) n where id = ${id}`.execute(database.db);
  } finally {
    await database.close();
  }
}
