import {
  type Action,
  OWN_ROWS_MAX,
  type PlaceList,
  type RowChoices,
  type RowName,
  referenceIn,
} from '@hinterland/actions';
import { said, spoken } from '@hinterland/answers/said';
import { decimalMarkOf, numberColumn } from '@hinterland/catalogue/numbers';
import type { Warning } from '@hinterland/contract';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { quoted } from '../../kit/quotedText.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';
import type { DatasetRecord, RowRecord } from '../datasets/dataset.ts';
import { matchedOf } from '../datasets/present.ts';
import { MATCHED_REASONS } from '../datasets/reasons.ts';
import { type Positions, positionsOf } from '../datasets/roles.ts';
import { type DeskRows, deskRows, outsideOf, type PlacedRow, twinsIn } from '../datasets/rowDesk.ts';
import { readRows, touchDataset } from '../datasets/store.ts';
import { findReady } from './findReady.ts';
import { type Figures, namedDatasets, namedFigures, namedRows, namedSales } from './namedDatasets.ts';
import { withRowsOf } from './readRowsOf.ts';
import { choicesOf, readSales, refusedRows, salesOptionsOf, warnOfRows } from './readSales.ts';
import type { RowsOfLists } from './rowsOfLists.ts';

/** A body in which places stand where datasets were named. */
export interface ReadBody {
  readonly body: unknown;
  /** The rows of members that were read from a dataset. */
  readonly rows: RowsOfLists;
  /** Ids of the datasets whose rows it has. */
  readonly datasets: readonly string[];
  /** The references that stood there. */
  readonly named: NamedMembers;
  /** How cells of datasets were understood. */
  readonly warnings: readonly Warning[];
}

/**
 * Puts the rows of datasets where a body names one instead of a list of places, so that everything after sees places:
 * the schema, the price, the fingerprint of an idempotency key, the stored version. Throws validation_error with the
 * pointer of the dataset where it cannot be read.
 */
