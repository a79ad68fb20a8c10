import type { Dataset, Storage } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { download } from './download.ts';

interface SuspendedProps {
  readonly storage: Storage;
  readonly mayBuy: boolean;
  /** Path of the list. */
  readonly path: string;
  readonly datasets: readonly Dataset[];
}

/** Between two downloads, so that the browser takes each. */
const PAUSE_MILLISECONDS = 400;

/** Datasets that cannot be used for unpaid storage: how much is owed, until when, and the ways out. */
export function Suspended({ storage, mayBuy, path, datasets }: SuspendedProps) {
  const { say } = useText();
  const { number, day } = useFormat();
  const { owedCredits, suspendedSince, toBeDeletedAt } = storage;
  const ready = datasets.filter(({ status }) => status === 'ready');
  const saveAll = () => {
    for (const [i, { id }] of ready.entries()) setTimeout(() => download(`${path}/${id}/csv`), i * PAUSE_MILLISECONDS);
  };
  return (
    <div data-suspended={owedCredits}>
      <Notice kind="warning">
        <div className="stack-tight">
          <p className="strong">{say('datasets.suspended', { day: day(suspendedSince ?? '') })}</p>
          <p>
            {say('datasets.suspendedText', { credits: number(owedCredits), day: day(toBeDeletedAt ?? '') })}{' '}
            {!mayBuy && say('datasets.askToBuy')}
          </p>
          <div className="row">
            {mayBuy && (
              <ButtonLink href={`/account/credits?buy=${Math.ceil(owedCredits)}`} kind="primary">
                {say('datasets.buy')}
              </ButtonLink>
            )}
            {ready.length > 0 && (
              <Button onPress={saveAll}>{say('datasets.downloadAll', { count: ready.length })}</Button>
            )}
          </div>
        </div>
      </Notice>
    </div>
  );
}
