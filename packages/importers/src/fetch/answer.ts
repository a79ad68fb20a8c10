import { AGAIN, BY_HAND, FetchFault } from './fetchFault.ts';
import type { Answer } from './transport.ts';

/** What an answer means for a download of which some bytes may be there. */
export type Meaning =
  /** The body goes to this byte of the file, which has `total` bytes where that is known. */
  | { readonly kind: 'write'; readonly at: number; readonly total: number | undefined }
  /** What is there is the whole file. */
  | { readonly kind: 'complete' }
  /** What is there is of no use: begin at byte 0. */
  | { readonly kind: 'restart' };

/** What is known of a file of which a part is there. */
export interface PartState {
  readonly bytes: number;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly total?: number | undefined;
}

/** Words in addresses of pages where people sign in. */
const SIGN_IN = /(^|[/._?=&-])(log-?in|sign-?in|oauth2?|authorize|saml2?|sso|auth)([/._?=&-]|$)/i;

/** Answers to a range that may be about the range rather than the file. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 405, 406, 409]);

/** Reads the head of an answer. Throws FetchFault for an answer without data; `otherwise` is what else may be done where there is no file. */
export function meaningOf(
  { status, headers }: Answer,
  url: URL,
  part: PartState,
  nowMilliseconds: number,
  otherwise?: string,
): Meaning {
  if (status === 206) return rest(headers['content-range'], headers, part);
  if (status === 200) return { kind: 'write', at: 0, total: lengthOf(headers['content-length']) };
  if (status === 416) {
    const total = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
    return total === part.bytes && part.total === total ? { kind: 'complete' } : { kind: 'restart' };
  }
  // A gateway may refuse ranges alone; whether it is that shows without one.
  if (part.bytes > 0 && (status === 412 || status === 501 || REFUSALS.has(status))) return { kind: 'restart' };
  throw refusal(status, headers['retry-after'], url, nowMilliseconds, otherwise);
}

function rest(range: string | undefined, headers: Answer['headers'], part: PartState): Meaning {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range ?? '') ?? [];
  if (from === undefined || Number(from) > part.bytes) return { kind: 'restart' };
  const changed =
    (part.etag !== undefined && headers.etag !== undefined && headers.etag !== part.etag) ||
    (part.total !== undefined && total !== '*' && Number(total) !== part.total);
  if (changed) return { kind: 'restart' };
  return { kind: 'write', at: Number(from), total: total === '*' ? part.total : Number(total) };
}

const lengthOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

/** Where an answer leads; always over https, as the request was. Throws FetchFault where that is a page to sign in. */
export function redirect(location: string, url: URL): URL {
  const to = new URL(location, url);
  if (SIGN_IN.test(to.pathname + to.search)) {
    throw new FetchFault(url.href, `it needs an account: the server leads to a page to sign in (${to.host})`, BY_HAND);
  }
  if (url.protocol === 'https:' && to.protocol === 'http:') to.protocol = 'https:';
  return to;
}

/** The sentence of an answer without data. */
export function refusal(
  status: number,
  retryAfter: string | undefined,
  url: URL,
  nowMilliseconds: number,
  otherwise?: string,
): FetchFault {
  const { href, host } = url;
  if (status === 401 || status === 407) {
    return new FetchFault(href, `it needs an account (${host} answers ${status})`, BY_HAND);
  }
  if (status === 403) return new FetchFault(href, `${host} refuses programs (403)`, BY_HAND);
  if (status === 404 || status === 410) {
    return new FetchFault(
      href,
      `${host} has no such file (${status})`,
      `It may have a newer name: look at the page of the source${otherwise === undefined ? '' : `, or ${otherwise}`}`,
    );
  }
  if (status === 429 || status === 503) {
    const seconds = waitSeconds(retryAfter, nowMilliseconds);
    const until = seconds === undefined ? '' : `, for ${Math.ceil(seconds)} s`;
    const why = status === 429 ? `${host} asks to wait (429${until})` : `${host} is out of service (503${until})`;
    return new FetchFault(href, why, AGAIN, { isPassing: true, retryAfterSeconds: seconds });
  }
  if (status >= 500 || status === 408) {
    return new FetchFault(href, `${host} has a fault (${status})`, AGAIN, { isPassing: true });
  }
  return new FetchFault(href, `${host} answers ${status}`, BY_HAND);
}

/** "120" or a date, as Retry-After has it. */
function waitSeconds(text: string | undefined, nowMilliseconds: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMilliseconds) / 1000);
}