export async function readDatasets(
  db: Db,
  clock: Clock,
  organizationId: number,
  action: Action,
  body: unknown,
): Promise<ReadBody> {
  const named = namedDatasets(action, body);
  const figures = namedFigures(action, body);
  const sales = namedSales(action, body);
  const all = namedRows(action, body);
  if (all !== null)
    return {
      body: await withRowsOf(db, clock, organizationId, all, body as object),
      rows: {},
      datasets: [all.id],
      named: {},
      warnings: [],
    };
  const datasets = [...named.map(({ given }) => given.dataset), figures?.given.dataset, sales?.id].filter(isText);
  if (named.length === 0 && figures === null && sales === null)
    return { body, rows: {}, datasets, named: {}, warnings: [] };
  const read = { ...(body as Record<string, unknown>) };
  const rows: Record<string, readonly RowName[]> = {};
  const warnings: Warning[] = [];
  for (const { list, given } of named) {
    const found = await readPlaces(db, clock, organizationId, list, given, warnings);
    read[list.name] = found.places;
    rows[list.name] = found.rows;
  }
  if (figures !== null) {
    const { name, given } = figures;
    read[name] = await readFigures(db, clock, organizationId, name, given, warnings);
  }
  if (sales !== null) {
    const pointer = `#/${sales.name}/dataset`;
    const list = { name: sales.name, max: SALES_ROWS_MAX };
    const options = salesOptionsOf(sales.given, `#/${sales.name}`);
    const { dataset, desk } = await readPlacedRows(db, clock, organizationId, list, sales.id, options);
    const found = readSales(dataset, desk, pointer, warnings, options);
    read[sales.name] = found.stores;
    rows[sales.name] = found.rows;
  }
  const members = [...named.map(({ list }) => list.name), figures?.name, sales?.name].filter(
    (name) => name !== undefined,
  );
  const references = members.map((name) => [name, referenceOf((body as Record<string, unknown>)[name])] as const);
  return {
    body: read,
    rows,
    datasets: [...new Set(datasets)],
    named: Object.fromEntries(references),
    warnings,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Rows of a dataset of sales: 500 stores with two years of months. */
const SALES_ROWS_MAX = 12_000;

/** A reference with the texts that it gives for cells: what a version stores, and its organization alone reads. */
function referenceOf(value: unknown): unknown {
  const { cells } = value as { readonly cells?: unknown };
  return { ...referenceIn(value), ...(cells === undefined ? {} : { cells }) };
}

async function readPlaces(
  db: Db,
  clock: Clock,
  organizationId: number,
  list: PlaceList,
  given: { readonly dataset: unknown },
  warnings: Warning[],
) {
  const pointer = `#/${list.name}/dataset`;
  const choices = choicesOf(given, `#/${list.name}`);
  const { dataset, desk } = await readPlacedRows(db, clock, organizationId, list, given.dataset, choices);
  const isLeavingOut = choices.faults === 'leave_out';
  const outside = outsideOf(dataset, desk.rows);
  if (outside.length > 0 && !isLeavingOut) {
    throw refusedRows(
      pointer,
      said('rows_outside', { outside: outside.length, rows: desk.rows.length, first: outside[0]!.row }),
      outside,
    );
  }
  const beyond = new Set(outside.map(({ row }) => row));
  const within = desk.rows.filter(({ index }) => !beyond.has(index + 1));
  const twins = twinsIn(dataset, within);
  const twice = isLeavingOut ? twins.filter(({ reason }) => reason === 'twice') : [];
  const isTwice = new Set(twice.map(({ row }) => row));
  const rows = within.filter(({ index }) => !isTwice.has(index + 1));
  const out = [...desk.leftOut, ...desk.nowhere, ...outside, ...twice].toSorted((a, b) => a.row - b.row);
  warnOfRows(pointer, out, warnings);
  const alike = twins.filter(({ reason }) => reason === 'alike');
  if (alike.length > 0) warnings.push({ pointer, detail: alike[0]!.detail, rows: alike });
  const positions = positionsOf(dataset.columns ?? [], dataset.mapping ?? {});
  return {
    places: rows.map((row) => placeOf(positions, row, list)),
    rows: rows.map((row): RowName => ({ no: row.index + 1, name: row.cells[positions.name ?? -1]?.trim() ?? '' })),
  };
}

/** Rows of a dataset with the numbers of some columns, as the schema of own rows takes them. */
async function readFigures(
  db: Db,
  clock: Clock,
  organizationId: number,
  name: string,
  { dataset: id, columns = [] }: Figures,
  warnings: Warning[],
) {
  const { dataset, desk } = await readPlacedRows(db, clock, organizationId, { name, max: OWN_ROWS_MAX }, id, {});
  const { rows } = desk;
  const known = dataset.columns ?? [];
  const named = Array.isArray(columns) ? columns : [];
  const numbers = named.map((column, i) => {
    const at = known.indexOf(column);
    const pointer = `#/${name}/columns/${i}`;
    if (at >= 0) return figuresOf(rows, at, pointer, column, warnings);
    throw invalid(pointer, said('no_such_column_in', { column: quoted(String(column)), known: known.join(', ') }));
  });
  const placed = rows.map(({ lat, lng }, row) => ({ lat, lng, values: numbers.map((column) => column[row] ?? null) }));
  return { columns, rows: placed };
}

/** Cells that a sentence names. */
const NAMED_CELLS = 3;

/**
 * The numbers of a column, by the decimal mark that it shows itself, else by that of the whole dataset. Throws validation_error
 * where neither tells what "1.234" means. Says in `warnings` how such cells were read, and which hold no number.
 */
function figuresOf(
  rows: readonly RowRecord[],
  at: number,
  pointer: string,
  column: string,
  warnings: Warning[],
): readonly (number | null)[] {
  const cells = rows.map((row) => row.cells[at] ?? '');
  const first = numberColumn(cells);
  const isOpen = first.unread.some(({ fault }) => fault === 'ambiguous');
  const ofAll = isOpen ? decimalMarkOf(rows.flatMap((row) => row.cells)) : null;
  const { values, unread, decimal } = ofAll === null ? first : numberColumn(cells, ofAll);
  const rowOf = (cell: number) => `row ${rows[cell]!.index + 1}`;
  const open = unread.find(({ fault }) => fault === 'ambiguous');
  if (open !== undefined) {
    throw invalid(
      pointer,
      said('ambiguous_column', { column: quoted(column), row: rows[open.at]!.index + 1, text: quoted(open.text) }),
    );
  }
  if (decimal !== null) {
    const mark = said(decimal === ',' ? 'a_comma' : 'a_point');
    warnings.push({ pointer, ...spoken({ detail: said('decimal_sign', { column: quoted(column), mark }) }) });
  }
  if (unread.length > 0) {
    const named = unread.slice(0, NAMED_CELLS).map((cell) => `${rowOf(cell.at)} ${quoted(cell.text)}`);
    const more = unread.length > NAMED_CELLS ? ', …' : '';
    warnings.push({
      pointer,
      detail: `${quoted(column)}: ${unread.length} of ${cells.length} cells hold no number and are left out: ${named.join(', ')}${more}.`,
    });
  }
  return values;
}

/** The rows of a dataset that have a place, as a call wants them. */
async function readPlacedRows(
  db: Db,
  clock: Clock,
  organizationId: number,
  list: Pick<PlaceList, 'name' | 'max'>,
  id: unknown,
  choices: RowChoices,
): Promise<{ readonly dataset: DatasetRecord; readonly desk: DeskRows }> {
  const pointer = `#/${list.name}/dataset`;
  const { key, dataset } = await findReady(db, clock, organizationId, id, pointer);
  const isLeavingOut = dataset.leaves_out_unplaced;
  const count = isLeavingOut ? matchedOf(dataset) : dataset.row_count;
  const chosen = new Set([...(choices.leaveOut ?? []), ...(choices.merge ?? []).flatMap((rows) => rows.slice(1))]);
  const unplaced = choices.faults === 'leave_out' ? count - matchedOf(dataset) : 0;
  const dropped = chosen.size + unplaced;
  if (count - dropped > list.max) {
    throw invalid(pointer, said('dataset_rows', { rows: count, list: list.name, most: list.max }));
  }
  await touchDataset(db, clock, key);
  const only = isLeavingOut ? MATCHED_REASONS : [];
  const rows = await readRows(db, key, { from: 0, limit: list.max + dropped, only });
  const desk = deskRows(dataset, rows, choices);
  if (desk.fault !== null) throw invalid(`#/${list.name}`, desk.fault);
  const { nowhere } = desk;
  if (nowhere.length > 0 && choices.faults !== 'leave_out') {
    throw refusedRows(
      pointer,
      said('rows_nowhere', { nowhere: nowhere.length, rows: rows.length, first: nowhere[0]!.row }),
      nowhere,
    );
  }
  return { dataset, desk };
}

function placeOf(positions: Positions, row: PlacedRow, { named }: PlaceList) {
  const cell = (role: 'id' | 'name') => row.cells[positions[role] ?? -1]?.trim() ?? '';
  const [id, name] = [cell('id'), cell('name')];
  return {
    id: id === '' ? row.index + 1 : id,
    lat: row.lat,
    lng: row.lng,
    ...(named && name !== '' ? { name } : {}),
  };
}
