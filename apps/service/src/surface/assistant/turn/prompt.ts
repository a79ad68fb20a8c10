import { fenced } from '../evidence/untrusted.ts';
import type { ModelMessage } from '../model/model.ts';
import type { CardRow } from '../store/cards.ts';
import type { StoredMessage, TurnRow } from '../store/turns.ts';

/** Turns before the present one of which the model sees calls and results; of older ones it sees the words alone. */
const TURNS_IN_FULL = 3;
/** Older turns than these are left out. */
const TURNS_SHOWN = 20;

const UNDECIDED = 'The person has not decided about this run yet. Nothing was run or charged.';

/** The conversation as the model gets it, the present turn last. */
export function promptOf(
  turns: readonly TurnRow[],
  present: { readonly id: string; readonly messages: readonly StoredMessage[] },
  cards: readonly CardRow[],
): ModelMessage[] {
  const shown = turns.slice(-TURNS_SHOWN);
  return shown.flatMap((turn, i) => {
    const stored = turn.id === present.id ? present.messages : turn.messages;
    const question: ModelMessage = { role: 'user', text: questionOf(turn) };
    if (shown.length - 1 - i > TURNS_IN_FULL) return [question, ...wordsOf(stored)];
    return [question, ...exchangeOf(stored, cards)];
  });
}

function questionOf({ question, looking }: TurnRow): string {
  if (looking === null || looking === undefined) return question;
  return `${question}\n\n${fenced('looking', looking)}`;
}

function wordsOf(messages: readonly StoredMessage[]): ModelMessage[] {
  const text = messages.flatMap((message) => (message.role === 'assistant' ? [message.text] : [])).join('\n');
  return text.trim() === '' ? [] : [{ role: 'assistant', text, calls: [] }];
}

/** Calls without results, as a turn leaves them that was canceled, are left out: servers refuse them. */
function exchangeOf(messages: readonly StoredMessage[], cards: readonly CardRow[]): ModelMessage[] {
  return messages.flatMap((message, i): ModelMessage[] => {
    if (message.role === 'tool') {
      const results = message.results.map((result) => ({
        id: result.id,
        tool: result.tool,
        text: 'text' in result ? result.text : toldOf(cards, result.card),
      }));
      return [{ role: 'tool', results }];
    }
    const answered = messages[i + 1]?.role === 'tool';
    return [{ role: 'assistant', text: message.text, calls: answered ? message.calls : [] }];
  });
}

/** What became of a card; of one whose price had changed, of the card in its place. */
function toldOf(cards: readonly CardRow[], id: string): string {
  const later = cards.find(({ replaces }) => replaces === id);
  if (later !== undefined) return toldOf(cards, later.id);
  return cards.find((card) => card.id === id)?.told ?? UNDECIDED;
}
