import { periodSaid } from '@hinterland/actions';
import type { RowFault } from '@hinterland/contract';
import type { z } from 'zod';
import type { ReadingAsked } from './bodies.ts';
import type { DatasetRecord, RowRecord } from './dataset.ts';
import { deskRows, FAULTS_LISTED, outsideOf, salesTableOf, twinsIn } from './rowDesk.ts';
import type { reading } from './schemas.ts';

type Reading = z.infer<typeof reading>;

/** Cells of a column that are shown beside it. */
const SAMPLES = 3;

/** How the rows of a dataset are read for a list: all faults at once, what does not count, and the role of each column of sales. */
export function readingOf(dataset: DatasetRecord, given: readonly RowRecord[], asked: ReadingAsked): Reading {
  const { kind, roles, ...choices } = asked;
  const isLeavingOut = choices.faults === 'leave_out';
  const desk = deskRows(dataset, given, choices);
  // With rows left out, so that what is right is what counts then.
  const sales = kind === 'sales' ? salesTableOf(dataset, desk.rows, { roles, faults: 'leave_out' }) : null;
  const outside = kind === 'places' ? outsideOf(dataset, desk.rows) : [];
  const beyond = new Set(outside.map(({ row }) => row));
  const twins =
    kind === 'places'
      ? twinsIn(
          dataset,
          desk.rows.filter(({ index }) => !beyond.has(index + 1)),
        )
      : [];
  const alike = twins.filter(({ reason }) => reason === 'alike');
  const wrong = [
    ...desk.nowhere,
    ...outside,
    ...twins.filter(({ reason }) => reason === 'twice'),
    ...(sales?.faults ?? []),
  ];
  const out = [...desk.leftOut, ...(sales?.totals ?? []), ...(isLeavingOut ? wrong : [])];
  const notRight = new Set([...wrong, ...out].map(({ row }) => row));
  const samplesAt = (at: number) =>
    desk.rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '');
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
      samples: samplesAt(column.at).slice(0, SAMPLES),
    })),
    faults: inOrder([...(isLeavingOut ? [] : wrong), ...alike]),
    leftOut: inOrder(out),
    notes: [...(sales?.notes ?? [])],
  };
}

const inOrder = (faults: readonly RowFault[]): RowFault[] =>
  faults.toSorted((a, b) => a.row - b.row).slice(0, FAULTS_LISTED);
