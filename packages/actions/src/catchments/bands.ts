import type { Catchment, Holdings } from '@hinterland/engine/catchment';
import { type Detail, type Isochrone, isochrones } from '@hinterland/engine/isochrone';
import { rounded } from '@hinterland/geo';
import { z } from 'zod';
import { multiPolygon } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { limitOf } from './catchment.ts';
import { grainField, grainOf } from './grain.ts';

/** The bands of a catchment as results carry them, and the polygons that draw them. */

const limits = {
  limitSeconds: figure.seconds
    .whole({ role: 'echo' })
    .optional()
    .describe('Limit of the band in seconds of travel time, with bandSeconds'),
  limitMeters: figure.meters
    .whole({ role: 'echo' })
    .optional()
    .describe('Limit of the band in meters, with bandMeters or radiusMeters'),
} as const;

const band = z
  .object({
    ...limits,
    residents: figure
      .people()
      .nullable()
      .describe('Usual residents above the previous limit and within this one; null if the territory has no census'),
    cumulativeResidents: figure.people().nullable().describe('Usual residents within this limit, inner bands included'),
    poles: figure.count('addresses').describe('Address poles above the previous limit and within this one'),
    cumulativePoles: figure.count('addresses').describe('Address poles within this limit'),
    standInPoles: figure
      .count('addresses')
      .describe('Of `poles`, those made from buildings or streets because no address register has them'),
    ...grainField,
    reliability: z
      .object({
        every: figure.people().describe('Within this limit at every departure of the window'),
        half: figure.people().describe('At half of the departures or more'),
        any: figure.people().describe('At one departure or more'),
      })
      .optional()
      .describe(
        'With mode transit: usual residents (poles without a census) within this limit, by the share of departures that bring them there',
      ),
    shape: z
      .object({
        recall: figure
          .share({ base: 'residents of reached poles' })
          .nullable()
          .describe(
            'Residents of reached poles inside the polygon ÷ residents of reached poles, 0..1; null without residents',
          ),
        precision: figure
          .share({ base: 'residents inside the polygon' })
          .nullable()
          .describe('Residents of reached poles inside the polygon ÷ residents of all poles inside it, 0..1'),
        areaSquareKm: figure.squareKm().describe('Area of the polygon'),
        cellMeters: figure.meters().nullable().describe('Side of the grid cells it was drawn from; null for circles'),
      })
      .optional()
      .describe(
        'How well the polygon of this limit matches the poles within it, by residents (by poles without a census). Counts never use the polygon.',
      ),
  })
  .describe('One band')
  .meta({ id: 'Band' });

type Reliability = NonNullable<Catchment['transit']>['reliability'][number];

export const bands = z.array(band).describe('One per limit, nearest first');
type Band = z.output<typeof band>;

const featureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: figure.plain.whole().describe('Position in `bands`'),
        properties: z.object({
          ...limits,
          cumulativeResidents: figure.people().nullable(),
          cumulativePoles: figure.count('addresses'),
        }),
        geometry: multiPolygon,
      }),
    ),
  })
  .meta({ id: 'BandPolygons' });

/** `when` says when the polygons are absent. */
export const bandPolygons = (when: string) =>
  featureCollection
    .optional()
    .describe(
      `One polygon per limit, inner bands included, without holes, ready for a map; draw the last one first. ${when}`,
    )
    .meta(figure.shape());

export interface DescribedBands {
  readonly bands: Band[];
  readonly geojson?: z.output<typeof featureCollection>;
}

/** With `draw`, polygons are drawn as well: that takes longer than counting. */
export function describeBands(catchment: Catchment, draw: boolean, detail: Detail = {}): DescribedBands {
  const pictures = draw ? isochrones(catchment, detail) : null;
  return {
    bands: catchment.bands.map(({ limit, own, cumulative }, i) => ({
      ...limitOf(catchment, limit),
      residents: people(own.residents),
      cumulativeResidents: people(cumulative.residents),
      poles: own.poles,
      cumulativePoles: cumulative.poles,
      standInPoles: own.standInPoles,
      ...grainOf(catchment.territory, cumulative),
      ...(catchment.transit === null ? {} : { reliability: reliabilityOf(catchment.transit.reliability[i]!) }),
      ...(pictures === null ? {} : { shape: shapeOf(pictures[i]!) }),
    })),
    ...(pictures === null ? {} : { geojson: featuresOf(catchment, pictures) }),
  };
}

/** Residents as results carry them; null where the territory has no census. */
export const people = (residents: number | null) => (residents === null ? null : rounded(residents));

function reliabilityOf({ every, half, any }: Reliability): NonNullable<Band['reliability']> {
  const counted = ({ residents, poles }: Holdings) => people(residents) ?? poles;
  return { every: counted(every), half: counted(half), any: counted(any) };
}

function shapeOf({ shape, areaSquareKm }: Isochrone): NonNullable<Band['shape']> {
  const { recall, precision, cellMeters } = shape;
  return {
    recall: recall === null ? null : rounded(recall),
    precision: precision === null ? null : rounded(precision),
    areaSquareKm: rounded(areaSquareKm),
    cellMeters: cellMeters === null ? null : rounded(cellMeters),
  };
}

function featuresOf(catchment: Catchment, pictures: readonly Isochrone[]): z.output<typeof featureCollection> {
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
