import { COLUMN_ROLES, SALES_ROLES } from '@hinterland/catalogue/columns';
import { instant, job, rowFault } from '@hinterland/contract';
import { z } from 'zod';
import { DATASET_STATUSES } from './dataset.ts';
import { ROW_STATES } from './reasons.ts';

const counts = z.record(z.string(), z.number());

const rowState = z
  .enum(ROW_STATES)
  .describe(
    'How sure the place is; approximate: the address that was found is not quite that of the row; outside: of the territory',
  );

export const dataset = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(DATASET_STATUSES),
    territoryId: z.string(),
    userId: z.int().describe('Who uploaded it'),
    createdAt: instant,
    updatedAt: instant,
    columns: z.array(z.string()).nullable().describe('Null until the header was read'),
    mapping: z.partialRecord(z.enum(COLUMN_ROLES), z.string()).nullable(),
    rows: z.int(),
    matched: z.int().describe('Rows that have a place'),
    bytes: z.number().describe('Size that counts as storage'),
    reasons: counts.describe('Rows by the reason of their place, or of its absence'),
    snapReasons: counts,
    states: z
      .object({ placed: z.int(), approximate: z.int(), by_hand: z.int(), outside: z.int(), unplaced: z.int() })
      .describe('Rows by how sure their place is'),
    leavesOutUnplaced: z
      .boolean()
      .describe('Whether actions that read it leave out its rows without a place in the territory'),
    usedAt: instant.nullable().describe('When an action last read it, to the hour'),
    error: job.shape.error,
    leftOut: z
      .object({
        count: z.int(),
        lines: z.array(z.int()).describe('Lines of the first of them in the file, from 1'),
        rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })).describe('What stands in these lines'),
      })
      .nullable()
      .describe('Rows of the file that were left out, since they have more or fewer cells than its header'),
    job: job.nullable().describe('The job that waits or works on it'),
  })
  .describe('A table of places that a member uploaded')
  .meta({ id: 'Dataset' });

export const copies = z
  .object({
    results: z.int().describe('Jobs with results that you see'),
    versions: z.int().describe('Versions and copies of versions in analyses that you see'),
    ofOthers: z.int().describe('Jobs and versions of other members, which an owner may delete'),
  })
  .describe('What holds rows of a dataset beside itself')
  .meta({ id: 'DatasetCopies' });

export const row = z
  .object({
    index: z.int(),
    cells: z.array(z.string()),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    reason: z.string(),
    state: rowState,
    matchedAddress: z.string().nullable(),
    confidence: z.number().nullable(),
    snapped: z
      .object({
        mode: z.string().nullable(),
        reason: z.string(),
        lat: z.number().nullable(),
        lng: z.number().nullable(),
        meters: z.number().nullable(),
      })
      .nullable(),
  })
  .describe('A row of a dataset')
  .meta({ id: 'DatasetRow' });

export const rowPage = z.object({
  data: z.array(row),
  next: z.int().nullable().describe('Index that the next page begins at; null after the last'),
  total: z.int().describe('Rows of this kind'),
});

export const points = z.object({
  data: z.array(z.object({ index: z.int(), lat: z.number(), lng: z.number(), state: rowState })),
  step: z.int().describe('1 if these are all rows with a place; n if every n-th row was read'),
});

export const exchanged = z.object({
  data: z
    .array(z.object({ index: z.int(), lat: z.number(), lng: z.number() }))
    .describe('Rows whose latitude and longitude are exchanged, and where they would be in the territory'),
});

export const reading = z
  .object({
    fault: z.string().nullable().describe('Why the whole table cannot be read; null where it can'),
    rows: z.int().describe('Rows of the dataset'),
    right: z.int().describe('Rows that count, without those of `faults`'),
    columns: z
      .array(
        z.object({
          name: z.string(),
          role: z.enum(SALES_ROLES).nullable(),
          period: z.string().nullable(),
          factor: z.number().describe('What an amount without a unit of its own is multiplied by'),
          currency: z.string().nullable(),
          samples: z.array(z.string()),
        }),
      )
      .describe('Of sales: the columns that do not say where or which a row is'),
    placed: z
      .array(z.object({ name: z.string(), role: z.enum(COLUMN_ROLES), samples: z.array(z.string()) }))
      .describe('The columns that say where or which a row is'),
    stores: z
      .array(
        z.object({
          id: z.union([z.string(), z.int()]).describe('As a list of places has it'),
          name: z.string(),
          sales: z.number().nullable().describe('Of a year, in the currency of the sheet'),
          reason: z.string().nullable().describe('Why there are no sales of a year'),
          squareMeters: z.number().nullable(),
        }),
      )
      .describe('Of sales: the stores with their sales of a year, last those of rows with a fault'),
    currency: z
      .string()
      .nullable()
      .describe('Of sales: the one currency of all of them; null where none is said, or several'),
    faults: z.array(rowFault).describe('Rows that a call is refused for, and rows that may be the same'),
    leftOut: z.array(rowFault).describe('Rows that do not count'),
    notes: z.array(z.string()).describe('How columns were read'),
  })
  .describe('How the rows of a dataset are read for a list')
  .meta({ id: 'DatasetReading' });
