import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { Dataset, Storage } from '../../api/types.ts';
import { saveFile } from '../../exports/saveFile.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';

interface SuspendedProps {
  readonly storage: Storage;
  readonly mayBuy: boolean;
  /** Path of the list. */
  readonly path: `${OrganizationPath}/datasets`;
  readonly datasets: readonly Dataset[];
}

/** Datasets that cannot be used for unpaid storage: how much is owed, until when, and the ways out. */
export function Suspended({ storage, mayBuy, path, datasets }: SuspendedProps) {
  const { say } = useText();
  const { number, day } = useFormat();
  const { owedCredits, suspendedSince, toBeDeletedAt } = storage;
  const ready = datasets.filter(({ status }) => status === 'ready');
  const { done, error, saveAll } = useArchive(path, ready);
  return (
    <div data-suspended={owedCredits}>
      <Notice kind="warning">
        <div className="stack-tight">
          <p className="strong">{say('datasets.suspended', { day: day(suspendedSince ?? '') })}</p>
          <p>
            {say('datasets.suspendedText', {
              count: owedCredits,
              credits: number(owedCredits),
              day: day(toBeDeletedAt ?? ''),
            })}{' '}
            {!mayBuy && say('datasets.askToBuy')}
          </p>
          <div className="row">
            {mayBuy && (
              <ButtonLink href={`/account/credits?buy=${Math.ceil(owedCredits)}`} kind="primary">
                {say('datasets.buy')}
              </ButtonLink>
            )}
            {ready.length > 0 && (
              <Button isPending={done !== null} onPress={saveAll}>
                {done === null
                  ? say('datasets.downloadAll', { count: ready.length })
                  : say('datasets.archiving', { done: number(done), of: number(ready.length) })}
              </Button>
            )}
          </div>
          <ErrorNotice error={error} />
        </div>
      </Notice>
    </div>
  );
}

/** Saves datasets as one archive. `done` is the number of those that it holds so far, null while none is made. */
function useArchive(path: `${OrganizationPath}/datasets`, datasets: readonly Dataset[]) {
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const saveAll = async () => {
    setDone(0);
    setError(null);
    try {
      const { archiveOf, fileNames, openFile } = await import('./archive.ts');
      const names = fileNames(datasets.map(({ name }) => name));
      const files = datasets.map(({ id }, i) => ({
        name: names[i] as string,
        open: () => openFile(`${path}/${id}/csv`),
      }));
      saveFile(await archiveOf(files, setDone), 'datasets.zip');
    } catch (failure) {
      setError(failure);
    } finally {
      setDone(null);
    }
  };
  return { done, error, saveAll: () => void saveAll() };
}
