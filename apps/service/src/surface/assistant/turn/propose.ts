import type { Action } from '@hinterland/actions';
import { fingerprintOf } from '../../../work/runs/idempotency.ts';
import { cleanText, fenced } from '../evidence/untrusted.ts';
import type { ModelCall } from '../model/model.ts';
import type { Card } from '../schemas.ts';
import { cardOf, cardsOfTurn, creditsSpent, insertCard } from '../store/cards.ts';
import { findConversation } from '../store/conversations.ts';
import type { Called, Calling } from './calling.ts';

interface Proposed {
  readonly call: ModelCall;
  readonly action: Action;
  readonly input: Record<string, unknown>;
}

/**
 * Shows the person what a charged call would cost. Input and price are stored with the card, from the quote and never from the
 * model's words; nothing runs before the click. Returns 'free' where the call costs nothing. Throws what a quote throws.
 */
export async function proposeCard(calling: Calling, { call, action, input }: Proposed): Promise<Called | 'free'> {
  const { settings, asker, conversationId, turnId, writer, signal } = calling;
  const { db, clock } = settings;
  const told = (text: string): Called => ({ result: { id: call.id, tool: call.tool, text }, waits: false });
  const conduct = { signal, progress: undefined };
  const { quotedCredits, quote } = await settings.runs.quote(asker.callOf(action.id, input, conduct));
  if (quotedCredits === 0 && action.batch === undefined) return 'free';
  const digest = fingerprintOf(action.id, input);
  const same = (await cardsOfTurn(db, turnId)).find(
    (card) => card.input_digest.equals(digest) && (card.state === 'open' || card.state === 'running'),
  );
  if (same !== undefined) return told('The person sees a card for exactly this call already. Do not call it again.');

  const { credit_cap: cap } = await findConversation(db, asker.caller, conversationId);
  const spent = await creditsSpent(db, conversationId);
  if (spent + quotedCredits > cap) {
    const text = settings.house
      ? 'This run would exceed the limit of the conversation. Raise the limit to run it.'
      : `This run would cost ${quotedCredits} credits. Of the ${cap} that this conversation may spend, ${Math.max(0, cap - spent)} are left. Raise the limit of the conversation to run it.`;
    writer.part({ type: 'notice', code: 'credit_cap', text });
    return told(fenced('error', { error: 'credit_cap', detail: text }));
  }
  const { available } = await settings.credits(asker.caller);
  const part = writer.reserve();
  const card = await insertCard(db, clock, {
    conversation_id: conversationId,
    turn_id: turnId,
    part,
    replaces: null,
    call_id: call.id,
    action_id: action.id,
    tool: call.tool,
    input,
    input_digest: digest,
    quoted_credits: quotedCredits,
    lines: linesOf(quote.lines),
    balance_after: Math.round((available - quotedCredits) * 1000) / 1000,
  });
  writer.replace(part, { type: 'card', card: cardOf(card, action.title) });
  return { result: { id: call.id, tool: call.tool, card: card.id }, waits: true };
}

/** Lines of the assistant are rounded to a tenth of a credit; the total is up to the whole credit, as everywhere. */
export const linesOf = (
  lines: readonly { readonly label: string; readonly credits: number }[],
): Card['quote']['lines'] =>
  lines.map(({ label, credits }) => ({ label: cleanText(label, 120), credits: Math.round(credits * 10) / 10 }));
