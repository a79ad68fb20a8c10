import { KnownNumbers } from '../evidence/numbers.ts';
import type { CardRow } from '../store/cards.ts';
import type { ShownResult } from '../store/results.ts';
import type { TurnRow } from '../store/turns.ts';

/** The numbers that a conversation has seen: the person's own, and those of inputs, results and prices. */
export function knownNumbers(
  turns: readonly TurnRow[],
  results: ReadonlyMap<string, ShownResult>,
  cards: readonly CardRow[],
): KnownNumbers {
  const known = new KnownNumbers();
  for (const { question, looking } of turns) {
    known.addText(question);
    known.add(looking);
  }
  for (const { input, result } of results.values()) {
    known.add(input);
    known.add(result);
  }
  for (const { input, lines, quoted_credits: credits } of cards) {
    known.add(input);
    known.add(lines);
    known.add(credits);
  }
  return known;
}
