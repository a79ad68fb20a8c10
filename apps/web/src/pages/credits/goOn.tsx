import { useLocation } from 'wouter';
import { keepRun, pendingRun } from '../../api/pendingRun.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Leads back to the run that was refused for want of credits, once they are there, however they came: it goes on as it was asked. */
export function GoOn({ available }: { available: number }) {
  const { say } = useText();
  const { number } = useFormat();
  const [, go] = useLocation();
  const run = pendingRun();
  if (run === null || run.quotedCredits > available) return null;
  return (
    <Notice kind="good">
      <div className="stack-tight">
        <p>{say('buying.goOnReady')}</p>
        <p>
          <Button
            kind="primary"
            onPress={() => {
              keepRun({ ...run, goesOn: true });
              go(run.address);
            }}
          >
            {say('buying.goOn', { credits: number(run.quotedCredits) })}
          </Button>
        </p>
      </div>
    </Notice>
  );
}
