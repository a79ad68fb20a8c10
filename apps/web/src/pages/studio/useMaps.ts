import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/request.ts';
import type { MapDescription } from '../../map/style/mapStyle.ts';
import type { Spot } from './question.ts';

/** The map of a territory, as the service describes it. */
export interface TerritoryMap extends MapDescription {
  readonly id: string;
  readonly name: string;
  /** Longitude, latitude and zoom. */
  readonly center: readonly [number, number, number];
}

export const useMaps = () =>
  useQuery({
    queryKey: ['tiles'],
    queryFn: async ({ signal }) =>
      ((await call('/tiles', { signal })) as { readonly territories: readonly TerritoryMap[] }).territories,
    // A new description makes a new map: it is asked for again with the page alone.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const holds = (
  { bounds: [west = 0, south = 0, east = 0, north = 0] }: TerritoryMap,
  { lat, lng }: Pick<Spot, 'lat' | 'lng'>,
): boolean => lng >= west && lng <= east && lat >= south && lat <= north;

/** The territory that holds the places asked about, else the one that the reader looked at, else the first. */
export function territoryOf(
  maps: readonly TerritoryMap[],
  places: readonly Spot[],
  looked: string | null,
): TerritoryMap | undefined {
  const [place] = places;
  const holding = place === undefined ? [] : maps.filter((map) => holds(map, place));
  return holding.find(({ id }) => id === looked) ?? holding[0] ?? maps.find(({ id }) => id === looked) ?? maps[0];
}
