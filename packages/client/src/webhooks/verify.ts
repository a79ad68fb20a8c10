import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './events.ts';

export interface VerifyOptions {
  /** Largest difference in seconds between the time of the signature and now; 300 where absent. */
  readonly toleranceSeconds?: number;
  /** The present, for tests; a Date or milliseconds since 1970. */
  readonly now?: Date | number;
}

/** Why a request is not to be trusted. */
export type WebhookFault =
  | 'missing_signature'
  | 'malformed_signature'
  | 'wrong_signature'
  | 'outside_tolerance'
  | 'malformed_body';

/** The request is not a delivery of Hinterland that is fit to be acted on: answer 400. */
export class WebhookVerificationError extends Error {
  readonly fault: WebhookFault;
  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.fault = fault;
  }
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies one delivery and answers its event. Throws WebhookVerificationError.
 *
 * `rawBody`: the bytes of the request's body as they came; a body that was parsed and written again does not verify.
 * `header`: the header X-Service-Signature, `t=<unix seconds>,v1=<hex>`, after a rotation of the secret with two `v1`.
 * `secret`: the whole secret as it was shown, `whsec_` included, or several of which any may fit.
 *
 * Signatures are compared in constant time.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): WebhookEvent {
  const { time, signatures } = parseHeader(header);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  // An empty key would make signatures that anyone can make.
  if (secrets.length === 0 || secrets.some((one) => one.length === 0))
    throw new TypeError('The webhook secret is empty.');
  const expected = secrets.map((one) => createHmac('sha256', one).update(`${time}.`).update(rawBody).digest());
  const fits = expected.flatMap((own) => signatures.map((sent) => timingSafeEqual(own, sent)));
  if (!fits.includes(true)) {
    throw new WebhookVerificationError(
      'wrong_signature',
      'The signature does not fit the body and the secret. Verify the raw body with the whole secret.',
    );
  }
  const apartSeconds = Math.abs(Number(now) / 1000 - Number(time));
  if (!(apartSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'outside_tolerance',
      `The signature was made ${Math.round(apartSeconds)} seconds from now; ${toleranceSeconds} are tolerated.`,
    );
  }
  return parseBody(rawBody);
}

function parseHeader(header: string | readonly string[] | null | undefined): { time: string; signatures: Buffer[] } {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text === '')
    throw new WebhookVerificationError('missing_signature', 'The header X-Service-Signature is missing.');
  const parts = text.split(',').map((part) => part.trim());
  const valuesOf = (name: string, form: RegExp) =>
    parts
      .flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
      .filter((v) => form.test(v));
  const times = valuesOf('t', /^\d{1,12}$/);
  const signatures = valuesOf('v1', /^[0-9a-f]{64}$/).slice(0, 16);
  const [time] = times;
  if (time === undefined || times.length > 1 || signatures.length === 0) {
    throw new WebhookVerificationError(
      'malformed_signature',
      'The header X-Service-Signature is not t=<unix seconds>,v1=<64 hexadecimal digits>.',
    );
  }
  return { time, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

function parseBody(rawBody: string | Uint8Array): WebhookEvent {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    return JSON.parse(text) as WebhookEvent;
  } catch (error) {
    throw new WebhookVerificationError('malformed_body', `The body is not JSON: ${(error as Error).message}`);
  }
}
