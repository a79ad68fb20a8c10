import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new job's id: "job_" and a ULID, 48 bits of time and 80 of chance, so that later ids sort later. */
export function newJobId(): string {
  const bits = BigInt(Date.now()) * 2n ** 80n + BigInt(`0x${randomBytes(10).toString('hex')}`);
  let text = '';
  for (let place = 25n; place >= 0n; place--) text += DIGITS[Number((bits >> (place * 5n)) & 31n)];
  return `job_${text}`;
}

export const isJobId = (text: string): boolean => /^job_[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
