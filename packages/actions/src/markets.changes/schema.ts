import { STORE_SOURCES } from '@hinterland/territory';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { journeyFields } from '../input/journey.ts';
import { kindOf } from '../input/numbers.ts';
import { sectorCodes } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { partDescription, subjectFields, subjectMeta, subjectRule, territoryAnswering } from '../subject/schema.ts';
import { KINDS } from './kinds.ts';

/** Sectors of one call. */
const SECTORS_MAX = 60;
/** Changes that an answer lists. */
export const CHANGES_MAX = 1000;

export const input = z
  .object({
    ...subjectFields,
    ...journeyFields,
    sectors: sectorCodes('sectors', SECTORS_MAX)
      .optional()
      .describe(
        `Stores of these sectors alone, 1 to ${SECTORS_MAX} codes as markets.sectors gives them; absent: of all`,
      )
      .meta({ examples: [['food.supermarket']] }),
    since: z
      .string({ error: ({ input: given }) => `since is a text, the version of a list, not ${kindOf(given)}.` })
      .min(1)
      .max(100)
      .optional()
      .describe('Version of the earlier list, one of `kept` in the answer; absent: the one before that in force'),
  })
  .superRefine(subjectRule)
  .meta(subjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon), and since when changes are asked about');
export type Input = z.output<typeof input>;

const counts = {
  openings: figure.count('stores').describe('Stores that the earlier list lacks'),
  closings: figure.count('stores').describe('Stores that closed: the list in force says so, or lacks them'),
  moves: figure
    .count('stores')
    .describe('Stores that moved by 25 m or more, counted where they were and where they are'),
  renamings: figure.count('stores').describe('Stores that have another name or brand'),
} as const;

const place = {
  lat: figure.degrees(),
  lng: figure.degrees(),
} as const;

const change = z
  .object({
    kind: z.enum(KINDS).meta(figure.kind()),
    certainty: figure
      .share({ base: 'changes like it' })
      .describe(
        'How sure it is that this happened in the street and not in the list alone, 0..1; not fitted, see docs',
      ),
    id: z
      .string()
      .meta(figure.key())
      .describe('Id of the store in the list in force; of one that is gone in the earlier'),
    name: z.string().meta(figure.name()).describe('Its name, or its brand; "" where unknown'),
    brand: z.string().nullable(),
    sectorCode: z.string().meta(figure.key()).describe('Code of its sector'),
    ...place,
    address: z.string().describe('"" where unknown'),
    source: z.enum(STORE_SOURCES).meta(figure.aside()).describe('Kind of the list that it is from'),
    before: z
      .object({ id: z.string(), name: z.string(), brand: z.string().nullable(), ...place })
      .nullable()
      .describe('What the earlier list had; null where it opened')
      .meta(figure.elsewhere()),
    meters: figure
      .meters()
      .nullable()
      .describe('Straight distance between where it was and where it is, meters; null where it opened or closed'),
    parts: z.array(z.string()).describe('Ids of the parts in which it lies, or lay'),
  })
  .describe('A change of a store')
  .meta({ id: 'StoreChange' });

export const output = z
  .object({
    territory: territoryAnswering,
    since: z.string().describe('Version of the earlier list').meta(figure.versions()),
    until: z.string().describe('Version of the list in force').meta(figure.versions()),
    kept: z
      .array(z.string())
      .describe('Versions of the earlier lists that are kept, the newest first')
      .meta(figure.versions()),
    parts: z
      .array(partDescription)
      .describe('Parts of the territory in which changes are counted: bands, areas or the polygon')
      .meta(figure.list('id')),
    totals: z.record(z.string(), z.object(counts)).describe('Changes in each part, by its id'),
    sectors: z
      .array(
        z.object({
          code: z.string().meta(figure.key()),
          name: z.string().meta(figure.name()).describe('English name; markets.sectors has others'),
          ...counts,
        }),
      )
      .describe('Changes in the whole by sector, sectors without any left out')
      .meta(figure.list('code')),
    changes: z
      .array(change)
      .describe(`The changes in the whole, at most ${CHANGES_MAX}: opened, closed, moved, renamed, the surest first`),
    changesLeftOut: figure.count().describe('Changes that are counted and not listed'),
    gaps: z
      .array(
        z.object({
          kind: z.enum(['lost', 'gained']).meta(figure.kind()),
          source: z.enum(STORE_SOURCES).describe('Kind of the list'),
          stores: figure.count('stores').describe('Its stores there, counted neither as closed nor as opened'),
          west: figure.degrees(),
          south: figure.degrees(),
          east: figure.degrees(),
          north: figure.degrees(),
        }),
      )
      .describe('Parts of the whole map in which a list lost or gained nearly all of its stores at once')
      .meta(figure.elsewhere()),
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('What changed between two lists of stores');
export type Output = z.output<typeof output>;
