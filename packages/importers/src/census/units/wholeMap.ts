import type { Box } from '@hinterland/geo';
import { z } from 'zod';
import { sourceKind } from '../../source/kind.ts';
import type { UnitContext, Units } from './unitSource.ts';

export const wholeMap = sourceKind({
  from: 'whole-map',
  says: 'One unit: the whole map',
  schema: {
    code: z.string().min(1).describe('Its code'),
    areaSquareKm: z
      .number()
      .positive()
      .optional()
      .describe('Land area of the unit, where the map box holds only a part of it'),
  },
  async open({ code, areaSquareKm }, { mapBox, dataBox }: UnitContext): Units {
    return [{ code, polygon: boxPolygon(mapBox ?? dataBox), ...(areaSquareKm === undefined ? {} : { areaSquareKm }) }];
  },
});

function boxPolygon({ west, south, east, north }: Box): number[][][][] {
  return [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ];
}
