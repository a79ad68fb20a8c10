import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new ULID: 48 bits of time and 80 of chance, so that later ones sort later. */
export function newUlid(): string {
  const bits = BigInt(Date.now()) * 2n ** 80n + BigInt(`0x${randomBytes(10).toString('hex')}`);
  let text = '';
  for (let place = 25n; place >= 0n; place--) text += DIGITS[Number((bits >> (place * 5n)) & 31n)];
  return text;
}

export const isUlid = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
