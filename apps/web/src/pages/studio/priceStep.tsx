import { capitalized, priceLabel } from '@hinterland/answers/words';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { Problem, useResource } from '../../api/queries.ts';
import { takeDropped } from '../../api/startedRun.ts';
import type { Session } from '../../api/types.ts';
import { PriceButton } from '../../credits/priceButton.tsx';
import { Priced } from '../../credits/priced.tsx';
import { useNames } from '../../fields/title.ts';
import { useText, useWords } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { eachOf } from './eachOf.ts';
import type { AskedAction } from './question.ts';
import { Step } from './step.tsx';
import type { Faults } from './useFaults.tsx';
import type { useQuote } from './useQuote.ts';
import type { Answer, Running } from './useRun.ts';

/** Loaded behind the page, so that they are there when the network is not. */
const refusals = [import('./priceRefusal.tsx'), import('./refusal.tsx')] as const;
const PriceRefusal = lazy(() => refusals[0]);
const RunRefusal = lazy(() => refusals[1]);

interface PriceStepProps {
  readonly path: OrganizationPath;
  readonly session: Session;
  readonly action: AskedAction;
  readonly input: Readonly<Record<string, unknown>>;
  /** Members that are still needed. */
  readonly missing: readonly string[];
  readonly price: ReturnType<typeof useQuote>;
  readonly running: Running;
  readonly faults: Faults;
  /** The answer that is there already to what is asked. */
  readonly answered: Answer | null;
}

