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
import { SignInAgain } from '../../ui/signInAgain.tsx';
import { CutOff } from './cutOff.tsx';
import type { Failed } from './runState.ts';
import type { Running } from './useRun.ts';

interface RunRefusalProps {
  readonly failed: Failed;
  /** The places that it was refused for. */
  readonly places: string | null;
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** Whether the reader may buy credits. */
  readonly billing: boolean;
  readonly showKept: Running['showKept'];
}

/** Why a run ended without an answer, that nothing was charged, and what to do. */
export default function RunRefusal({ failed, places, path, billing, showKept }: RunRefusalProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { error, wanted, cut } = failed;
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
              buy={(missing) => <BuyForRun path={path} failed={failed} missing={missing} />}
            />
          ) : places !== null ? (
            <p>{places}</p>
          ) : (
            <p>
              <Sentence title={`${body.title}`}>{message}</Sentence>
            </p>
          )}
          {code === 'not_signed_in' && (
            <p>
              <SignInAgain />
            </p>
          )}
          <p>{say('studio.run.notCharged')}</p>
        </div>
      </Notice>
    </div>
  );
}

interface BuyForRunProps {
  readonly path: OrganizationPath;
  readonly failed: Failed;
  readonly missing: number;
}

/** Leads to the credits that are missing, and keeps the run for them. */
function BuyForRun({ path, failed: { wanted, code }, missing }: BuyForRunProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const buy = () => {
    if (code !== null) keepRun({ path, code, actionId: wanted.actionId, input: wanted.input });
    go(`/account/credits?buy=${missing}`);
  };
  return (
    <Button kind="primary" onPress={buy}>
      {say('buying.buy')}
    </Button>
  );
}
