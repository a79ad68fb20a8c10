/** A row of a table as its file holds it. */
export interface TableRecord {
  /** Number of the line in which it begins, from 1; in a workbook the number of the row. */
  readonly line: number;
  /** Its number among the rows of the file, from 1; titles, header and blank lines count too. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Whether the file ends within this row, without an end of line. */
  readonly endsFile: boolean;
}