/** The price by its lines, the balance after it, and the one button that runs. */
export function PriceStep({ path, session, action, input, missing, price, running, faults, answered }: PriceStepProps) {
  const isAnswered = answered !== null;
  const { say } = useText();
  const names = useNames();
  const {
    forget,
    state: { phase },
  } = running;
  const outcome = useRef<HTMLDivElement>(null);
  // The reason of a run that failed or was stopped scrolls into view.
  useEffect(() => {
    if (phase === 'cancelled' || phase === 'failed') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [phase]);
  const [isDropped, drop] = useState(false);
  useEffect(() => {
    if (takeDropped(action.descriptor.id)) drop(true);
  }, [action]);
  const asked = JSON.stringify(input);
  // A refusal is about what was asked: it goes when that changes.
  useEffect(() => {
    if (asked !== '') forget();
  }, [asked, forget]);
  // The refusal says what is lacking, and has the button that helps.
  const { state } = running;
  const isShort =
    state.phase === 'failed' && state.error instanceof Problem && state.error.code === 'insufficient_credits';
  return (
    <Step no={3} title={say('studio.price')}>
      <div className="stack-tight" data-quoted={action.descriptor.id}>
        {missing.length > 0 ? (
          <p className="soft">{say('studio.price.missing', { fields: missing.map(names.field).join(', ') })}</p>
        ) : price.quote === undefined ? (
          price.error === null ? (
            <Loading lines={2} />
          ) : faults.isPriceMarked ? (
            <p>
              <button type="button" className="link" onClick={showMarked}>
                {say('studio.price.marked')}
              </button>
            </p>
          ) : (
            <Suspense fallback={null}>
              <PriceRefusal error={price.error} />
            </Suspense>
          )
        ) : (
          <>
            <Lines quote={price.quote} />
            {action.descriptor.charged && !isShort && (
              <Priced>
                <BalanceAfter path={path} session={session} credits={price.quote.quotedCredits} />
              </Priced>
            )}
            {answered !== null && <p className="soft small">{thereAlready(answered, say)}</p>}
            <RunButton
              isQuiet={isAnswered || isShort}
              action={action}
              input={input}
              quotedCredits={price.quote.quotedCredits}
              running={running}
            />
          </>
        )}
        <div ref={outcome} className="outcome">
          {isDropped && phase === 'idle' && !isAnswered && (
            <div data-dropped>
              <Notice kind="warning">{say('studio.run.dropped')}</Notice>
            </div>
          )}
          {running.state.phase === 'cancelled' && <p className="soft">{say('studio.run.cancelled')}</p>}
          {running.state.phase === 'failed' && (
            <Suspense fallback={null}>
              <RunRefusal
                failed={running.state}
                showKept={running.showKept}
                places={faults.run}
                path={path}
                billing={session.activeOrganization?.billing === true}
              />
            </Suspense>
          )}
        </div>
      </div>
    </Step>
  );
}

/** Scrolls to the first fault that is marked in the question. */
const showMarked = () =>
  document.querySelector('.question-steps :is(.field-error, [role=alert])')?.scrollIntoView({ block: 'center' });

const thereAlready = ({ versionNo }: Answer, say: ReturnType<typeof useText>['say']): string =>
  versionNo === null ? say('studio.run.have') : say('studio.run.haveVersion', { no: versionNo });

/** Each line of the price; a single line is its total. */
function Lines({ quote }: { quote: NonNullable<PriceStepProps['price']['quote']> }) {
  const { say } = useText();
  const words = useWords();
  const { number } = useFormat();
  const { lines } = quote.quote;
  return (
    <div className="stack-tight">
      <Priced>
        <table className="price" data-quote={quote.quotedCredits}>
          <caption className="visually-hidden">{say('studio.price')}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{say('studio.price.part')}</th>
              <th scope="col">{say('ledger.credits')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ quantity, unit, unitCredits, credits, ...line }) => (
              <tr key={line.label}>
                <td>
                  {capitalized(priceLabel(line, words))}
                  <span className="soft small block">
                    {say('studio.price.line', {
                      quantity: number(quantity),
                      each: eachOf(unit, number(unitCredits), say),
                    })}
                  </span>
                </td>
                <td className="number">{number(credits)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('studio.price.total')}</th>
              <td className="number">
                {say('credits.available', { count: quote.quotedCredits, credits: number(quote.quotedCredits) })}
              </td>
            </tr>
          </tfoot>
        </table>
      </Priced>
      {quote.skipped?.map(({ section, detail }) => (
        <p key={section} className="soft small">
          <Sentence>{detail}</Sentence>
        </p>
      ))}
      {quote.warnings.map(({ pointer, detail }) => (
        <Notice key={pointer} kind="warning">
          <Sentence>{detail}</Sentence>
        </Notice>
      ))}
    </div>
  );
}

/** Who pays, and what is left: for those who may see it. */
function BalanceAfter({ path, session, credits }: { path: OrganizationPath; session: Session; credits: number }) {
  const { say } = useText();
  const { number } = useFormat();
  const place = session.activeOrganization;
  const maySee = place != null && (place.role !== 'member' || place.billing);
  const { data } = useResource(`${path}/credits`, undefined, maySee);
  if (data === undefined || credits === 0) return null;
  const after = data.available - credits;
  // Nobody has fewer credits than none.
  if (after < 0) {
    const numbers = { required: number(credits), available: number(data.available) };
    return <p className="soft small">{say('studio.run.blocked.organization_balance', numbers)}</p>;
  }
  return (
    <p className="soft small" data-balance-after={after}>
      {say('studio.price.after', { organization: place?.organization.name, count: after, credits: number(after) })}
    </p>
  );
}

interface RunButtonProps extends Pick<PriceStepProps, 'action' | 'input' | 'running'> {
  readonly quotedCredits: number;
  /** Whether the answer is there already, or the run was refused and something else helps. */
  readonly isQuiet: boolean;
}

function RunButton({ action, input, quotedCredits, isQuiet, running: { state, run, cancel } }: RunButtonProps) {
  const { say } = useText();
  const { id, charged } = action.descriptor;
  const isRunning = state.phase === 'running';
  const places = isRunning ? state.moment?.soFar?.places : null;
  const wanted = { actionId: id, input, quotedCredits, isCharged: charged };
  return (
    <div className="run">
      <PriceButton
        credits={quotedCredits}
        kind={isQuiet ? 'plain' : 'primary'}
        isPending={isRunning}
        onPress={(click) => void run(wanted, click)}
      />
      {isRunning && <Button onPress={cancel}>{say('action.cancel')}</Button>}
      {isRunning && <progress aria-label={say('studio.run.running')} value={state.moment?.fraction} />}
      {Array.isArray(places) && <p className="soft small">{say('studio.run.found', { count: places.length })}</p>}
    </div>
  );
}
