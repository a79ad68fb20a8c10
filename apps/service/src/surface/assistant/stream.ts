import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { eventText } from '../../kit/http/eventStream.ts';
import type { Member } from '../../kit/who.ts';
import type { Nudges } from './nudges.ts';
import { readEvents } from './store/events.ts';

/** Events of other processes are looked for this often. */
const POLL_MILLISECONDS = 1_500;
/** Whether the listener may still listen is asked before events are sent, unless it was asked within this time. */
const ADMITTED_MILLISECONDS = 1_000;
/** A line without meaning keeps proxies from closing a silent stream. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** Then the stream ends, and the page comes again with the number of its last event. */
const LONGEST_MILLISECONDS = 300_000;
const EVENTS_AT_ONCE = 200;

/** Whoever listens to a conversation: a session of its person, in its organization. */
export type Listener = Pick<Member, 'sessionId' | 'user' | 'organization'>;

/**
 * The events of a conversation behind a number, as server-sent events, until the page goes. A session that has ended or was
 * revoked, a membership that has ended and a conversation that was deleted end it within seconds.
 */
export async function* eventStream(
  db: Db,
  nudges: Nudges,
  listener: Listener,
  conversationId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const begun = performance.now();
  let last = after;
  let beat = begun;
  let admitted = begun;
  yield Buffer.from('retry: 1000\n\n');
  while (!signal.aborted && performance.now() - begun < LONGEST_MILLISECONDS) {
    const woken = nudges.wait(conversationId, POLL_MILLISECONDS, signal);
    if (performance.now() - admitted > ADMITTED_MILLISECONDS) {
      if (!(await mayListen(db, listener, conversationId))) return;
      admitted = performance.now();
    }
    const events = await readEvents(db, conversationId, last, EVENTS_AT_ONCE);
    if (events.length > 0) {
      yield Buffer.from(events.map(({ no, event, data }) => eventText(event, JSON.stringify(data), no)).join(''));
      last = events.at(-1)?.no ?? last;
      beat = performance.now();
      continue;
    }
    await woken;
    if (performance.now() - beat < HEARTBEAT_MILLISECONDS) continue;
    beat = performance.now();
    yield Buffer.from(': \n\n');
  }
}

/** What the gate of the route has asked, asked again. */
async function mayListen(
  db: Db,
  { sessionId, user, organization }: Listener,
  conversationId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from web_session s
    join membership m on m.user_id = s.user_id and m.organization_id = ${organization.id}
    join conversation c on c.user_id = s.user_id and c.organization_id = m.organization_id and c.id = ${conversationId}
    where s.id = ${sessionId} and s.user_id = ${user.id} and s.expires_at > clock_timestamp()`.execute(db);
  return rows.length > 0;
}
