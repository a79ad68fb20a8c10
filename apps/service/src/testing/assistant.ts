import type { Card, Conversation, Part, Turn } from '../surface/assistant/schemas.ts';
import type { Browser } from './browser.ts';
import { until } from './until.ts';

/** A member's conversation with the assistant, over HTTP. */
export class Talk {
  readonly #browser: Browser;
  readonly path: string;

  private constructor(browser: Browser, path: string) {
    this.#browser = browser;
    this.path = path;
  }

  static async open(browser: Browser, organizationId: number, body: object = {}): Promise<Talk> {
    const all = `/organizations/${organizationId}/conversations`;
    const reply = await browser.send('POST', all, body);
    if (reply.status !== 201) throw new Error(reply.text);
    return new Talk(browser, `${all}/${reply.body.id}`);
  }

  send(method: string, path: string, body?: object) {
    return this.#browser.send(method, this.path + path, body);
  }

  async read(): Promise<Conversation> {
    return (await this.send('GET', '')).body;
  }

  /** Asks, and returns the turn once it has ended or waits. */
  async ask(text: string, looking?: object): Promise<Turn> {
    const { status, body, text: said } = await this.send('POST', '/turns', { text, looking });
    if (status !== 202) throw new Error(said);
    return this.settled(body.id);
  }

  async settled(turnId: string): Promise<Turn> {
    let turn: Turn | undefined;
    await until(async () => {
      turn = (await this.read()).turns.find(({ id }) => id === turnId);
      return turn !== undefined && turn.state !== 'running';
    });
    return turn as Turn;
  }

  click(card: Pick<Card, 'id'>) {
    return this.send('POST', `/cards/${card.id}/run`, {});
  }
}

/** An answer as the person reads it: numbers from results in braces, unverified ones between question marks. */
export const readable = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'figure') return `{${part.text}}`;
      if (part.type === 'unverified') return `?${part.text}?`;
      if (part.type === 'tool') return `\n<${part.tool} ${part.state}>\n`;
      if (part.type === 'card') return `\n<card ${part.card.action} ${part.card.quote.credits} ${part.card.state}>\n`;
      return `\n!${part.code}!\n`;
    })
    .join('');

export const cardsIn = (parts: readonly Part[]): Card[] =>
  parts.flatMap((part) => (part.type === 'card' ? [part.card] : []));
