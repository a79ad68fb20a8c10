import { useMemo } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** The query of the address as it is now. */
export const lookedNow = (): URLSearchParams => new URLSearchParams(window.location.search);

function withoutCamera(): string {
  const search = lookedNow();
  search.delete('map');
  return search.toString();
}

/** What the address says is looked at, but for the camera: that changes with each move of the map, for which nothing is drawn again. */
export function useLooked(): URLSearchParams {
  const query = useLocationProperty(withoutCamera);
  return useMemo(() => new URLSearchParams(query), [query]);
}

/** Changes what the address says, in its place. */
export function look(to: (before: URLSearchParams) => URLSearchParams): void {
  const query = to(lookedNow()).toString();
  // What the entry of the history knows stays with it, but for a question that it brought: the address says that now.
  const kept = { replace: true, state: { ...window.history.state, question: undefined } };
  navigate(window.location.pathname + (query && `?${query}`), kept);
}
