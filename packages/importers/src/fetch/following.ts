import { redirect } from './answer.ts';
import { AGAIN, FetchFault } from './fetchFault.ts';
import type { Answer, Transport } from './transport.ts';

const MOST_REDIRECTS = 5;

/**
 * Sends a request and goes where the answers lead, with the same headers. Returns the last answer and its address; throws FetchFault where
 * they lead on and on, or to a page to sign in.
 */
export async function following(
  url: URL,
  headers: Readonly<Record<string, string>>,
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer; readonly at: URL }> {
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await transport(at, headers, signal);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return { answer, at };
    dismiss(answer);
    at = redirect(location, at);
  }
  throw new FetchFault(url.href, `it leads on and on (more than ${MOST_REDIRECTS} redirects)`, AGAIN);
}

/** Lets the body of an answer go. */
export function dismiss({ body }: Answer): void {
  body.on('error', () => {});
  body.destroy();
}
