import type { Answer } from './answer.ts';

/** Media type of server-sent events (HTML Living Standard, 9.2). */
export const EVENTS_TYPE = 'text/event-stream';

/** An answer of events, which no proxy keeps back. */
export const eventsAnswer = (body: ReadableStream<Uint8Array>): Answer => ({
  headers: {
    'Content-Type': `${EVENTS_TYPE}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  },
  body,
});

/** One event; `json` is a JSON text, which has no line breaks, `id` what a page names when it comes again. */
export const eventText = (name: string, json: string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`;
