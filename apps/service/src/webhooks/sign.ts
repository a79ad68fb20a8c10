import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * Value of X-Service-Signature: HMAC-SHA256 over `<seconds>.<body>`, keyed with the whole secret as it was shown, prefix
 * included. With several secrets there is one `v1` for each: receivers accept any.
 */
export function signature(body: string, secrets: readonly string[], unixSeconds: number): string {
  const values = secrets.map((secret) => createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex'));
  return [`t=${unixSeconds}`, ...values.map((value) => `v1=${value}`)].join(',');
}

export interface ToSign {
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly attempt: number;
  /** The present one first. */
  readonly secrets: readonly string[];
  readonly unixSeconds: number;
  readonly documentationUrl: string;
  /** The trace of the attempt, where the operator exports traces. */
  readonly traceparent?: string | undefined;
}

/**
 * Headers of one attempt. Beside our own stand those of the Standard Webhooks specification, whose key is what the
 * secret's base64 decodes to, so that its libraries verify a delivery, too.
 */
export function deliveryHeaders(delivery: ToSign): Record<string, string> {
  const { eventId, type, body, attempt, secrets, unixSeconds, documentationUrl, traceparent } = delivery;
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${unixSeconds}.${body}`).digest('base64')}`;
  });
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Hinterland-Webhooks/1.0 (+${documentationUrl})`,
    'X-Service-Event': type,
    'X-Service-Delivery': eventId,
    'X-Service-Attempt': String(attempt),
    'X-Service-Signature': signature(body, secrets, unixSeconds),
    'webhook-id': eventId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
