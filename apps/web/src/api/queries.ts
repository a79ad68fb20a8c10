import {
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer, Body, Change, Known } from './address.ts';
import { noteEnded } from './ended.ts';
import { call, Offline, Problem, request } from './request.ts';
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

/** Its steps, and its query as the last: what makes an address stale does so with every query. */
const keyOf = (address: string): readonly string[] => address.split(/[/?]/).filter(Boolean);

/** A resource by its address below `/web/v1`; the address is the key, so that a change invalidates by address. */
export const resource = <const A extends string>(address: A & Known<A, 'GET'>) =>
  queryOptions({
    queryKey: keyOf(address),
    queryFn: ({ signal }) => call(`/web/v1${address}`, { signal }) as Promise<Answer<A>>,
  });

interface Watch<T> {
  /** Asks again this often while it returns true for the newest answer. */
  readonly everySeconds: number;
  readonly while: (data: T) => boolean;
}

/** The copy of a resource, kept fresh; polled where `watch` says so. */
export const useResource = <const A extends string>(
  address: A & Known<A, 'GET'>,
  watch?: Watch<Answer<A>>,
  enabled = true,
) =>
  useQuery({
    ...resource<A>(address as never),
    enabled,
    ...(watch === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }: { state: { data: Answer<A> | undefined } }) =>
            data !== undefined && watch.while(data) && watch.everySeconds * 1000,
        }),
  });

/** Pages of a list, newest first: each names where the next one begins. */
export const usePages = <const A extends string>(
  address: A & Known<A, 'GET'> & (Answer<A> extends { readonly next: number | null } ? unknown : never),
  query: URLSearchParams,
) =>
  useInfiniteQuery({
    queryKey: [...keyOf(address), query.toString()],
    queryFn: ({ signal, pageParam }) => {
      const asked = new URLSearchParams(query);
      if (pageParam !== null) asked.set('before', String(pageParam));
      return call(`/web/v1${address}?${asked}`, { signal }) as Promise<Answer<A>>;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page as { readonly next: number | null }).next,
  });

/** The signed-in user; null without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      const session = await request('/session', { signal });
      noteEnded(false);
      return session;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_signed_in') return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);

interface Changing<A extends string, M extends Change, B> {
  readonly method: M;
  readonly path: A | ((argument: B) => A);
  /** Addresses whose resources are stale afterwards. */
  readonly changes: readonly string[];
  /** What is sent; nothing where absent. */
  readonly body?: (argument: B) => Body<A, M>;
}

/** A change on the server. Nothing is shown before the server has confirmed it. */
export function useChange<const A extends string, M extends Change, B = void>({
  method,
  path,
  changes,
  body,
}: Changing<A, M, B> & Known<A, M>) {
  const client = useQueryClient();
  return useMutation<Answer<A, M>, Error, B>({
    mutationFn: (argument) =>
      call(`/web/v1${typeof path === 'function' ? path(argument) : path}`, {
        method,
        body: body === undefined ? {} : body(argument),
      }) as Promise<Answer<A, M>>,
    onSuccess: async () => {
      await Promise.all(changes.map((stale) => client.invalidateQueries({ queryKey: keyOf(stale) })));
    },
  });
}

export { Offline, Problem, request };
