import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import type { ReadRow } from './places.ts';
import type { useFound } from './useFound.ts';

interface OutcomeProps {
  readonly read: readonly ReadRow[];
  readonly finding: ReturnType<typeof useFound>;
  /** The most places that the question takes beside those it has. */
  readonly room: number;
}

/** How the rows of a list were read: places, addresses still to be found, and faults with their lines. */
export function Outcome({ read, finding: { state, find }, room }: OutcomeProps) {
  const { say } = useText();
  const { number } = useFormat();
  const places = read.filter(({ place }) => place !== null).length;
  const wanted = read.flatMap(({ line, place, fault, asked }) =>
    place === null && fault === null && asked !== null ? [{ line, asked }] : [],
  );
  return (
    <div className="stack-tight" role="status" data-read={places} data-wanted={wanted.length}>
      <p>{say('studio.table.read', { count: places, places: number(places) })}</p>
      {wanted.length > 0 && (
        <p className="row-between">
          <span>{say('studio.table.wanted', { count: wanted.length, rows: number(wanted.length) })}</span>
          <Button onPress={() => void find(wanted)} isPending={state.phase === 'running'}>
            {say('studio.table.find')}
          </Button>
        </p>
      )}
      {state.phase === 'running' && (
        <progress
          value={state.done}
          max={state.total}
          aria-label={say('studio.table.finding', { done: number(state.done), total: number(state.total) })}
        />
      )}
      {state.phase === 'failed' && <ErrorNotice error={state.error} />}
      {places > room && (
        <Notice kind="warning">{say('studio.table.tooMany', { count: room, room: number(room) })}</Notice>
      )}
    </div>
  );
}
