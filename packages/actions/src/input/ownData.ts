import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { orFiguresOfDataset } from './dataset.ts';
import { listMessage } from './numbers.ts';
import { lat, lng } from './place.ts';

/** Own rows of one call. */
export const OWN_ROWS_MAX = 10_000;
/** Columns that are added up. */
const OWN_COLUMNS_MAX = 20;

const columns = z
  .array(z.string().min(1).max(255), { error: listMessage('columns', 'names', 0, OWN_COLUMNS_MAX) })
  .max(OWN_COLUMNS_MAX)
  .default([])
  .describe(`Names of the figures of each row, 0 to ${OWN_COLUMNS_MAX}; without any, rows are counted alone`);

const row = z
  .object({
    lat: lat(),
    lng: lng(),
    values: z
      .array(z.number().nullable())
      .max(OWN_COLUMNS_MAX)
      .default([])
      .describe('One figure per column, null where it is not known'),
  })
  .describe('One row');

/** Own rows that are counted and added up in every part of a territory: free with the run. */
export const ownDataField = {
  ownData: orFiguresOfDataset(
    z
      .object({
        columns,
        rows: z
          .array(row, { error: listMessage('rows', 'rows', 1, OWN_ROWS_MAX) })
          .min(1)
          .max(OWN_ROWS_MAX),
      })
      .superRefine(({ columns: names, rows }, context) => {
        const issue = (path: (string | number)[], sentence: Sentence) =>
          context.addIssue({ code: 'custom', path, message: asMessage(sentence) });
        names.forEach((name, i) => {
          if (names.indexOf(name) < i) issue(['columns', i], said('column_twice', { column: JSON.stringify(name) }));
        });
        const at = rows.findIndex(({ values }) => values.length !== names.length);
        if (at >= 0)
          issue(['rows', at, 'values'], said('own_values', { columns: names.length, values: rows[at]!.values.length }));
      }),
  )
    .optional()
    .describe(
      `Own rows with their figures, 1 to ${OWN_ROWS_MAX}: counted and added up in every band, area or polygon, at no further cost`,
    ),
} as const;

export type OwnData = NonNullable<z.output<(typeof ownDataField)['ownData']>>;
