import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { keepRun } from '../../api/pendingRun.ts';
import { Offline, Problem } from '../../api/queries.ts';
import { Insufficient } from '../../credits/insufficient.tsx';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { CutOff } from './cutOff.tsx';
import type { Cut, Wanted } from './runState.ts';
import type { Running } from './useRun.ts';

interface RunRefusalProps {
  readonly error: unknown;
  readonly wanted: Wanted;
  /** The places that it was refused for. */
  readonly places: string | null;
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** Whether the reader may buy credits. */
  readonly billing: boolean;
  readonly cut: Cut | null;
  readonly showKept: Running['showKept'];
}

/** Why a run ended without an answer, that nothing was charged, and what to do. */
export default function RunRefusal({ error, wanted, places, path, billing, cut, showKept }: RunRefusalProps) {
  const { say } = useText();
  const { number } = useFormat();
  if (error instanceof Offline && cut !== null) return <CutOff path={path} cut={cut} showKept={showKept} />;
  if (error instanceof Offline)
    return (
      <div role="alert" data-error="offline">
        <Notice kind="error">{say('studio.run.offline')}</Notice>
      </div>
    );
  if (!(error instanceof Problem)) return <ErrorNotice error={error} />;
  const { code, body, message } = error;
  return (
    <div role="alert" data-error={code}>
      <Notice kind={code === 'quote_changed' ? 'warning' : 'error'}>
        <div className="stack-tight">
          {code === 'quote_changed' ? (
            <p>
              {say('studio.run.priceChanged', {
                before: number(wanted.quotedCredits),
                after: number(Number(body.quotedCredits)),
              })}
            </p>
          ) : code === 'insufficient_credits' ? (
            <Insufficient
              body={body}
              path={path}
              billing={billing}
              buy={(missing) => <BuyForRun wanted={wanted} missing={missing} />}
            />
          ) : places !== null ? (
            <p>{places}</p>
          ) : (
            <p>
              <Sentence title={`${body.title}`}>{message}</Sentence>
            </p>
          )}
          <p>{say('studio.run.notCharged')}</p>
        </div>
      </Notice>
    </div>
  );
}

/** Leads to the credits that are missing, and keeps the run: it goes on as it was asked once they are there. */
function BuyForRun({ wanted, missing }: { wanted: Wanted; missing: number }) {
  const { say } = useText();
  const [, go] = useLocation();
  const { actionId, input, quotedCredits } = wanted;
  const buy = () => {
    const address = window.location.pathname + window.location.search;
    keepRun({ address, actionId, input, quotedCredits, goesOn: false });
    go(`/account/credits?buy=${missing}`);
  };
  return (
    <Button kind="primary" onPress={buy}>
      {say('buying.buy')}
    </Button>
  );
}
