import { cookieName, isSecure } from '../cookies.ts';
import { cookieIn } from '../devices.ts';
import type { Attempt } from './identityProvider.ts';

/** An attempt and the path of the page that it leads on to. */
export interface KeptAttempt extends Attempt {
  readonly next: string;
}

/** As long as people take to sign in at their provider. */
export const ATTEMPT_SECONDS = 600;

const nameOf = (baseUrl: string) => cookieName(baseUrl, '-provider');

/** The Set-Cookie header that keeps an attempt in the browser that began it. */
export function attemptCookie(baseUrl: string, attempt: KeptAttempt): string {
  return setCookie(baseUrl, Buffer.from(JSON.stringify(attempt)).toString('base64url'), ATTEMPT_SECONDS);
}

/** The Set-Cookie header that ends it. */
export const endedAttemptCookie = (baseUrl: string): string => setCookie(baseUrl, '', 0);

/** The attempt that a browser has begun; null where it has begun none. */
export function readAttempt(baseUrl: string, header: string | undefined): KeptAttempt | null {
  const value = cookieIn(header, nameOf(baseUrl));
  if (value === undefined) return null;
  try {
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Partial<Record<string, unknown>>;
    const { state, nonce, verifier, next } = kept;
    if ([state, nonce, verifier, next].some((part) => typeof part !== 'string' || part === '')) return null;
    return kept as unknown as KeptAttempt;
  } catch {
    return null;
  }
}

function setCookie(baseUrl: string, value: string, seconds: number): string {
  const secure = isSecure(baseUrl) ? '; Secure' : '';
  return `${nameOf(baseUrl)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
