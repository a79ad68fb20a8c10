import { sql } from 'kysely';
import { type Db, databaseClock, now } from '../../../../apps/service/src/kit/db/database.ts';
import { ProblemError } from '../../../../apps/service/src/kit/problem.ts';
import { grantCredits } from '../../../../apps/service/src/organizations/credits/grant.ts';
import { refundCredits } from '../../../../apps/service/src/organizations/credits/refund.ts';
import { setMonthlyLimit } from '../../../../apps/service/src/organizations/credits/setMonthlyLimit.ts';
import type { Spender } from '../../../../apps/service/src/organizations/credits/spender.ts';
import { type MadeAccount, makeAccount } from '../../../../apps/service/src/testing/town.ts';
import { Book } from './book.ts';
import { makeReceiver, type Receiver } from './receiver.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { isExpected, type Server, startServer } from './server.ts';
import { type Chances, NO_FAULTS, type SimulatedDatabase } from './simulatedDatabase.ts';

/** Processes of the service that are up at the same time. */
const SERVERS = 3;
/** Clients at work at the same time. */
const CLIENTS = 8;
const CHANCES: Chances = { lostQuestion: 0.004, lostAnswer: 0.004, killBefore: 0.0008, killAfter: 0.0008 };
const THOUSAND = 1000;
/** Tries of a client until it gives up. */
const TRIES_MAX = 8;

/**
 * Three organizations with limits, whose clients start runs and jobs, repeat and stop them, against processes of the service that are
 * killed and replaced; beside them an operator who grants, refunds, limits and suspends. What was promised to clients is in the book.
 */
export class World {
  readonly book = new Book();
  readonly receiver: Receiver;
  readonly #scheduler: Scheduler;
  readonly #database: SimulatedDatabase;
  readonly #outside: Process;
  readonly #servers: Server[] = [];
  #accounts: readonly MadeAccount[] = [];
  #started = 0;
  #atWork = 0;
  #isEnding = false;
  /** What no caller should ever see. */
  readonly unexpected: unknown[] = [];

  constructor(scheduler: Scheduler, database: SimulatedDatabase) {
    this.#scheduler = scheduler;
    this.#database = database;
    this.#outside = scheduler.startProcess('outside');
    this.receiver = makeReceiver(scheduler);
  }

