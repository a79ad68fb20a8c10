import { FAMILIES } from '@hinterland/territory';
import { z } from 'zod';

export const roughReason = z
  .object({
    code: z.string().describe('few_homes, no_homes, national_figure or nobody'),
    values: z.record(z.string(), z.number()).describe('Figures of the sentence; shares are between 0 and 1'),
  })
  .describe('Something rough about data')
  .meta({ id: 'RoughReason' });

const source = z
  .object({
    name: z.string(),
    licence: z.string(),
    attribution: z.string(),
    url: z.string().nullable(),
    vintage: z.string().nullable().describe('Date or vintage as published'),
    mayShare: z.boolean().describe('Whether the license lets figures made of it be shown to everybody'),
  })
  .describe('Where data come from')
  .meta({ id: 'DataSource' });

const changes = z
  .object({
    version: z.string().describe('The version before'),
    added: z.array(z.string()).describe('Names of sources that are new'),
    removed: z.array(z.string()).describe('Names of sources that are gone'),
    renewed: z
      .array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .describe('Sources with another vintage'),
    counts: z
      .array(z.object({ name: z.string(), before: z.int(), after: z.int() }))
      .describe('Rows that there are more or fewer of'),
  })
  .describe('What is different from the version before')
  .meta({ id: 'DataChanges' });
export type Changes = z.infer<typeof changes>;

const family = z
  .object({
    family: z.enum(FAMILIES),
    version: z.string(),
    currency: z.string().nullable().describe('ISO 4217, of families with prices'),
    sources: z.array(source),
    isModelled: z
      .boolean()
      .describe('Whether residents are those of a model, put into cells from larger areas, rather than of a census'),
    counts: z.record(z.string(), z.number()).describe('Rows by table or kind'),
    changes: changes.nullable().describe('Null where the version before is not installed any more'),
  })
  .describe('One data family in force')
  .meta({ id: 'FamilyInForce' });
export type FamilyInForce = z.infer<typeof family>;

const territory = z
  .object({
    id: z.string(),
    name: z.string(),
    countries: z.array(z.string()),
    continent: z.string(),
    timeZone: z.string(),
    bbox: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
    center: z.object({ lat: z.number(), lng: z.number() }).describe('A good point to start from: the main city'),
    families: z.array(family),
    lacking: z
      .array(
        z.object({
          actionId: z.string().describe('Action that answers nothing on this territory, whatever the input'),
          lack: z.string().describe('What the territory lacks, and what would bring it'),
          families: z.array(z.enum(FAMILIES)).describe('Data families that it needs and the territory does not have'),
        }),
      )
      .optional()
      .describe('Actions that answer nothing here; absent where all answer'),
    rough: z
      .array(z.string())
      .optional()
      .describe('What is rough about the data, one sentence each; absent where nothing is, and where nobody judged'),
    roughReasons: z
      .array(roughReason)
      .optional()
      .describe('The same by code with its values, in the same order; absent of data of earlier releases'),
  })
  .describe('A territory with its data in force')
  .meta({ id: 'TerritoryInForce' });
export type TerritoryInForce = z.infer<typeof territory>;

export const territoryList = z.object({ data: z.array(territory) }).describe('The installed territories');
