import { z } from 'zod';
import { saidMembers } from './said.ts';

/** Why a row of a table cannot be used as it is, or is not used. */
const ROW_REASONS = [
  'amount',
  'ambiguous',
  'floor_area',
  'date',
  'period',
  'currency',
  'number',
  'no_place',
  'outside',
  'twice',
  'alike',
  'total',
  'merged',
  'asked',
] as const;
export type RowReason = (typeof ROW_REASONS)[number];

/** A fault of a row, or of one of its cells. */
export const rowFault = z
  .object({
    row: z.int().describe('Number of the row, from 1'),
    name: z.string().describe('Its name or id; empty where it has none'),
    column: z.string().nullable().describe('Name of the column; null where the whole row is meant'),
    value: z.string().nullable().describe('Text of the cell'),
    reason: z
      .enum(ROW_REASONS)
      .describe(
        'amount, ambiguous, floor_area, date, period, currency, number: the cell is not understood as one, or in two ways. no_place, outside: the row has no place, or none on the map. twice: another row is the same; alike: it may be. total: a sum of others. merged, asked: the call says so',
      ),
    detail: z.string().describe('The fault in a sentence'),
    said: saidMembers,
    suggestion: z.string().nullable().describe('Text that the cell may have meant; null where nothing is plain'),
    like: z.int().nullable().describe('Number of the row that it repeats'),
  })
  .describe('A fault of a row of a dataset')
  .meta({ id: 'RowFault' });
export type RowFault = z.infer<typeof rowFault>;
