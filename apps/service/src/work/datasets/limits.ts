import { said } from '@hinterland/answers/said';
/** Limits of datasets and their files. */
export const DATASET_LIMITS = {
  /** Largest file, as it is sent. */
  fileBytes: 100_000_000,
  rows: 500_000,
  columns: 200,
  /** Longest row, as text; a longer one is a quotation mark that is never closed. */
  rowCharacters: 1_000_000,
  columnNameCharacters: 255,
  skippedLines: 100,
  /** A file is kept in parts of this size until it is imported: few, since other calls wait for the one connection of the embedded database. */
  partBytes: 131_072,
  /** Longest duration of an upload, and longest pause within it. */
  uploadSeconds: 900,
  uploadIdleSeconds: 30,
  rowsListedDefault: 100,
  rowsListedMax: 1000,
  /** Most rows that a map shows; of more rows, every second is shown, every third, and so on. */
  pointsListed: 20_000,
} as const;

export const TOO_MANY_ROWS = said('file_rows', { rows: DATASET_LIMITS.rows });
