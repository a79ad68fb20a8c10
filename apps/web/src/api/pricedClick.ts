/** Calls that may charge the organization: a run with a price, and a run that the assistant has offered. */
const RUN = /\/actions\/[^/]+\/execute$/;
const CARD = /\/cards\/[^/]+\/run$/;

/** A charge that nobody has clicked for, which is not sent. */
export class NotClicked extends Error {
  override readonly name = 'NotClicked';
}

/** Whether a press of a person is being handled: of a script's own events, timers and messages none is. */
let isPressed = false;
function notePress({ isTrusted }: Event): void {
  isPressed = isTrusted;
  setTimeout(() => {
    isPressed = false;
  });
}
for (const type of ['pointerup', 'keydown', 'keyup', 'click'])
  globalThis.document?.addEventListener(type, notePress, true);

/**
 * A press of a button that showed a price, in this document; the button makes it, and one call spends it. No navigation, reload, message or timer
 * has one, so none of them charges. Throws where no press of a person is being handled.
 */
export class PricedClick {
  /** Credits that its button showed. */
  readonly credits: number;
  #isSpent = false;

  constructor(credits: number) {
    if (globalThis.document !== undefined && !isPressed) throw new NotClicked('Nobody has pressed a button.');
    this.credits = credits;
  }

  /** Throws where it is spent, or where another price was shown. */
  spend(credits: number): void {
    if (this.#isSpent) throw new NotClicked('This click has been charged.');
    if (credits !== this.credits) throw new NotClicked(`The click was on ${this.credits} credits, not on ${credits}.`);
    this.#isSpent = true;
  }
}

/** Spends the click of a call that may charge. Throws, before anything is sent, where such a call has none. */
export function spendFor(
  address: string,
  { method, body, click }: { readonly method?: string; readonly body?: unknown; readonly click?: PricedClick },
): void {
  if (method !== 'POST') return;
  const { quotedCredits } = (body ?? {}) as { readonly quotedCredits?: number };
  // Without a price the service runs what is free, and nothing else.
  const isCharged = RUN.test(address) && quotedCredits !== undefined && quotedCredits !== 0;
  if (!isCharged && !CARD.test(address)) return;
  if (click === undefined) throw new NotClicked(`${address} is charged, and nobody has clicked on its price.`);
  click.spend(isCharged ? quotedCredits : click.credits);
}
