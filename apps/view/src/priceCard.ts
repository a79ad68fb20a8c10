import type { PriceLine } from './content.ts';
import { element } from './element.ts';

interface Price {
  readonly quotedCredits: number;
  readonly lines: readonly PriceLine[];
}

interface Consent {
  /** Writes the person's consent into the conversation; null where the client takes no messages. */
  readonly agree: (() => Promise<boolean>) | null;
  readonly locale: string | undefined;
}

/** The price of a call that has not run, by its lines. Its button writes the consent; nothing here spends. */
export function priceCard({ quotedCredits, lines }: Price, { agree, locale }: Consent): HTMLElement {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const row = (name: string, credits: number) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'number' }, number.format(credits)),
    );
  const card = element(
    'section',
    { class: 'price', 'data-quote': String(quotedCredits), 'aria-labelledby': 'price' },
    element('h1', { id: 'price' }, 'Not run yet: this is the price'),
    element(
      'table',
      {},
      element('caption', { class: 'hidden' }, 'Price in credits'),
      element('tbody', {}, ...lines.map(({ label, credits }) => row(label, credits))),
      element('tfoot', {}, row('Total, in credits', quotedCredits)),
    ),
  );
  const note = element('p', { class: 'soft', role: 'status' });
  if (agree === null) {
    note.textContent = 'Nothing is charged. Say in the conversation whether the agent should run it.';
    card.append(note);
    return card;
  }
  const button = element('button', { type: 'button' }, `Run for ${number.format(quotedCredits)} credits`);
  note.textContent = 'Nothing is charged before you press it. The agent runs it then.';
  button.addEventListener('click', async () => {
    button.disabled = true;
    const isTold = await agree();
    button.disabled = isTold;
    note.textContent = isTold
      ? 'The agent knows that you agree.'
      : 'The message did not arrive. Say it in the conversation.';
  });
  card.append(button, note);
  return card;
}
