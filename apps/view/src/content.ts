import { isObject } from '@hinterland/answers';

/** What is shown of a tool's result. */
export type Content =
  | { readonly kind: 'price'; readonly quotedCredits: number; readonly lines: readonly PriceLine[] }
  | {
      readonly kind: 'answer';
      readonly result: Readonly<Record<string, unknown>>;
      /** Sentence on the price; null for a free call. */
      readonly price: string | null;
    }
  | { readonly kind: 'problem'; readonly detail: string };

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
  const said = isObject(structuredContent)
    ? structuredContent
    : parsed(content.find(({ type }) => type === 'text')?.text);
  if (said === null) return { kind: 'problem', detail: 'The answer cannot be shown here. The agent has it as text.' };
  if (!isError) return { kind: 'answer', result: said, price: priceIn(_meta) };
  const { error, detail, quotedCredits, quote } = said;
  if (error === 'quote_required' && typeof quotedCredits === 'number') {
    const lines = isObject(quote) && Array.isArray(quote.lines) ? (quote.lines as PriceLine[]) : [];
    return { kind: 'price', quotedCredits, lines };
  }
  return {
    kind: 'problem',
    detail: typeof detail === 'string' ? detail : 'The call was refused. The agent knows why.',
  };
}

function priceIn({ quotedCredits, replayed }: Readonly<Record<string, unknown>>): string | null {
  if (typeof quotedCredits !== 'number') return null;
  const price = `Price: ${quotedCredits} credits`;
  return replayed === true ? `${price}, charged with the first call.` : `${price}.`;
}

function parsed(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
