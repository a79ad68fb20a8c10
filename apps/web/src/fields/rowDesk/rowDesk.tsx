import type { ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';

/** A cell that can be changed in place. */
export interface DeskCell {
  readonly column: string;
  readonly value: string;
  /** What it may have meant. */
  readonly suggestion?: string | null;
}

/** A row that needs a look, or does not count. */
export interface DeskRow {
  /** Its number or line. */
  readonly no: number;
  readonly name: string;
  /** The kind of its fault, for tests from outside. */
  readonly fault?: string | null;
  /** What is wrong with it, one sentence each. */
  readonly said: readonly ReactNode[];
  readonly cells: readonly DeskCell[];
  /** The row that it repeats. */
  readonly like: number | null;
  /** Where a row without a place gets one. */
  readonly placeHref?: string | undefined;
  /** Whether it counts again by a press: rows that were left out or merged. */
  readonly comesBack?: boolean;
}

interface DeskActions {
  readonly onLeaveOut: (no: number) => void;
  readonly onTakeBack: (no: number) => void;
  readonly onMerge: (first: number, no: number) => void;
  readonly onCell: (no: number, column: string, value: string) => void;
}

interface RowDeskProps extends DeskActions {
  readonly faults: readonly DeskRow[];
  readonly leftOut: readonly DeskRow[];
}

/** Rows shown of each list until all are asked for. */
const SHOWN_MAX = 12;

/** The rows of a table that need a look, all at once: each can be mended in place, merged or left out; below them those that do not count. */
export function RowDesk({ faults, leftOut, ...actions }: RowDeskProps) {
  const { say } = useText();
  const { number } = useFormat();
  return (
    <div className="stack" data-desk data-faults={faults.length} data-left-out={leftOut.length}>
      {faults.length > 0 && (
        <section className="stack-tight">
          <h3 className="label">{say('desk.faults', { count: faults.length, rows: number(faults.length) })}</h3>
          <Rows rows={faults} {...actions} />
        </section>
      )}
      {leftOut.length > 0 && (
        <section className="stack-tight">
          <h3 className="label">{say('desk.leftOut', { count: leftOut.length, rows: number(leftOut.length) })}</h3>
          <p className="soft small">{say('desk.original')}</p>
          <Rows rows={leftOut} isOut {...actions} />
        </section>
      )}
    </div>
  );
}

interface RowsProps extends DeskActions {
  readonly rows: readonly DeskRow[];
  readonly isOut?: boolean;
}

function Rows({ rows, isOut = false, ...actions }: RowsProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN_MAX);
  return (
    <>
      <ul className="desk-rows">
        {shown.map((row) => (
          <li key={row.no} className="desk-row" data-row={row.no} data-fault={row.fault ?? undefined}>
            <Row row={row} isOut={isOut} {...actions} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('desk.all', { count: rows.length, rows: number(rows.length) })}
        </button>
      )}
    </>
  );
}

function Row({ row, isOut, ...actions }: { row: DeskRow; isOut: boolean } & DeskActions) {
  const { say } = useText();
  const { no, name, said, cells, like, placeHref, comesBack } = row;
  const { onLeaveOut, onTakeBack, onMerge, onCell } = actions;
  return (
    <>
      <div className="desk-row-head">
        <span className="strong">{say('desk.row', { no })}</span> <bdi>{name}</bdi>
      </div>
      {said.map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a row have no names
        <p key={i} className={isOut ? 'soft small' : 'field-error'}>
          {sentence}
        </p>
      ))}
      {!isOut &&
        cells.map((cell) => (
          <Cell
            key={`${cell.column} ${cell.value}`}
            no={no}
            cell={cell}
            onChange={(value) => onCell(no, cell.column, value)}
          />
        ))}
      {isOut ? (
        comesBack === true && (
          <div className="row">
            <Button kind="quiet" label={say('desk.takeBackOf', { no })} onPress={() => onTakeBack(no)}>
              {say('desk.takeBack')}
            </Button>
          </div>
        )
      ) : (
        <div className="row">
          {like !== null && (
            <Button label={say('desk.mergeOf', { no, like })} onPress={() => onMerge(like, no)}>
              {say('desk.merge', { no: like })}
            </Button>
          )}
          {placeHref !== undefined && (
            <a className="button" data-kind="plain" href={placeHref}>
              {say('desk.place')}
            </a>
          )}
          <Button label={say('desk.leaveOutOf', { no })} onPress={() => onLeaveOut(no)}>
            {say('desk.leaveOut')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A cell as text, changed by Enter or by leaving it. */
function Cell({ no, cell, onChange }: { no: number; cell: DeskCell; onChange: (value: string) => void }) {
  const { say } = useText();
  const { column, value, suggestion } = cell;
  const [text, setText] = useState(value);
  const commit = () => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <div className="desk-cell">
      <TextField
        label={say('desk.cell', { column, no })}
        value={text}
        onChange={setText}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      {suggestion != null && (
        <Button onPress={() => onChange(suggestion)}>{say('desk.use', { value: suggestion })}</Button>
      )}
    </div>
  );
}
