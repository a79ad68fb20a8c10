import type { Progress } from '@hinterland/actions';
import type { Answer } from '../../kit/http/answer.ts';
import { EVENTS_TYPE, eventsAnswer, eventText } from '../../kit/http/eventStream.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import type { Header } from '../../kit/http/parameters.ts';

export const ACCEPT_EVENTS: Header = {
  description: `\`${EVENTS_TYPE}\` among the types: a run that takes longer may answer with events. \`progress\` says its \`fraction\`, 0..1, and members of the result that are known already, \`soFar\`; the last one is \`answer\`, with the body of the answer, or \`problem\`, with that of the refusal`,
  schema: { type: 'string' },
};

/** Progress is sent this often at most, milliseconds; runs that end before have an ordinary answer. */
const EVERY_MILLISECONDS = 250;

/**
 * The answer of a run whose caller may look on. Where the header Accept names events and the run tells progress after a moment, it is
 * a stream; whatever comes before is answered as always. `run` ends when the caller goes.
 */
export async function watched(
  exchange: Pick<Exchange, 'header' | 'problem'>,
  run: (progress?: Progress) => Promise<Answer>,
): Promise<Answer> {
  if (!(exchange.header('accept') ?? '').includes(EVENTS_TYPE)) return run();
  const begun = performance.now();
  let lookOn = (_: unknown) => {};
  let told: unknown;
  const tells = new Promise<null>((resolve) => {
    lookOn = () => {
      if (performance.now() - begun >= EVERY_MILLISECONDS) resolve(null);
    };
  });
  const running = run((fraction, _, soFar) => {
    told = { fraction, ...(soFar === undefined ? {} : { soFar }) };
    lookOn(told);
  });
  const early = await Promise.race([running, tells]);
  if (early !== null) return early;
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      let sent = performance.now();
      const send = (name: string, data: string) => stream.enqueue(Buffer.from(eventText(name, data)));
      lookOn = (moment) => {
        if (performance.now() - sent < EVERY_MILLISECONDS) return;
        sent = performance.now();
        send('progress', JSON.stringify(moment));
      };
      send('progress', JSON.stringify(told));
      const [name, data] = await running.then(
        (answer) => ['answer', textOf(answer)] as const,
        (error) => ['problem', JSON.stringify(exchange.problem(error))] as const,
      );
      // Of a stream that the reader has left nothing can be sent.
      if (lookOn === ignore) return;
      lookOn = ignore;
      send(name, data);
      stream.close();
    },
    cancel() {
      lookOn = ignore;
    },
  });
  return eventsAnswer(body);
}

const ignore = () => {};

function textOf({ body }: Answer): string {
  if (body === null || body instanceof ReadableStream) throw new Error('the answer of a run is no text');
  return typeof body === 'string' ? body : Buffer.from(body).toString();
}
