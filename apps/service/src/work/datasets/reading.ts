import { periodSaid, type SalesTable, yearlySales } from '@hinterland/actions';
import type { ColumnRole } from '@hinterland/catalogue/columns';
import type { RowFault } from '@hinterland/contract';
import type { z } from 'zod';
import type { ReadingAsked } from './bodies.ts';
import type { DatasetRecord, RowRecord } from './dataset.ts';
import { positionsOf } from './roles.ts';
import { deskRows, FAULTS_LISTED, outsideOf, type PlacedRow, rowsOfStores, salesTableOf, twinsIn } from './rowDesk.ts';
import type { reading } from './schemas.ts';

type Reading = z.infer<typeof reading>;

/** Cells of a column that are shown beside it. */
const SAMPLES = 3;

/** How the rows of a dataset are read for a list: all faults at once, what does not count, and the role of each column of sales. */
export function readingOf(dataset: DatasetRecord, given: readonly RowRecord[], asked: ReadingAsked): Reading {
  const { kind, roles, ...choices } = asked;
  const isLeavingOut = choices.faults === 'leave_out';
  const desk = deskRows(dataset, given, choices);
  const outside = outsideOf(dataset, desk.rows);
  const beyond = new Set(outside.map(({ row }) => row));
  const within = desk.rows.filter(({ index }) => !beyond.has(index + 1));
  // With rows left out, so that what is right is what counts then.
  const sales = kind === 'sales' ? salesTableOf(dataset, within, { roles, faults: 'leave_out' }) : null;
  const twins = kind === 'places' ? twinsIn(dataset, within) : [];
  const alike = twins.filter(({ reason }) => reason === 'alike');
  const wrong = [
    ...desk.nowhere,
    ...outside,
    ...twins.filter(({ reason }) => reason === 'twice'),
    ...(sales?.faults ?? []),
  ];
  const out = [...desk.leftOut, ...(sales?.totals ?? []), ...(isLeavingOut ? wrong : [])];
  const notRight = new Set([...wrong, ...out].map(({ row }) => row));
  const samplesAt = (at: number, rows: readonly { readonly cells: readonly string[] }[] = desk.rows) =>
    rows
      .map(({ cells }) => (cells[at] ?? '').trim())
      .filter((text) => text !== '')
      .slice(0, SAMPLES);
  const placed = Object.entries(positionsOf(dataset.columns ?? [], dataset.mapping ?? {})) as [ColumnRole, number][];
  return {
    fault: desk.fault ?? sales?.fault ?? null,
    rows: given.length,
    right: given.length - notRight.size,
    columns: (sales?.columns ?? []).map((column) => ({
      name: column.name,
      role: column.role,
      period: periodSaid(column),
      factor: column.unit.factor,
      currency: column.unit.currency,
      samples: samplesAt(column.at),
    })),
    ...(sales === null ? { stores: [], currency: null } : storesOf(dataset, within, sales)),
    placed: placed.map(([role, at]) => ({ name: dataset.columns![at]!, role, samples: samplesAt(at, given) })),
    faults: inOrder([...(isLeavingOut ? [] : wrong), ...alike]),
    leftOut: inOrder(out),
    notes: [...(sales?.notes ?? [])],
  };
}

/** Stores with their sales of a year, by the ids that a list of places gives them. */
function storesOf(dataset: DatasetRecord, rows: readonly PlacedRow[], table: SalesTable) {
  const { id } = positionsOf(dataset.columns ?? [], dataset.mapping ?? {});
  const byNo = new Map(rows.map((row) => [row.index + 1, row]));
  const yearly = yearlySales(table.stores as unknown as Parameters<typeof yearlySales>[0]);
  const currencies = [
    ...new Set(table.stores.flatMap(({ currency }) => (typeof currency === 'string' ? [currency] : []))),
  ];
  const storeOf = (no: number, name: string) => ({ id: byNo.get(no)!.cells[id ?? -1]?.trim() || no, name });
  const read = rowsOfStores(dataset, rows, table).map(({ no, name }, i) => {
    const { squareMeters } = table.stores[i]!;
    const sold = yearly[i]!;
    return {
      ...storeOf(no, name),
      sales: sold.sales,
      reason: sold.sales === null ? sold.reason : null,
      squareMeters: typeof squareMeters === 'number' ? squareMeters : null,
    };
  });
  const faulty = [...new Map(table.faults.map((fault) => [fault.row, fault])).values()].map(
    ({ row, name, detail }) => ({
      ...storeOf(row, name),
      sales: null,
      reason: detail,
      squareMeters: null,
    }),
  );
  return { currency: currencies.length === 1 ? currencies[0]! : null, stores: [...read, ...faulty] };
}

const inOrder = (faults: readonly RowFault[]): RowFault[] =>
  faults.toSorted((a, b) => a.row - b.row).slice(0, FAULTS_LISTED);