  /** Makes accounts and processes. */
  async begin(): Promise<void> {
    const { db } = this.#database;
    const accounts: MadeAccount[] = [];
    for (const [i, organization] of ['Acme', 'Borealis', 'Corvus'].entries()) {
      const email = `owner${i}@example.com`;
      const limits = { credits: 30, teamLimit: 35, userLimit: 30, keyCap: 25 };
      const account = await makeAccount(db, { organization, email, ...limits });
      accounts.push(account);
      const { organizationId, userId } = account.spender;
      await sql`
        insert into webhook (organization_id, url, events, secret, created_by, created_at)
        values (${organizationId}, ${`https://${organization}.example.com`}, ${['job.completed', 'job.failed']},
          ${Buffer.from('secret')}, ${userId}, ${now(databaseClock)})`.execute(db);
    }
    this.#accounts = accounts;
    this.#database.chances = CHANCES;
    this.#database.onKill = (process) => this.#replace(process);
    for (let i = 0; i < SERVERS; i++) this.#startServer();
    void this.#operate();
    void this.#disturb();
    for (let i = 0; i < CLIENTS; i++) void this.#beClient();
  }

  /** Lets no fault happen any more, and nobody ask for anything new. */
  end(): void {
    this.#isEnding = true;
    this.#database.chances = NO_FAULTS;
    this.#scheduler.jumps = false;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Whether all clients have their answers. */
  get isAnswered(): boolean {
    return this.#isEnding && this.#atWork === 0;
  }

  #startServer(): void {
    const server = startServer(this.#scheduler, this.#database, this);
    this.#servers.push(server);
  }

  #replace(process: Process): void {
    const index = this.#servers.findIndex((one) => one.process === process);
    // The world outside never dies: its connection broke.
    if (index === -1) return;
    this.#scheduler.kill(process);
    this.#servers.splice(index, 1);
    this.#startServer();
  }

  get #random() {
    return this.#scheduler.random;
  }

  async #pauses(most: number): Promise<void> {
    for (let count = this.#random.int(most); count >= 0; count--) await this.#scheduler.pause(this.#outside);
  }

  async #beClient(): Promise<void> {
    while (!this.#isEnding) {
      this.#atWork++;
      try {
        if (this.#scheduler.happens(0.3)) await this.#wantJob();
        else await this.#wantRun();
      } catch (error) {
        this.unexpected.push(error);
      }
      this.#atWork--;
      await this.#pauses(6);
    }
  }

  async #wantRun(): Promise<void> {
    const { spender } = this.#random.pick(this.#accounts);
    const held = (1 + this.#random.int(5)) * THOUSAND;
    const run = { spender, key: `run-${this.#started++}`, held, charge: Math.floor((held * this.#random.int(5)) / 4) };
    const again = () => this.#ask((server) => server.run(run));
    const charged = await this.#insist(again);
    if (charged === undefined) return;
    this.book.promise({ organizationId: spender.organizationId, key: run.key, charge: run.charge, charged });
    // Who asks again under the same key is told the same.
    if (!this.#scheduler.happens(0.2)) return;
    await this.#pauses(30);
    const repeated = await this.#insist(again);
    if (repeated !== undefined && repeated !== charged) this.unexpected.push(new Error(`${run.key} was charged anew`));
  }

  async #wantJob(): Promise<void> {
    const account = this.#random.pick(this.#accounts);
    const { spender } = account;
    const items = Array.from({ length: 1 + this.#random.int(6) }, () => this.#random.int(4) * THOUSAND);
    const all = items.reduce((sum, due) => sum + due, 0);
    const job = {
      spender,
      key: `job-${this.#started++}`,
      items,
      maxCredits: this.#scheduler.happens(0.2) ? Math.floor(all / 2) : all,
      held: this.#scheduler.happens(0.3) ? Math.floor(all / 3) : all,
    };
    const id = await this.#insist(() => this.#ask((server) => server.startJob(job)));
    if (id === undefined) return;
    this.book.noteJob({ id, organizationId: spender.organizationId, ...job });
    if (!this.#scheduler.happens(0.15)) return;
    await this.#pauses(20);
    await this.#insist(() => this.#ask((server) => server.stopJob(spender, id)));
  }

  /** Asks a process; its answer may get lost or come too late, and the question may arrive twice. */
  async #ask<T>(question: (server: Server) => Promise<T>): Promise<T | 'lost'> {
    const ask = async () => {
      const server = this.#random.pick(this.#servers);
      return Promise.race([question(server), server.process.death.then(() => 'lost' as const)]);
    };
    if (this.#scheduler.happens(0.05)) void ask().catch(() => {});
    const asked = ask();
    const isImpatient = this.#scheduler.happens(0.1);
    const answer = await (isImpatient ? Promise.race([asked, this.#pauses(10).then(() => 'lost' as const)]) : asked);
    return this.#scheduler.happens(0.03) && !this.#isEnding ? 'lost' : answer;
  }

  /** Asks until there is an answer, or what refuses it for good; undefined where there is none. */
  async #insist<T>(ask: () => Promise<T | 'lost'>): Promise<T | undefined> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      try {
        const answer = await ask();
        if (answer !== 'lost') return answer;
      } catch (error) {
        if (!isExpected(error)) this.unexpected.push(error);
        if (error instanceof ProblemError && error.status < 500 && error.code !== 'idempotency_in_progress') return;
      }
      await this.#pauses(10);
    }
    return undefined;
  }

  async #operate(): Promise<void> {
    const operator = this.#outside;
    const db = this.#database.of(operator, this.#scheduler);
    while (!this.#isEnding) {
      for (let i = 0; i < 10; i++) await this.#scheduler.pause(operator);
      const { spender } = this.#random.pick(this.#accounts);
      const { organizationId } = spender;
      await this.#deed(db, organizationId, spender).catch((error) => {
        if (!isExpected(error)) this.unexpected.push(error);
      });
    }
    // Nobody stays suspended.
    await sql`update organization set suspended_at = null`.execute(db);
  }

  /** Stops processes, or their timers alone, for longer than leases last. */
  async #disturb(): Promise<void> {
    while (!this.#isEnding) {
      await this.#pauses(15);
      const { process } = this.#random.pick(this.#servers);
      const milliseconds = this.#random.between(10, 200) * THOUSAND;
      if (this.#scheduler.happens(0.2)) this.#scheduler.freeze(process, milliseconds);
      else this.#scheduler.starve(process, milliseconds);
    }
  }

  async #deed(db: Db, organizationId: number, spender: Spender): Promise<void> {
    const drawn = this.#random.int(8);
    if (drawn < 4) await grantCredits(db, databaseClock, organizationId, (1 + this.#random.int(8)) * THOUSAND);
    else if (drawn < 5) {
      const disputed = this.#scheduler.happens(0.3);
      const amount = -(1 + this.#random.int(5)) * THOUSAND;
      await refundCredits(db, databaseClock, {
        organizationId,
        amount,
        disputed,
        operation: 'refund of INV-2026-000001',
      });
    } else if (drawn < 7) {
      // Limits grow with what was spent: refusals alone prove little.
      const monthlyLimit = this.#random.int(40) + Math.floor(this.#scheduler.steps / 60);
      const scope = this.#random.pick(['team', 'user', 'api_key'] as const);
      const scopeId = { team: spender.teamId, user: spender.userId, api_key: spender.apiKeyId }[scope] as number;
      await setMonthlyLimit(db, databaseClock, { organizationId, scope, scopeId, monthlyLimit });
    } else {
      const suspended = this.#scheduler.happens(0.3) ? now(databaseClock) : sql`null`;
      await sql`update organization set suspended_at = ${suspended} where id = ${organizationId}`.execute(db);
    }
  }
}
