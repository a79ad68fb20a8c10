import { isObject, type Statement, statementOf } from '@hinterland/answers/words';

/** What is shown of a tool's result. */
export type Content =
  | { readonly kind: 'price'; readonly quotedCredits: number; readonly lines: readonly PriceLine[] }
  | {
      readonly kind: 'answer';
      readonly result: Readonly<Record<string, unknown>>;
      /** Null for a free call. */
      readonly price: Price | null;
    }
  /** The sentence of a problem, or why there is none. */
  | {
      readonly kind: 'problem';
      readonly detail: string | null;
      readonly statement?: Statement | undefined;
      readonly isHidden: boolean;
    };

export interface Price {
  readonly credits: number;
  /** Whether it was charged with an earlier call. */
  readonly isReplayed: boolean;
}

export interface PriceLine {
  readonly label: string;
  readonly credits: number;
}

/** The result of a tool call as clients pass it on. */
export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Finds what a result says: its object, or the same as text. */
export function contentOf({ isError = false, structuredContent, content = [], _meta = {} }: ToolResult): Content {
  // The whole answer, of which models get a short form.
  const whole = isObject(_meta.answer) ? _meta.answer : structuredContent;
  const said = isObject(whole) ? whole : parsed(content.find(({ type }) => type === 'text')?.text);
  if (said === null) return { kind: 'problem', detail: null, isHidden: true };
  if (!isError) return { kind: 'answer', result: said, price: priceIn(_meta) };
  const { error, detail, quotedCredits, quote } = said;
  if (error === 'quote_required' && typeof quotedCredits === 'number') {
    const lines = isObject(quote) && Array.isArray(quote.lines) ? (quote.lines as PriceLine[]) : [];
    return { kind: 'price', quotedCredits, lines };
  }
  return {
    kind: 'problem',
    detail: typeof detail === 'string' ? detail : null,
    statement: statementOf(said, 'detail'),
    isHidden: false,
  };
}

const priceIn = ({ quotedCredits, replayed }: Readonly<Record<string, unknown>>): Price | null =>
  typeof quotedCredits === 'number' ? { credits: quotedCredits, isReplayed: replayed === true } : null;

function parsed(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
