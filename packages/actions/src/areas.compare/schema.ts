import { MODES, TOPIC_CODES } from '@hinterland/catalogue';
import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { LEVELS } from '../areas/levels.ts';
import { choiceMessage } from '../input/numbers.ts';
import { minutesField, travelFields } from '../input/travel.ts';
import { sectorCode } from '../markets/sectors.ts';
import { dataVersion, multiPolygon } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { territoryAnswering } from '../subject/schema.ts';

/** Areas of one answer: a level with more is not offered. */
export const AREAS_MAX = 500;

export const input = z
  .object({
    area: z.string().min(1).max(200).describe('Code of the area that holds the others, as areas.list gives it'),
    level: z
      .literal(LEVELS, { error: choiceMessage('level', LEVELS) })
      .optional()
      .describe('Level of the areas compared; where absent, or where the area has none of it, the next one below it'),
    sectorCode: sectorCode
      .optional()
      .describe('A code that markets.sectors lists: adds the residents from whom no open store of it is within reach'),
    minutes: minutesField('a store').default(15),
    mode: travelFields.mode,
  })
  .describe('The areas of one level within an area');
export type Input = z.output<typeof input>;

const heading = {
  code: z.string().meta(figure.key()),
  name: z.string().meta(figure.name()),
  kind: z.enum(AREA_KINDS).meta(figure.kind()),
  level: figure.plain.whole().nullable(),
} as const;

/** Groups of figures: topics of the census, stores for residents, and stores by themselves; residents without a store of the sector asked about. */
const GROUPS = [...TOPIC_CODES, 'storesPer10000', 'stores', 'shareWithout', 'residentsWithout'] as const;

export const output = z
  .object({
    territory: territoryAnswering,
    area: z.object(heading),
    levels: z
      .array(
        z.object({
          level: figure.plain.whole().nullable().describe('null: areas without a level, such as postcodes'),
          localType: z.string().describe('Name of their kind in the country; empty if unknown or of several kinds'),
          areas: figure.count('areas').describe('How many of them lie within the area'),
        }),
      )
      .describe(`Levels that can be compared, from large to small: those with at most ${AREAS_MAX} areas`),
    simplifyMeters: figure.meters().describe('How far outlines were moved at most'),
    areas: z
      .array(
        z.object({
          ...heading,
          localType: z.string(),
          cut: z.boolean().describe('Whether the map has only a part of the area; its figures are those of the part'),
          residents: figure.people().nullable(),
          areaSquareKm: figure.squareKm().nullable(),
          geometry: multiPolygon.nullable().describe('Outline; null if the territory has none'),
        }),
      )
      .describe('By name')
      .meta(figure.list('code')),
    figures: z
      .array(
        z.object({
          id: z.string().meta(figure.key()).describe('Group and field, "age_classes.median_age"'),
          group: z.enum(GROUPS).meta(figure.kind()),
          field: z.string().describe('Field of the topic, or code of the sector; empty for stores of all sectors'),
          unit: z.string(),
          meaning: z.string().describe('What the field counts; name of the sector'),
          values: z
            .array(figure.inUnitOf('unit').nullable())
            .describe('In the order of `areas`; null if not published'),
          whole: figure.inUnitOf('unit').nullable().describe('The same of the area that holds them'),
        }),
      )
      .describe('Means, medians and shares, which compare areas of any size, and counts of residents and stores')
      .meta(figure.list('id')),
    reach: z
      .object({
        sector: z.string().describe('Code of the sector asked about'),
        minutes: figure.minutes().describe('Travel time within which a store serves people'),
        mode: z.enum(MODES),
      })
      .nullable()
      .describe('What shareWithout and residentsWithout are counted by; null where no sector is asked about'),
    dataVersion,
  })
  .describe('Figures of the areas within an area, side by side, for a map in classes')
  .meta({ id: 'AreasCompared' });
export type Output = z.output<typeof output>;
export type ComparedFigure = Output['figures'][number];
