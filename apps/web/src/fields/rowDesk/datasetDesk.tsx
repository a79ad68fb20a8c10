import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import '../../styles/desk.css';
import type { DatasetReading, RowFault } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useSurroundings } from '../props.ts';
import {
  backRow,
  changedCell,
  leavingOutFaults,
  leftOutRow,
  mergedRows,
  type RowsOfDataset,
  withRoleOf,
} from './choices.ts';
import { type DeskRow, RowDesk } from './rowDesk.tsx';
import { SheetColumns } from './sheetColumns.tsx';

interface DatasetDeskProps {
  readonly value: RowsOfDataset;
  /** What the rows are read for. */
  readonly kind: 'sales' | 'places';
  readonly onChange: (value: RowsOfDataset) => void;
  /** Whether another step leads on beside it. */
  readonly isAside?: boolean;
}

/** How the rows of a dataset are read for a list: how many are right, and the desk where the others are put right. */
export default function DatasetDesk({ value, kind, onChange, isAside = false }: DatasetDeskProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { path } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const { dataset, ...said } = value;
  const reading = useQuery({
    queryKey: [...path.split('/').filter(Boolean), 'datasets', dataset, 'reading', kind, JSON.stringify(said)],
    queryFn: ({ signal }): Promise<DatasetReading> =>
      request(`${path}/datasets/${dataset}/reading`, {
        method: 'POST',
        body: { kind, ...said } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { data } = reading;
  if (data === undefined) return <ErrorNotice error={reading.error} />;
  const { rows, right, faults, leftOut, fault } = data;
  const faulty = byRow(faults, dataset, value);
  const stops = new Set(faults.filter(({ reason }) => reason !== 'alike').map(({ row }) => row)).size;
  return (
    <div className="stack-tight" data-reading={right} data-rows={rows}>
      <p className="small" role="status">
        {say('desk.right', { count: rows, right: number(right), rows: number(rows) })}{' '}
        {faulty.length > 0 && say('desk.look', { count: faulty.length, rows: number(faulty.length) })}
      </p>
      {fault !== null && (
        <Notice kind="warning">
          <Sentence>{fault}</Sentence>
        </Notice>
      )}
      <div className="row">
        {stops > 0 && right > 0 && (
          <Button kind={isAside ? 'plain' : 'primary'} onPress={() => onChange(leavingOutFaults(value, true))}>
            {say('desk.useRight', { count: right, rows: number(right) })}
          </Button>
        )}
        <Button onPress={() => setOpen(true)}>{say(kind === 'sales' ? 'desk.openSales' : 'desk.open')}</Button>
      </div>
      <Dialog title={say('desk.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p className="soft">{say('desk.lead')}</p>
        <p role="status">{say('desk.right', { count: rows, right: number(right), rows: number(rows) })}</p>
        {fault !== null && (
          <Notice kind="warning">
            <Sentence>{fault}</Sentence>
          </Notice>
        )}
        <RowDesk
          faults={faulty}
          leftOut={byRow(leftOut, dataset, value)}
          onLeaveOut={(row) => onChange(leftOutRow(value, row))}
          onTakeBack={(row) => onChange(backRow(value, row))}
          onMerge={(first, row) => onChange(mergedRows(value, first, row))}
          onCell={(row, column, text) => onChange(changedCell(value, row, column, text))}
        />
        {kind === 'sales' && (
          <SheetColumns
            reading={data}
            path={`${path}/datasets/${dataset}`}
            onRole={(column, role) => onChange(withRoleOf(value, column, role))}
          />
        )}
        <ErrorNotice error={reading.error} />
        <DialogActions>
          {value.faults === 'leave_out' && (
            <Button onPress={() => onChange(leavingOutFaults(value, false))}>{say('desk.lookAgain')}</Button>
          )}
          {stops > 0 && right > 0 && (
            <Button kind="primary" onPress={() => onChange(leavingOutFaults(value, true))}>
              {say('desk.useRight', { count: right, rows: number(right) })}
            </Button>
          )}
          <Button kind={stops > 0 && right > 0 ? 'plain' : 'primary'} onPress={() => setOpen(false)}>
            {say('desk.done')}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}

/** Faults by their row: a row with two is one. */
function byRow(faults: readonly RowFault[], dataset: string, { leaveOut = [], merge = [] }: RowsOfDataset): DeskRow[] {
  const rows = new Map<number, RowFault[]>();
  for (const fault of faults) rows.set(fault.row, [...(rows.get(fault.row) ?? []), fault]);
  return [...rows].map(([no, of]) => ({
    no,
    name: of[0]!.name,
    fault: of[0]!.reason,
    said: of.map(({ detail }) => <Sentence key={detail}>{detail}</Sentence>),
    cells: of.flatMap(({ column, value, suggestion }) =>
      column === null ? [] : [{ column, value: value ?? '', suggestion }],
    ),
    like: of.find(({ like }) => like !== null)?.like ?? null,
    placeHref: of.some(({ reason }) => reason === 'no_place' || reason === 'outside')
      ? `/datasets/${dataset}?row=${no - 1}`
      : undefined,
    comesBack: leaveOut.includes(no) || merge.some((group) => group.slice(1).includes(no)),
  }));
}
