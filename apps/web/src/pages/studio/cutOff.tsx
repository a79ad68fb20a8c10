import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import type { Cut } from './runState.ts';
import { type Running, versionsOf } from './useRun.ts';

interface CutOffProps {
  readonly path: OrganizationPath;
  readonly cut: Cut;
  readonly showKept: Running['showKept'];
}

/** A run whose connection was lost: asks the service whether it was charged, and offers the answer that it saved. */
export function CutOff({ path, cut, showKept }: CutOffProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [error, setError] = useState<unknown>(null);
  const versions = useQuery({
    queryKey: ['cut', path, cut],
    queryFn: ({ signal }) => versionsOf(path, cut.code, signal),
    gcTime: 0,
  });
  const kept = versions.data?.find(({ versionNo }) => versionNo > cut.lastNo);
  if (versions.isFetching) return <p className="soft">{say('studio.run.cut.checking')}</p>;
  return (
    <div role="alert" data-error="offline" data-cut={kept?.versionNo ?? (versions.data === undefined ? '' : 0)}>
      <Notice kind={kept === undefined ? 'error' : 'warning'}>
        <div className="stack-tight">
          {kept !== undefined ? (
            <>
              <p>
                {say('studio.run.cut.kept', {
                  count: kept.creditsCharged,
                  credits: number(kept.creditsCharged),
                  no: kept.versionNo,
                })}
              </p>
              <Button kind="primary" onPress={() => void showKept(cut, kept.versionNo).catch(setError)}>
                {say('studio.run.cut.show')}
              </Button>
            </>
          ) : (
            <>
              <p>{say(versions.data === undefined ? 'studio.run.cut.unknown' : 'studio.run.cut.none')}</p>
              <Button onPress={() => void versions.refetch()}>{say('studio.run.cut.check')}</Button>
            </>
          )}
          <ErrorNotice error={error} />
        </div>
      </Notice>
    </div>
  );
}
