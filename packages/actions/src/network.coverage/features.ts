import {
  type ClassWeights,
  coverageGround,
  type Network,
  networkReach,
  type WhiteSpots,
} from '@hinterland/engine/coverage';
import { rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { placesQuery } from '../networks/places.ts';
import { type Input, type Output, WHITE_SPOTS_SHOWN } from './schema.ts';

/** Draws white areas, the ground that stores cover, and the ground that two or more of them share. */
export function featuresOf(
  context: ActionContext,
  network: Network,
  weights: ClassWeights,
  input: Input,
  spots: WhiteSpots,
): NonNullable<Output['geojson']> {
  const { territory } = context;
  const { covered, shared } = coverageGround(network, placesQuery(territory, input), () => stopIfCancelled(context));
  const reach = networkReach(network, weights);
  const { code, name } = territory.areas;
  const feature = (
    properties: NonNullable<Output['geojson']>['features'][number]['properties'],
    coordinates: number[][][][],
  ) => ({ type: 'Feature' as const, properties, geometry: { type: 'MultiPolygon' as const, coordinates } });
  const white = spots.areas
    .filter(({ unreached }) => unreached > 0)
    .slice(0, WHITE_SPOTS_SHOWN)
    .flatMap(({ area, unreached }) => {
      const polygon = territory.areaPolygon(area);
      if (polygon === null) return [];
      return [
        feature(
          { part: 'white', people: rounded(unreached), code: code.at(area), name: name.at(area) },
          polygon as number[][][][],
        ),
      ];
    });
  return {
    type: 'FeatureCollection',
    features: [
      ...white,
      feature({ part: 'covered', people: rounded(reach.covered) }, covered as number[][][][]),
      feature({ part: 'shared', people: rounded(reach.twoPlus) }, shared as number[][][][]),
    ],
  };
}
