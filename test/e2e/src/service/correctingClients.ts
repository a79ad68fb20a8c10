import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { countWork } from '../../../../apps/service/src/kit/countWork.ts';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { scaled } from '../../../../apps/service/src/testing/scaled.ts';
import { makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { expectTrueBooks, GRANTED } from './books.ts';

/** An organization that corrects stores. */
interface Corrector {
  readonly name: string;
  readonly secret: string;
}

/** What an organization was told, and what it holds to be in force. */
interface Told {
  readonly charges: Map<string, number>;
  readonly wrong: string[];
  /** Names of its added stores in force. */
  readonly added: Set<string>;
  /** Versions as they were read right after their runs. */
  readonly versions: string[];
  squareMeters: number | null;
  replays: number;
  broken: number;
  undone: number;
  imported: number;
}

export interface CorrectingClients {
  /** Answers that were compared with what the organization says of stores. */
  readonly answered: number;
  /** Lets each organization end what it does, and reads all of it once more. */
  finish(): Promise<void>;
  /** Holds the corrections and the books of each organization against what it was told; returns the figures. */
  expectTrue(db: Db): Promise<string>;
}

export interface CorrectingSettings {
  readonly correctors: readonly Corrector[];
  readonly urls: () => readonly string[];
  /** Territory, of which the drawn stores are corrected, where there are several. */
  readonly territory?: string;
  /** Credits that a run costs more by version of the data; nothing where absent. */
  readonly surcharges?: Readonly<Record<string, number>>;
  readonly seed: number;
}

/** Work in which a call must have come to its end, with all its retries. */
const PATIENCE_MILLISECONDS = 120_000;
const CREDITS = 2;
/** Added stores of an organization beyond which more are undone than one. */
const STORES_MAX = 50;
/** Store whose floor area every organization says otherwise. */
const CORRECTED = 'w/1';

export const makeCorrectors = (db: Db, count = 3): Promise<Corrector[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const name = `Corrector ${i}`;
      const account = { organization: name, email: `corrector${i}@example.com`, credits: GRANTED };
      const { secret } = await makeAccount(db, { ...account, scopes: ['read', 'run', 'manage'] });
      return { name, secret };
    }),
  );

/**
 * Organizations that each, one call after the other, import, make and undo corrections of the same stores and run a charged
 * question on them, bound to an analysis. A call that breaks is repeated: an import and an undo change nothing the second time, of two
 * floor areas the later one is in force. Every answer must see what its organization says, to the last call, and nothing of others.
 */
