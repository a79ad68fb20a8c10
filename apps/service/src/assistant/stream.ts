import type { Db } from '../db/database.ts';
import type { Nudges } from './nudges.ts';
import { readEvents } from './store/events.ts';

/** Events of other processes are looked for this often. */
const POLL_MILLISECONDS = 1_500;
/** A line without meaning keeps proxies from closing a silent stream. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** Then the stream ends, and the page comes again with the number of its last event: so its session is checked anew. */
const LONGEST_MILLISECONDS = 300_000;
const EVENTS_AT_ONCE = 200;

/** The events of a conversation behind a number, as server-sent events, until the page goes. */
export async function* eventStream(
  db: Db,
  nudges: Nudges,
  conversationId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const begun = performance.now();
  let last = after;
  let beat = begun;
  yield Buffer.from('retry: 1000\n\n');
  while (!signal.aborted && performance.now() - begun < LONGEST_MILLISECONDS) {
    const woken = nudges.wait(conversationId, POLL_MILLISECONDS, signal);
    const events = await readEvents(db, conversationId, last, EVENTS_AT_ONCE);
    if (events.length > 0) {
      yield Buffer.from(
        events.map(({ no, event, data }) => `id: ${no}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
      );
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
