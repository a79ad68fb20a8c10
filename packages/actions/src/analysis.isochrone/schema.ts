import { z } from 'zod';
import { bandPolygons, bands } from '../catchments/bands.ts';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { catchmentFields, reachMeta, reachRule } from '../input/catchment.ts';
import { journeyFields, journeyRule } from '../input/journey.ts';
import { integerIn } from '../input/numbers.ts';
import { ownDataField } from '../input/ownData.ts';
import { dataVersion } from '../output/common.ts';
import { ownFigures } from '../own/figures.ts';
import { comparedModes } from './modes.ts';

export const input = z
  .object({
    ...catchmentFields,
    ...journeyFields,
    compareModes: z
      .boolean()
      .default(false)
      .describe(
        'Whether to answer the same bands for every mode as well, in `modes`: by car, on foot, by bicycle and by public transport. Needs bandSeconds. departure, percentile, maxRides, maxWalkMinutes and access are those of public transport then, whatever the mode; cars take departure, too, where the territory has speeds by hour of the day. A mode that the territory lacks is named with the reason',
      ),
    geometry: z.boolean().default(true).describe('Whether to return polygons; without them the answer is short'),
    cellMeters: integerIn({ name: 'cellMeters', unit: 'meters', min: 12, max: 1600 })
      .optional()
      .describe(
        'Width of the grid cells that polygons are drawn from, in meters, 12 to 1600: the nearest of 12.5, 25, 50 … 1600. Wider cells make shorter answers with coarser lines; counts do not change. Left out, and where the picture is large, cells are as fine as its size allows',
      ),
    ...ownDataField,
  })
  .superRefine(reachRule)
  .superRefine(journeyRule)
  .meta(reachMeta)
  .describe('The places and the reach of their catchment');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    bands,
    modes: comparedModes.optional(),
    ownData: ownFigures,
    geojson: bandPolygons('Absent with geometry false.'),
    origins: originsUsed,
    method: catchmentMethod,
    dataVersion,
  })
  .describe('Bands with their residents, and polygons for maps');
export type Output = z.output<typeof output>;
