import { useSearchParams } from 'wouter';

/** The token of a link by mail. It stands behind #, which browsers do not send. Null where the link is not whole. */
export function tokenOfLink(): string | null {
  const { hash } = window.location;
  return hash.startsWith('#token=') && hash.length > 7 ? decodeURIComponent(hash.slice(7)) : null;
}

/** The page to go on to after signing in: only a path of this app. */
export function useNextPage(): string {
  const [search] = useSearchParams();
  const then = search.get('then');
  return then !== null && /^\/(?![/\\])/.test(then) ? then : '/';
}
