import { useQuery } from '@tanstack/react-query';
import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import { useAfterPause } from '../../ui/useAfterPause.ts';

const PAUSE_MILLISECONDS = 250;

export const quoteKey = (path: OrganizationPath, actionId: string, body: string) =>
  ['quote', path, actionId, body] as const;

/** The price of what is asked, kept up to date; nothing is asked for while `input` is null. */
export function useQuote(path: OrganizationPath, actionId: string, input: Readonly<Record<string, unknown>> | null) {
  const wanted = input === null ? null : JSON.stringify(input);
  const body = useAfterPause(wanted, PAUSE_MILLISECONDS);
  const isCurrent = body !== null && body === wanted;
  const query = useQuery({
    queryKey: quoteKey(path, actionId, body ?? ''),
    enabled: isCurrent,
    queryFn: ({ signal }) =>
      request(`${path}/actions/${actionId}/quote`, { method: 'POST', body: JSON.parse(body as string), signal }),
    staleTime: 60_000,
    retry: false,
  });
  return {
    quote: isCurrent ? query.data : undefined,
    error: isCurrent ? query.error : null,
    isPending: wanted !== null && (!isCurrent || query.isFetching),
  };
}
