import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import { useAfterPause } from '../../ui/useAfterPause.ts';
import type { Spot } from './question.ts';

const PAUSE_MILLISECONDS = 400;
/** Places that are named at a time; those of long lists have names of their own. */
const NAMED_MAX = 10;
/** Farther away, a place is named by its area. */
const NEAR_METERS = 100;

type Named = Pick<Spot, 'name' | 'lat' | 'lng'>;

/** Names places that have none: by the nearest address, else by the smallest area around them. */
export function usePlaceNames(
  path: OrganizationPath,
  territory: string,
  places: readonly Spot[],
): (place: Named) => string {
  const wanted = useAfterPause(
    JSON.stringify(
      places
        .filter(({ name }) => name === '')
        .slice(0, NAMED_MAX)
        .map(keyOf),
    ),
    PAUSE_MILLISECONDS,
  );
  const found = useQueries({
    queries: (JSON.parse(wanted) as string[]).map((key) => ({
      queryKey: ['named', path, territory, key],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly [string, string]> => {
        const [lat = 0, lng = 0] = key.split(' ').map(Number);
        const { result } = await request(`${path}/actions/search.reverse_address/execute`, {
          method: 'POST',
          body: { lat, lng, territory, maxDistanceMeters: NEAR_METERS },
          signal,
        });
        return [key, result.poles[0]?.addresses[0]?.displayLine ?? result.areas.at(-1)?.name ?? ''];
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (queries) => JSON.stringify(queries.flatMap(({ data }) => (data === undefined ? [] : [data]))),
  });
  return useCallback(
    (place: Named) => place.name || (new Map(JSON.parse(found) as [string, string][]).get(keyOf(place)) ?? ''),
    [found],
  );
}

const keyOf = ({ lat, lng }: Pick<Spot, 'lat' | 'lng'>): string => `${lat} ${lng}`;

/** An address without its town. */
export const shortName = (name: string): string => name.split(',')[0] as string;
