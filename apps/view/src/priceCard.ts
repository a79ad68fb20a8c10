import { capitalized, priceLabel } from '@hinterland/answers/words';
import type { PriceLine } from './content.ts';
import { element } from './element.ts';
import type { Words } from './words.ts';

interface Price {
  readonly quotedCredits: number;
  readonly lines: readonly PriceLine[];
}

interface Consent {
  /** Writes the person's consent into the conversation; null where the client takes no messages. */
  readonly agree: (() => Promise<boolean>) | null;
  readonly words: Words;
}

/** The price of a call that has not run, by its lines. Its button writes the consent; nothing here spends. */
export function priceCard({ quotedCredits, lines }: Price, { agree, words }: Consent): HTMLElement {
  const { number, say } = words;
  const row = (name: string, credits: number) =>
    element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'number' }, number(credits)));
  const card = element(
    'section',
    { class: 'price', 'data-quote': String(quotedCredits), 'aria-labelledby': 'price' },
    element('h1', { id: 'price' }, say('view.quote.title')),
    element(
      'table',
      {},
      element('caption', { class: 'hidden' }, say('view.quote.caption')),
      element('tbody', {}, ...lines.map((line) => row(capitalized(priceLabel(line, words)), line.credits))),
      element('tfoot', {}, row(say('view.quote.total'), quotedCredits)),
    ),
  );
  const note = element('p', { class: 'soft', role: 'status' });
  if (agree === null) {
    note.textContent = say('view.quote.none');
    card.append(note);
    return card;
  }
  const button = element('button', { type: 'button' }, say('view.quote.run', { credits: number(quotedCredits) }));
  note.textContent = say('view.quote.press');
  button.addEventListener('click', async () => {
    button.disabled = true;
    const isTold = await agree();
    button.disabled = isTold;
    note.textContent = say(isTold ? 'view.agreed' : 'view.lost');
  });
  card.append(button, note);
  return card;
}
