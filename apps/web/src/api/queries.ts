import {
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Offline, Problem, type RequestOptions, request } from './request.ts';
import type { Session } from './types.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What is shown again is asked again: the copy bridges the time until the answer.
      staleTime: 0,
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
});

/** Asks again for what is shown and may have changed: runs with a key and other people change it, too. */
export const refresh = (): Promise<void> =>
  queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });

/** A resource by its path below `/web/v1`; the path is the key, so that a change invalidates by path. */
export const resource = <T>(path: string) =>
  queryOptions({ queryKey: path.split('/').filter(Boolean), queryFn: ({ signal }) => request<T>(path, { signal }) });

interface Watch<T> {
  /** Asks again this often while it returns true for the newest answer. */
  readonly everySeconds: number;
  readonly while: (data: T) => boolean;
}

/** The copy of a resource, kept fresh; polled where `watch` says so. */
export const useResource = <T>(path: string, watch?: Watch<T>, enabled = true) =>
  useQuery({
    ...resource<T>(path),
    enabled,
    ...(watch === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) =>
            data !== undefined && watch.while(data) && watch.everySeconds * 1000,
        }),
  });

/** Returns the title of an action; its id until the titles have come, and for what is no action of today. */
export function useActionTitle(): (id: string) => string {
  const titles = useResource<Readonly<Record<string, string>>>('/actions/titles');
  return (id) => titles.data?.[id] ?? id;
}

/** Pages of a list, newest first: each names where the next one begins. */
export const usePages = <P extends { readonly next: number | null }>(path: string, query: URLSearchParams) =>
  useInfiniteQuery({
    queryKey: [...path.split('/').filter(Boolean), query.toString()],
    queryFn: ({ signal, pageParam }) => {
      const asked = new URLSearchParams(query);
      if (pageParam !== null) asked.set('before', String(pageParam));
      return request<P>(`${path}?${asked}`, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** The signed-in user; null without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await request<Session>('/session', { signal });
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_signed_in') return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);

interface Change<B> {
  readonly method: Exclude<RequestOptions['method'], 'GET' | undefined>;
  readonly path: string | ((body: B) => string);
  /** Paths whose resources are stale afterwards. */
  readonly changes: readonly string[];
  /** Part of the argument to send; all of it where absent. */
  readonly body?: (argument: B) => unknown;
}

/** A change on the server. Nothing is shown before the server has confirmed it. */
export function useChange<B = void, T = unknown>({ method, path, changes, body }: Change<B>) {
  const client = useQueryClient();
  return useMutation<T, Error, B>({
    mutationFn: (argument) =>
      request<T>(typeof path === 'string' ? path : path(argument), {
        method,
        body: body === undefined ? (argument ?? {}) : body(argument),
      }),
    onSuccess: async () => {
      await Promise.all(
        changes.map((stale) => client.invalidateQueries({ queryKey: stale.split('/').filter(Boolean) })),
      );
    },
  });
}

export { Offline, Problem };
