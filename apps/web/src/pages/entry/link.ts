import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { Problem } from '../../api/request.ts';

/**
 * The token of a link by mail. It stands behind #, which browsers do not send. Null where the link is not whole. Another
 * link opened in the same tab loads the page anew.
 */
export function useTokenOfLink(): string | null {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);
  return token;
}

function tokenInAddress(): string | null {
  const { hash } = window.location;
  return hash.startsWith('#token=') && hash.length > 7 ? decodeURIComponent(hash.slice(7)) : null;
}

/** Whether a link by mail was used before, replaced by a later one, or is too old. */
export const isVoidLink = (error: unknown): boolean => error instanceof Problem && error.code === 'link_not_valid';

/** The page to go on to after signing in: only a path of this app. */
export function useNextPage(): string {
  // The router reads a query twice, and a path with a query of its own would lose what it has encoded.
  useSearch();
  const then = new URLSearchParams(window.location.search).get('then');
  return then !== null && /^\/(?![/\\])/.test(then) ? then : '/';
}

/** The address of another page before signing in, which leads on to the same page. */
export const leadingOn = (path: string, next: string): string =>
  next === '/' ? path : `${path}?${new URLSearchParams([['then', next]])}`;

/** Characters that the service puts into a mail at most. */
const MAIL_MAX = 600;

/** The page that the link of a mail leads on to: a shared analysis, or the start page with a place. */
export const nextOfMail = (next: string): string | undefined =>
  isOfService(next) || (next.startsWith('/?place=') && next.length <= MAIL_MAX) ? next : undefined;

/** Whether the service itself chooses what is at an address: an analysis, for those who have no organization yet. */
export const isOfService = (path: string): boolean => path.startsWith('/a/');
