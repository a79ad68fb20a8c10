import { type Catchment, type Isochrone, isochrones } from '@hinterland/engine';
import type { ActionContext, RunOutcome } from '../action.ts';
import { catchmentOf, describeMethod, describeOrigins, limitOf, stopIfCancelled } from '../catchment.ts';
import { rounded, versionsOf } from '../output.ts';
import type { Input, Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  context.progress(0, 'counting residents');
  const catchment = catchmentOf(context, input);
  stopIfCancelled(context);
  let pictures: Isochrone[] | null = null;
  if (input.geometry) {
    context.progress(0.3, 'drawing polygons');
    pictures = isochrones(catchment);
  }
  return {
    result: {
      bands: catchment.bands.map(({ limit, own, cumulative }, i) => ({
        ...limitOf(catchment, limit),
        residents: people(own.residents),
        cumulativeResidents: people(cumulative.residents),
        poles: own.poles,
        cumulativePoles: cumulative.poles,
        standInPoles: own.standInPoles,
        ...(pictures === null ? {} : { shape: shapeOf(pictures[i]!) }),
      })),
      ...(pictures === null ? {} : { geojson: featuresOf(catchment, pictures) }),
      origins: describeOrigins(catchment),
      method: describeMethod(catchment),
      dataVersion: versionsOf(context.territory, ['territory', 'sociodemo']),
    },
  };
}

const people = (residents: number | null) => (residents === null ? null : rounded(residents));

function shapeOf({ shape, areaSquareKm }: Isochrone): NonNullable<Output['bands'][number]['shape']> {
  const { recall, precision, cellMeters } = shape;
  return {
    recall: recall === null ? null : rounded(recall),
    precision: precision === null ? null : rounded(precision),
    areaSquareKm: rounded(areaSquareKm),
    cellMeters: cellMeters === null ? null : rounded(cellMeters),
  };
}

function featuresOf(catchment: Catchment, pictures: readonly Isochrone[]): NonNullable<Output['geojson']> {
  return {
    type: 'FeatureCollection',
    features: pictures.map(({ limit, polygon }, i) => {
      const { residents, poles } = catchment.bands[i]!.cumulative;
      return {
        type: 'Feature',
        id: i,
        properties: {
          ...limitOf(catchment, limit),
          cumulativeResidents: people(residents),
          cumulativePoles: poles,
        },
        geometry: polygon,
      };
    }),
  };
}
