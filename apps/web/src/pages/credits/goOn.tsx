import type { PendingRun } from '../../api/pendingRun.ts';
import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { RunHere } from '../studio/runHere.tsx';

interface GoOnProps {
  readonly run: PendingRun;
  readonly available: number;
  readonly billing: boolean;
}

/** Offers the run that was refused for want of credits, once they are there, however they came: as it was asked, at its price of now. */
export default function GoOn({ run, available, billing }: GoOnProps) {
  const { say } = useText();
  const analysis = useResource(`${run.path}/analyses/${run.code}`);
  if (analysis.data === undefined) return null;
  return (
    <Notice kind="good">
      <div className="stack-tight" data-pending-run={run.code}>
        <p>
          <bdi className="strong">{analysis.data.name}</bdi>. {say('buying.goOnReady')}
        </p>
        <RunHere run={run} text="buying.goOn" {...{ available, billing }} />
      </div>
    </Notice>
  );
}
