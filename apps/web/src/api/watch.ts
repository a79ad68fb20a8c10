import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Answer, Known, Sent } from './address.ts';
import { answered, Offline, type Options, online, send } from './request.ts';

/** How far a run is: `fraction` in 0..1, and members of its result that are known already. */
export interface Moment {
  readonly fraction: number;
  readonly soFar?: Readonly<Record<string, unknown>>;
}

/** Runs an action at an address of the session surface, as `request` does, and looks on: a long run tells how far it is. */
export async function watch<const A extends string>(
  address: A & Known<A, 'POST'>,
  options: Options & { readonly method: 'POST' } & Sent<A, 'POST'>,
  onProgress: (moment: Moment) => void,
): Promise<Answer<A, 'POST'>> {
  const { signal, headers } = options;
  const accepting = { ...options, headers: { ...headers, Accept: 'text/event-stream, application/json' } };
  const { status, text } = await online(signal, async () => {
    const response = await send(`/web/v1${address}`, accepting);
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    return isStream ? lastOf(response, onProgress) : { status: response.status, text: await response.text() };
  });
  return answered(status, text) as Answer<A, 'POST'>;
}

/** Reads a stream to its last event, which is the answer or a refusal. */
async function lastOf(
  response: Response,
  onProgress: (moment: Moment) => void,
): Promise<{ status: number; text: string }> {
  const events = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough<string>(new TextDecoderStream() as TransformStream)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await events.read();
    if (done) throw new Offline('The answer is incomplete.');
    const { event, data } = value;
    if (event === 'answer') return { status: 200, text: data };
    if (event === 'problem') return { status: (JSON.parse(data) as { status: number }).status, text: data };
    if (event === 'progress') onProgress(JSON.parse(data) as Moment);
  }
}
