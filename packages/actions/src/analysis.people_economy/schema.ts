import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { choiceMessage, listMessage } from '../input/numbers.ts';
import { ownDataField } from '../input/ownData.ts';
import { dataVersion } from '../output/common.ts';
import { ownFigures } from '../own/figures.ts';
import { tables } from '../people/tables.ts';
import { subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';

export const input = z
  .object({
    ...subjectFields,
    ...journeyFields,
    topics: z
      .array(z.enum(TOPIC_CODES, { error: choiceMessage('A topic', TOPIC_CODES) }), {
        error: listMessage('topics', 'topics', 1, 100),
      })
      .min(1)
      .max(100)
      .default([...TOPIC_CODES])
      .describe('Topics; each is priced once, however often it is listed. Default: all ten')
      .meta({ examples: [['residents', 'age_classes']] }),
    ...ownDataField,
  })
  .superRefine(subjectRule)
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the topics to tabulate for it');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    ...tables,
    ownData: ownFigures,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Tables of People & Economy');
export type Output = z.output<typeof output>;