export function startCorrectingClients(settings: CorrectingSettings): CorrectingClients {
  const { correctors, urls, territory, surcharges = {}, seed } = settings;
  const within = territory === undefined ? {} : { territory };
  const query = territory === undefined ? '' : `&territory=${territory}`;
  let answered = 0;
  let stopped = false;

  const client = async ({ name, secret }: Corrector, no: number, told: Told) => {
    const random = new SeededRandom(seed + no);
    /** An answer, after as many tries as it takes. Throws where it is a refusal for good. */
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
    const ask = async (method: string, path: string, body?: () => object, headers = {}): Promise<any> => {
      const worked = countWork();
      while (worked() < PATIENCE_MILLISECONDS) {
        const places = urls();
        let answer: Response;
        let text: string;
        try {
          if (places.length === 0) throw new Error('none runs');
          answer = await fetch(`${random.pick(places)}/api/v1${path}`, {
            method,
            headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
            ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
            signal: AbortSignal.timeout(scaled(45_000)),
          });
          text = await answer.text();
        } catch {
          if (places.length > 0) told.broken++;
          await sleep(50);
          continue;
        }
        if (answer.ok) return text.startsWith('{') ? { ...JSON.parse(text), text } : { text };
        const problem = JSON.parse(text);
        if (problem.error === 'quote_changed') quotedCredits = problem.quotedCredits;
        else if (![429, 500, 503, 504].includes(answer.status) && problem.error !== 'idempotency_in_progress')
          throw new Error(`${method} ${path}: ${answer.status} ${text}`);
        await sleep(100);
      }
      throw new Error(`${method} ${path}: no answer`);
    };
    let quotedCredits = CREDITS;
    let runs = 0;
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
    const expectOwn = (what: string, stores: readonly any[]) => {
      const own = stores.filter(({ id }) => id.startsWith('own/')).map((one) => one.name);
      const seen = [own.toSorted((a, b) => (a < b ? -1 : 1)), stores.find(({ id }) => id === CORRECTED)?.squareMeters];
      const wanted = [[...told.added].toSorted((a, b) => (a < b ? -1 : 1)), told.squareMeters ?? 80.5];
      if (JSON.stringify(seen) !== JSON.stringify(wanted))
        told.wrong.push(`${what}: ${JSON.stringify(seen)} in place of ${JSON.stringify(wanted)}`);
      answered++;
    };
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
    const inForce = async (): Promise<any[]> => (await ask('GET', `/corrections?limit=500${query}`)).data;
    const { id: code } = await ask('POST', '/analyses', () => ({ name }));

    const steps = {
      async import(i: number) {
        const names = [`${name} ${i} a`, `${name} ${i} b`];
        const rows = names.map((one) => `added,${one},food.bakery,50.0005,10.001`).join('\n');
        await ask('POST', '/corrections/csv', () => ({
          ...within,
          csv: `kind,storeId,name,sectorCode,lat,lng\n${rows.replaceAll('added,', 'added,,')}\n`,
        }));
        for (const one of names) told.added.add(one);
        told.imported += names.length;
      },
      async make(i: number) {
        const squareMeters = 1000 * (no + 1) + i;
        const body = { ...within, kind: 'floor_area', storeId: CORRECTED, squareMeters };
        await ask('POST', '/corrections', () => body);
        told.squareMeters = squareMeters;
      },
      /** Of many, so that a list has room for all. */
      async undo() {
        const added = (await inForce()).filter(({ kind }) => kind === 'added');
        for (const one of added.slice(0, Math.max(1, added.length - STORES_MAX))) {
          await ask('POST', `/corrections/${one.id}/undo`, () => ({}));
          if (!told.added.delete(one.name)) told.wrong.push(`${one.name} was in force twice, or is of another`);
          told.undone++;
        }
      },
      async run(i: number) {
        const key = `${name} ${seed} ${i}`;
        const headers = { 'Idempotency-Key': key, 'X-Analysis-Id': code };
        const input = { ...within, credits: CREDITS, waitMilliseconds: random.int(100) };
        const path = '/actions/test.stores/execute';
        const { result, replayed, version } = await ask('POST', path, () => ({ ...input, quotedCredits }), headers);
        if (replayed) told.replays++;
        expectOwn(`${key}, answer`, result.seen.stores);
        told.charges.set(key, result.creditsCharged);
        if (!replayed && result.creditsCharged !== CREDITS + (surcharges[result.version] ?? 0))
          told.wrong.push(`${key}: ${result.creditsCharged} charged on ${result.version}`);
        if (version.versionNo !== ++runs) told.wrong.push(`${key} is version ${version.versionNo}, not ${runs}`);
        const stored = await ask('GET', `/analyses/${code}/versions/${runs}`);
        expectOwn(`${key}, version`, stored.results.seen.stores);
        told.versions.push(stored.text);
        // What the version was computed with can be listed: the same number of corrections.
        const { revision, of } = stored.results.seen.corrections ?? { revision: '0.0', of: { organization: 0 } };
        const then = await ask('GET', `/corrections?revision=${revision}${query}`);
        if (then.total !== of.organization) told.wrong.push(`${key}: ${then.total} corrections at ${revision}`);
      },
      async look(i: number) {
        const { data } = await ask('GET', `/stores?lat=50.0005&lng=10.001&meters=5000&limit=200${query}`);
        expectOwn(`${name} ${i}, list`, data);
      },
    };
    const order = ['import', 'run', 'make', 'look', 'undo', 'run'] as const;
    for (let i = 0; !stopped; i++) {
      await steps[order[i % order.length]!](i);
      await sleep(300 + random.int(500)); // a key may make 60 charged calls a minute
    }
    await steps.run(-1);
    const last = await inForce();
    const sayings = last.map((one) => `${one.kind} ${one.kind === 'added' ? one.name : one.storeId}`);
    const wanted = [...told.added].map((one) => `added ${one}`);
    if (told.squareMeters !== null) wanted.push(`floor_area ${CORRECTED}`);
    if (JSON.stringify(sayings.sort()) !== JSON.stringify(wanted.sort()))
      told.wrong.push(`${name}: ${sayings} in force in place of ${wanted}`);
    for (const [i, text] of told.versions.entries())
      if ((await ask('GET', `/analyses/${code}/versions/${i + 1}`)).text !== text)
        told.wrong.push(`${name}: version ${i + 1} is another than it was`);
  };

  const all = correctors.map(
    (): Told => ({
      charges: new Map(),
      wrong: [],
      added: new Set(),
      versions: [],
      squareMeters: null,
      replays: 0,
      broken: 0,
      undone: 0,
      imported: 0,
    }),
  );
  const working = Promise.all(correctors.map((one, no) => client(one, no, all[no]!)));
  // Thrown where it is awaited; until then nobody waits for answers in vain.
  working.catch(() => {
    answered = Number.POSITIVE_INFINITY;
  });
  return {
    get answered() {
      return answered;
    },
    async finish() {
      stopped = true;
      await working;
    },
    async expectTrue(db) {
      for (const [no, told] of all.entries()) {
        const { name } = correctors[no]!;
        await expectTrueBooks(db, told, name);
        const stored = await sql<{ name: string; times: number; versions: number }>`
          select c.said ->> 'name' as name, count(*)::integer as times from store_correction c
          join organization o on o.id = c.organization_id where o.name = ${name} and c.kind = 'added' group by 1`.execute(
          db,
        );
        expect(stored.rows.filter(({ times }) => times !== 1)).toEqual([]);
        expect(stored.rows.length).toBe(told.imported);
        const runs = await sql<{ runs: number }>`
          select count(*)::integer as runs from analysis_run r join organization o on o.id = r.organization_id
          where o.name = ${name}`.execute(db);
        expect(runs.rows).toEqual([{ runs: told.charges.size }]);
      }
      const sum = (of: (told: Told) => number) => all.reduce((total, told) => total + of(told), 0);
      return (
        `${sum(({ imported }) => imported)} stores added by ${all.length} organizations, ${sum(({ undone }) => undone)} undone, ` +
        `${sum(({ charges }) => charges.size)} runs and versions, ${sum(({ replays }) => replays)} replays, ` +
        `${sum(({ broken }) => broken)} broken connections, ${answered} answers compared`
      );
    },
  };
}
