import { type Sentence, said } from '@hinterland/answers/said';
import { meaningOfO } from '@hinterland/catalogue/columns';
import { readTable, TableError, type TablePart, type TableRecord } from '@hinterland/tables';
import type { Box } from '../../engine/route.ts';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { JobWork } from '../jobs/kind.ts';
import { storePatiently } from '../jobs/steps.ts';
import { storeChunk, succeed } from './chunk.ts';
import type { LeftOutRow } from './dataset.ts';
import { DATASET_LIMITS, TOO_MANY_ROWS } from './limits.ts';
import { placeInCells } from './placeInCells.ts';
import { guessMapping, type Mapping, mappingAt, type Positions, positionsOf } from './roles.ts';
import { datasetOf } from './settle.ts';
import {
  changeDataset,
  countsOf,
  type DatasetKey,
  findDataset,
  importRows,
  insertRows,
  type NewRow,
  readPart,
} from './store.ts';
import { boxOf, languagesIn } from './territoryBox.ts';

export interface ImportInput {
  /** Lines of titles before the header. */
  readonly skipLines: number;
  /** Roles of columns as the member confirmed them; guessed where null. Jobs of older versions have none. */
  readonly roles?: Positions | null;
}

/** Rows that are stored at once: few, since other calls wait for the one connection of the embedded database. */
const CHUNK_ROWS = 100;
const CHUNK_CHARACTERS = 131_072;
/** Rows that are shown of those that are left out, with their first cells, cut where they are long. */
const LINES_NAMED = 20;
const CELLS_SHOWN = 24;
const CELL_CHARACTERS = 100;

const shownOf = (cells: readonly string[]): string[] =>
  cells
    .slice(0, CELLS_SHOWN)
    .map((cell) => (cell.length > CELL_CHARACTERS ? `${cell.slice(0, CELL_CHARACTERS)}…` : cell));

/**
 * Reads the uploaded file of a dataset into rows. A job that is taken over reads it again from the start and stores what
 * comes behind the rows that are there: reading costs seconds at most. Rows of another width than the header are left out and named.
 * Throws validation_error where the file is not as
 * it should be.
 */
export async function importDataset(work: JobWork): Promise<void> {
  const { db, clock, engine, job, leaseSeconds, signal } = work;
  const key = datasetOf(job);
  const dataset = await findDataset(db, key);
  if (dataset === null) return;
  const { skipLines, roles = null } = job.input as ImportInput;
  const box = boxOf(engine, dataset.territory_id);
  let names: readonly string[] = [];
  let mapping: Mapping | null = dataset.mapping;
  let read = 0;
  let stored = job.done;
  let chunk: (readonly string[])[] = [];
  let characters = 0;
  let leftOut = 0;
  const uneven: LeftOutRow[] = [];
  let firstFault: TableError | null = null;

  const store = async (): Promise<boolean> => {
    if (chunk.length === 0) return true;
    const isFirst = mapping === null;
    mapping ??= roles === null ? guessMapping(names, chunk) : mappingAt(names, roles);
    const first = stored;
    const rows = rowsOf(chunk, first, names, mapping, box);
    const isOurs = await storeChunk(work, {
      first,
      done: rows.length,
      failed: 0,
      reasons: countsOf(rows, ({ reason }) => reason),
      async store(trx) {
        if (isFirst) await changeDataset(trx, clock, key, { columns: names, mapping: mapping as Mapping });
        await insertRows(trx, clock, key, rows);
      },
      ...(isFirst ? {} : { storeAtOnce: () => importRows(db, clock, key, { ...job, leaseSeconds, first }, rows) }),
    });
    stored += chunk.length;
    chunk = [];
    characters = 0;
    return isOurs;
  };

  const options = {
    encoding: dataset.encoding,
    languages: languagesIn(engine, dataset.territory_id),
    skipLines,
    checksHeader: true,
    rowCharactersMax: DATASET_LIMITS.rowCharacters,
    setAside: ({ line, cells }: TableRecord, fault: TableError) => {
      firstFault ??= fault;
      if (leftOut++ < LINES_NAMED) uneven.push({ line, cells: shownOf(cells) });
    },
  };
  for await (const { columns, rows } of tableOf(fileOf(db, key), options)) {
    signal.throwIfAborted();
    if (names !== columns) requireFew(columns);
    names = columns;
    for (const { cells } of rows) {
      if (++read > DATASET_LIMITS.rows) throw badFile(TOO_MANY_ROWS);
      if (read <= stored) continue;
      chunk.push(cells);
      for (const cell of cells) characters += cell.length;
      if ((chunk.length >= CHUNK_ROWS || characters >= CHUNK_CHARACTERS) && !(await store())) return;
    }
  }
  if (read === 0) throw badFile((firstFault as TableError | null)?.message ?? hasNoRows);
  if (!(await store())) return;
  if (leftOut > 0)
    await storePatiently(work, () =>
      changeDataset(db, clock, key, {
        leftOut: { count: leftOut, lines: uneven.map(({ line }) => line), rows: uneven },
      }),
    );
  await succeed(work);
}

const hasNoRows = said('file_no_row');

const badFile = (detail: string | Sentence): ProblemError => new ProblemError('validation_error', detail);

/** Yields the table that a file holds. Throws validation_error with the line of what is wrong in it. */
async function* tableOf(...table: Parameters<typeof readTable>): AsyncGenerator<TablePart> {
  try {
    yield* readTable(...table);
  } catch (error) {
    throw error instanceof TableError ? badFile(error.message) : error;
  }
}

/** Throws where a dataset cannot hold so many columns, or names so long. */
function requireFew(columns: readonly string[]): void {
  const { columns: columnsMax, columnNameCharacters } = DATASET_LIMITS;
  if (columns.length > columnsMax) {
    throw badFile(said('many_columns', { columns: columns.length, most: columnsMax }));
  }
  columns.forEach((name, i) => {
    if (name.length <= columnNameCharacters) return;
    throw badFile(said('long_column', { no: i + 1, length: name.length, most: columnNameCharacters }));
  });
}

async function* fileOf(db: Db, key: DatasetKey): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const content = await readPart(db, key, part);
    if (content === null) return;
    yield content;
  }
}

function rowsOf(
  chunk: readonly (readonly string[])[],
  first: number,
  columns: readonly string[],
  mapping: Mapping,
  box: Box | null,
): NewRow[] {
  const positions = positionsOf(columns, mapping);
  return chunk.map((cells, i) => ({
    index: first + i,
    cells: JSON.stringify(cells),
    ...placeInCells(positions, cells, { o: meaningOfO(mapping.lng ?? ''), box }),
  }));
}
