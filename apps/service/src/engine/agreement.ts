import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, type Db, instantOf } from '../kit/db/database.ts';

/** What a process has of a territory; data are named by their fingerprint. */
export interface Held {
  readonly territory: string;
  /** What it answers from, or would, were they in force. */
  readonly serves: string;
  /** The newest that it could answer from at once. */
  readonly offers: string;
  /** Whether it had these when it started, and has not seen them come. */
  readonly hadAtStart: boolean;
}

/** What all processes of the service have in force of a territory. */
export interface Agreed {
  readonly territory: string;
  readonly fingerprint: string;
  /** What comes into force, and in how many milliseconds. */
  readonly next: { readonly fingerprint: string; readonly milliseconds: number } | null;
}

/** By which data the processes of a service answer. */
export interface Agreement {
  /** Says what this process has, and returns what is in force. Throws where the database does not answer. */
  agree(held: readonly Held[]): Promise<readonly Agreed[]>;
  /** Takes this process out: the others wait for it no more. */
  leave(): Promise<void>;
}

export interface AgreementSettings {
  readonly db: Db;
  readonly clock: Clock;
  /** Interval at which a process takes part at least. */
  readonly everySeconds: number;
}

/** Intervals after which a process counts as gone, that lie before a moment, and that are waited for the last one. */
const [LIVE, LEAD, PATIENCE] = [6, 2, 60];

/** The database names what is in force, and the moment at which new data come into force everywhere. */
export function agreementBy({ db, clock, everySeconds }: AgreementSettings): Agreement {
  const process = randomUUID();
  return {
    async agree(held) {
      const column = (name: keyof Held) => held.map((one) => one[name]);
      const { rows } = await sql<{
        territory: string;
        fingerprint: string;
        next_fingerprint: string | null;
        next_milliseconds: number | null;
      }>`
        select a.territory, a.fingerprint, a.next_fingerprint, a.next_milliseconds
        from agree_on_territories(${process}, ${column('territory')}, ${column('serves')}, ${column('offers')},
          ${column('hadAtStart')}, ${LIVE * everySeconds}, ${LEAD * everySeconds}, ${PATIENCE * everySeconds},
          ${instantOf(clock)}) a`.execute(db);
      return rows.map(({ territory, fingerprint, next_fingerprint: next, next_milliseconds: milliseconds }) => ({
        territory,
        fingerprint,
        next: next === null || milliseconds === null ? null : { fingerprint: next, milliseconds },
      }));
    },
    async leave() {
      await sql`delete from territory_replica where process = ${process}`.execute(db);
    },
  };
}
