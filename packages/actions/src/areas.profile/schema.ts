import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { mixFields } from '../markets/mixFields.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { tables } from '../people/tables.ts';
import { territoryAnswering } from '../subject/schema.ts';

export const input = z
  .object({ area: z.string().min(1).max(200).describe('Code of the area as areas.list gives it') })
  .describe('One area by its code');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    area: z.object({
      code: z.string().meta(figure.key()),
      name: z.string().meta(figure.name()),
      kind: z.enum(AREA_KINDS).meta(figure.kind()),
      level: figure.plain.whole().nullable(),
    }),
    ...tables,
    market: z
      .object(mixFields)
      .nullable()
      .describe('Stores of every sector that the territory has stores of; null where it holds no stores'),
    dataVersion,
  })
  .describe('Residents, ages, households, income and stores of an area beside the areas that hold it')
  .meta({ id: 'AreaProfile' });
export type Output = z.output<typeof output>;
