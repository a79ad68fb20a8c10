import { BatchTable } from '../../answer/batchTable.tsx';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Job } from '../../api/types.ts';
import { useSurroundings } from '../../fields/props.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useJobPoints } from './useJobPoints.ts';

const POLL_SECONDS = 1;

/** A background job: its progress, a way to stop it, and the points that are done. */
export function JobView({ jobId }: { jobId: string }) {
  const { path } = useSurroundings();
  const address = `${path}/jobs/${jobId}` as const;
  const job = useResource(address, { everySeconds: POLL_SECONDS, while: ({ finishedAt }) => finishedAt === null });
  return (
    <Loaded query={job} lines={2}>
      {(shown) => (
        <>
          <Progress job={shown} address={address} />
          <Points jobId={jobId} />
        </>
      )}
    </Loaded>
  );
}

function Progress({
  job: { status, progress, result, error, finishedAt },
  address,
}: {
  job: Job;
  address: `${OrganizationPath}/jobs/${string}`;
}) {
  const { say } = useText();
  const { number } = useFormat();
  const stop = useChange({ method: 'POST', path: `${address}/stop`, changes: [address] });
  const { total, done, skipped, failed } = progress;
  const others = Object.entries({ skipped, failed }).filter(([, count]) => count > 0);
  const text = [
    say('studio.job.progress', { done: number(done), total: number(total) }),
    ...others.map(([part, count]) => `${say(`part.${part}` as TextKey)}: ${number(count)}`),
  ].join('. ');
  return (
    <div className="stack-tight" data-job={status}>
      <progress value={done + skipped + failed} max={Math.max(total, 1)} aria-label={text} />
      <div className="row-between">
        <span role="status">
          {say(`studio.job.${status}`)} {text}
        </span>
        {finishedAt === null && (
          <Button onPress={() => stop.mutate()} isPending={stop.isPending}>
            {say('studio.job.stop')}
          </Button>
        )}
      </div>
      {result !== null && (
        <p className="soft small">
          {say('studio.job.charged', { count: result.creditsCharged, credits: number(result.creditsCharged) })}
        </p>
      )}
      {error !== null && (
        <p className="field-error">
          <Sentence>{error.detail}</Sentence>
        </p>
      )}
      <ErrorNotice error={stop.error} />
    </div>
  );
}

function Points({ jobId }: { jobId: string }) {
  const { path } = useSurroundings();
  const rows = useJobPoints(path, jobId);
  return rows.length === 0 ? null : <BatchTable rows={rows} />;
}
