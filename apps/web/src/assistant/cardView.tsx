import { capitalized, priceLabel } from '@hinterland/answers/words';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ConversationPath, OrganizationPath } from '../api/address.ts';
import type { PricedClick } from '../api/pricedClick.ts';
import { Problem, request } from '../api/request.ts';
import { PriceButton } from '../credits/priceButton.tsx';
import { Priced } from '../credits/priced.tsx';
import { useNames } from '../fields/title.ts';
import { useText, useWords } from '../text/index.ts';
import { Sentence } from '../text/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { CardInput } from './cardInput.tsx';
import { CardRefusal } from './cardRefusal.tsx';
import type { Card } from './types.ts';

const TICK_MILLISECONDS = 5_000;

interface CardViewProps {
  readonly card: Card;
  /** Of the organization, and of the conversation. */
  readonly path: OrganizationPath;
  readonly address: ConversationPath;
  /** Takes the card as a click has left it. */
  readonly onCard: (card: Card) => void;
}

/** The price of a run that waits for a click, from the quote alone; afterwards what became of it. */
export function CardView({ card, path, address, onCard }: CardViewProps) {
  const { say } = useText();
  const names = useNames();
  const words = useWords();
  const { number } = useFormat();
  const [sent, setSent] = useState<'run' | 'decline' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const now = useNow(card.state === 'open');
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const isDead = card.state === 'open' && new Date(card.expiresAt).getTime() <= now;
  const state = isDead ? 'expired' : card.state;
  const { lines, credits } = card.quote;
  const title = names.question(card.action, card.title);
  async function send(what: 'run' | 'decline', click?: PricedClick): Promise<void> {
    setSent(what);
    setError(null);
    try {
      const answer = await request(`${address}/cards/${card.id}/${what}`, {
        method: 'POST',
        body: {},
        ...(click === undefined ? {} : { click }),
      });
      onCard(answer.card);
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof Problem && thrown.body.card !== undefined) onCard(thrown.body.card as Card);
    } finally {
      setSent(null);
    }
  }
  return (
    <article className="price-card" aria-label={say('assistant.card.label', { title })} data-card={state}>
      <h4>{title}</h4>
      <CardInput input={card.input} />
      <Priced>
        <table className="price" data-quote={credits}>
          <caption className="visually-hidden">{say('studio.price')}</caption>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label}>
                <td>{capitalized(priceLabel(line, words))}</td>
                <td className="number">{number(line.credits)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('studio.price.total')}</th>
              <td className="number">{say('credits.available', { count: credits, credits: number(credits) })}</td>
            </tr>
          </tfoot>
        </table>
      </Priced>
      {state === 'open' && <Waiting card={card} now={now} {...{ sent, send }} />}
      {state !== 'open' && <Ended card={card} state={state} />}
      <div ref={refusal}>
        <CardRefusal error={error} before={credits} path={path} />
      </div>
    </article>
  );
}

interface WaitingProps {
  readonly card: Card;
  readonly now: number;
  readonly sent: 'run' | 'decline' | null;
  readonly send: (what: 'run' | 'decline', click?: PricedClick) => Promise<void>;
}

function Waiting({ card: { quote, expiresAt }, now, sent, send }: WaitingProps) {
  const { say } = useText();
  const { number, ago } = useFormat();
  return (
    <>
      <p className="soft small" data-balance-after={quote.balanceAfter}>
        <Priced>{`${say('assistant.card.after', { count: quote.balanceAfter, credits: number(quote.balanceAfter) })} `}</Priced>
        {say('assistant.card.expires', { when: ago(expiresAt, now) })}
      </p>
      <div className="run">
        <PriceButton
          credits={quote.credits}
          isPending={sent === 'run'}
          isDisabled={sent === 'decline'}
          onPress={(click) => void send('run', click)}
        />
        <Button isPending={sent === 'decline'} isDisabled={sent === 'run'} onPress={() => void send('decline')}>
          {say('assistant.card.no')}
        </Button>
      </div>
    </>
  );
}

function Ended({ card, state }: { card: Card; state: Exclude<Card['state'], 'open'> }) {
  const { say } = useText();
  const { number } = useFormat();
  const { analysis, version, detail, quote } = card;
  return (
    <p className="small" data-ended={state}>
      {say(`assistant.card.${state}`, { count: quote.credits, credits: number(quote.credits) })}{' '}
      {analysis !== undefined && version !== undefined && (
        <Link href={`/a/${analysis}?version=${version}`}>{say('assistant.openRun', { no: version })}</Link>
      )}
      {detail !== undefined && (
        <span className="soft block">
          <Sentence>{detail}</Sentence>
        </span>
      )}
    </p>
  );
}

/** The time, anew every few seconds while it is needed. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
