import { createHash } from 'node:crypto';
import { said } from '@hinterland/answers/said';
import { LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../db/database.ts';
import { rateLimited } from '../problem.ts';
import { networksOf } from './networks.ts';

/** Number of attempts within a sliding window. */
export interface AttemptLimit {
  /** Named in the answer that refuses. */
  readonly policy: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Passwords for one account from one network, where the device is not known. */
export const SIGN_IN_PER_ACCOUNT: AttemptLimit = { policy: 'sign_in_account', attempts: 10, windowSeconds: 900 };
/** Passwords for one account from all devices that are not known, wherever they are. */
export const SIGN_IN_FROM_ANYWHERE: AttemptLimit = { policy: 'sign_in_anywhere', attempts: 100, windowSeconds: 3600 };
/** Passwords from a device, or in a session, that the user has signed in with before. */
export const SIGN_IN_PER_DEVICE: AttemptLimit = { policy: 'sign_in_device', attempts: 10, windowSeconds: 900 };
export const SIGN_IN_PER_ADDRESS: AttemptLimit = { policy: 'sign_in_address', attempts: 100, windowSeconds: 300 };
/** Mail to one address: verification links, links for a new password. */
export const MAIL_PER_ACCOUNT: AttemptLimit = { policy: 'mail_account', attempts: 5, windowSeconds: 3600 };
/** Sign-ups and asked-for links from one network address. */
export const MAIL_PER_ADDRESS: AttemptLimit = { policy: 'mail_address', attempts: 50, windowSeconds: 3600 };
/** Links from mails that are tried from one network address. */
export const LINKS_PER_ADDRESS: AttemptLimit = { policy: 'links_address', attempts: 50, windowSeconds: 3600 };
/** Organizations from one network that begin with credits. */
export const STARTING_CREDITS_PER_NETWORK: AttemptLimit = {
  policy: 'starting_credits',
  attempts: 10,
  windowSeconds: 86_400,
};
/** What strangers try on the front page, by network address: suggestions while they type, and areas. */
export const FRONT_SEARCHES: AttemptLimit = { policy: 'front_searches', attempts: 600, windowSeconds: 3600 };
export const FRONT_AREAS: AttemptLimit = { policy: 'front_areas', attempts: 60, windowSeconds: 3600 };
export const INVITATIONS_PER_USER: AttemptLimit = { policy: 'invitations', attempts: 60, windowSeconds: 3600 };
export const ORGANIZATIONS_PER_USER: AttemptLimit = { policy: 'organizations', attempts: 20, windowSeconds: 86_400 };
/** People who are notified of shared analyses. */
export const SHARE_MAILS_PER_USER: AttemptLimit = {
  policy: 'share_mails_user',
  attempts: LIMITS.shareMailsPerUser,
  windowSeconds: 3600,
};
export const SHARE_MAILS_PER_ORGANIZATION: Omit<AttemptLimit, 'attempts'> = {
  policy: 'share_mails',
  windowSeconds: 3600,
};
export const SHARE_MAILS_PER_RECIPIENT: AttemptLimit = {
  policy: 'share_mails_recipient',
  attempts: LIMITS.shareMailsPerRecipient,
  windowSeconds: 86_400,
};
/** Plans of places, each of which starts a process. */
export const PLACE_PLANS_PER_USER: AttemptLimit = { policy: 'place_plans', attempts: 120, windowSeconds: 3600 };
export const UPLOADS_PER_USER: AttemptLimit = { policy: 'uploads', attempts: 60, windowSeconds: 3600 };
/** Quotes and executions of a user in the web app: as many as a key may make requests. */
export const RUNS_PER_USER: AttemptLimit = {
  policy: 'runs',
  attempts: LIMITS.requestsPerMinute,
  windowSeconds: LIMITS.rateWindowSeconds,
};

/** Questions of a user to the assistant. */
export const QUESTIONS_PER_USER: AttemptLimit = {
  policy: 'assistant_questions',
  attempts: LIMITS.assistantTurnsPerHour,
  windowSeconds: 3600,
};

const digestOf = ({ policy }: AttemptLimit, subject: string | number): Buffer =>
  createHash('sha256').update(`${policy} ${subject}`).digest();

/** Counts attempts of a subject: an e-mail address, a network address, a user. */
export interface Attempts {
  /**
   * Counts one attempt. Throws rate_limited above the limit. Windows are shared by all replicas; the first refused attempt
   * counts as one, further ones do not. Attempts that lie ahead, since the clock went back, do not count.
   */
  take(limit: AttemptLimit, subject: string | number): Promise<void>;
  /** Counts several attempts at once, or none of them: then throws rate_limited, with `maximum` and `present`. */
  takeMany(limit: AttemptLimit, subject: string | number, count: number): Promise<void>;
  /** Counts one attempt of a network address: of IPv6 for its /64, and with ten times the limit for its /48. */
  takeFrom(limit: AttemptLimit, address: string): Promise<void>;
  /** Forgets the attempts of a subject that has succeeded. */
  forget(limit: AttemptLimit, subject: string | number): Promise<void>;
}

export const makeAttempts = (db: Db, clock: Clock): Attempts => ({
  async takeFrom(limit, address) {
    for (const { network, times } of networksOf(address)) {
      await this.take({ ...limit, attempts: times * limit.attempts }, network);
    }
  },
  async take(limit, subject) {
    const { attempts, windowSeconds, policy } = limit;
    const window = sql`make_interval(secs => ${windowSeconds})`;
    await sql`delete from attempt_window where expires_at < ${now(clock)}`.execute(db);
    const { rows } = await sql<{ taken: boolean; retry_seconds: number | null }>`
      with present as materialized (select ${now(clock)} as at)
      insert into attempt_window as w (subject, times, expires_at)
      select ${digestOf(limit, subject)}, array[at], at + ${window} from present
      on conflict (subject) do update set
        times = (array(select t from unnest(w.times) t where t > excluded.times[1] - ${window}
            and t <= excluded.times[1] + interval '1 second' order by t)
          || excluded.times)[1 : ${attempts + 1}::integer],
        expires_at = excluded.expires_at
      returning cardinality(w.times) <= ${attempts}::integer as taken,
        extract(epoch from w.times[cardinality(w.times) - ${attempts}::integer + 1] + ${window}
          - (select at from present))::float8 as retry_seconds`.execute(db);
    const row = rows[0];
    if (row?.taken === true) return;
    const retryAfter = Math.max(1, Math.ceil(row?.retry_seconds ?? windowSeconds));
    throw rateLimited(said('tried_too_often', { seconds: retryAfter }), policy, retryAfter);
  },
  async takeMany(limit, subject, count) {
    if (count === 0) return;
    const { attempts, windowSeconds, policy } = limit;
    const digest = digestOf(limit, subject);
    const window = sql`make_interval(secs => ${windowSeconds})`;
    await db.transaction().execute(async (trx) => {
      await sql`
        insert into attempt_window (subject, times, expires_at) values (${digest}, '{}', ${now(clock)} + ${window})
        on conflict do nothing`.execute(trx);
      await sql`select from attempt_window where subject = ${digest} for update`.execute(trx);
      const { rows } = await sql<{ kept: Date[]; present: Date }>`
        select array(select t from unnest(times) t where t > ${now(clock)} - ${window}
          and t <= ${now(clock)} + interval '1 second' order by t) as kept, ${now(clock)} as present
        from attempt_window where subject = ${digest}`.execute(trx);
      const { kept, present } = rows[0] as (typeof rows)[0];
      if (kept.length + count > attempts) {
        // So many must leave the window before there is room.
        const last = kept[kept.length + count - attempts - 1];
        const waited = last === undefined ? 0 : (present.getTime() - last.getTime()) / 1000;
        const retryAfter = Math.max(1, Math.ceil(windowSeconds - waited));
        throw rateLimited(
          `This is allowed ${attempts} times in ${windowSeconds / 60} minutes, and was done ${kept.length} times. Wait ${retryAfter} s.`,
          policy,
          retryAfter,
          { maximum: attempts, present: kept.length },
        );
      }
      const times = [...kept, ...Array.from({ length: count }, () => present)].map((time) => time.toISOString());
      await sql`
        update attempt_window set times = ${times}::timestamptz[], expires_at = ${now(clock)} + ${window}
        where subject = ${digest}`.execute(trx);
    });
  },
  async forget(limit, subject) {
    await sql`delete from attempt_window where subject = ${digestOf(limit, subject)}`.execute(db);
  },
});
