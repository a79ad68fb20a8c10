import { type Answered, cardToClick, type Fault, inputsOf, judge, openCards, unverifiedIn } from './judge.ts';
import type { Member } from './member.ts';
import type { Input, Kind, Question } from './question.ts';
import { differences } from './sameInput.ts';

/** A question with its verdict. */
export interface Outcome {
  readonly id: string;
  readonly kind: Kind;
  readonly does: Question['expected']['does'];
  readonly faults: readonly Fault[];
  /** Figures that the answer had to show. */
  readonly figures: number;
  readonly unverified: number;
  readonly tokens: number;
  readonly credits: number;
  readonly seconds: number;
}

/** More than any question of the set costs. */
const CREDIT_CAP = 1_000;
/** A model that asks for cards again and again is left. */
const CLICKS_MAX = 3;

/** Asks a question in a conversation of its own, clicks the card that is expected and no other, and judges the answer. */
export async function evaluate(member: Member, question: Question): Promise<Outcome> {
  const { expected } = question;
  const before = await member.credits();
  const begun = performance.now();
  const talk = await member.converse(CREDIT_CAP);
  let turn = await talk.ask(question.text, question.looking);
  let allowed = 0;
  for (let clicks = 0; turn.state === 'waiting' && clicks < CLICKS_MAX; clicks++) {
    const card = cardToClick(question, turn);
    for (const other of openCards(turn.parts)) if (other.id !== card?.id) await talk.decline(other);
    if (card === undefined) break;
    allowed += card.quote.credits;
    await talk.run(card);
    turn = await talk.settled(turn.id);
  }
  const seconds = (performance.now() - begun) / 1000;
  const charged = before - (await member.credits());
  const made = expected.does === 'run' ? madeCall(question, turn.parts) : undefined;
  const result = expected.does === 'run' && made !== undefined ? await member.execute(expected.action, made) : null;
  return {
    id: question.id,
    kind: question.kind,
    does: expected.does,
    faults: judge(question, { turn, result, charged, allowed }),
    figures: expected.does === 'run' ? expected.shows.length : 0,
    unverified: unverifiedIn(turn.parts).length,
    tokens: turn.tokens ?? 0,
    credits: charged,
    seconds,
  };
}

/** Input of the expected call, as the model made it. */
function madeCall({ expected }: Question, parts: Answered['turn']['parts']): Input | undefined {
  if (expected.does !== 'run') return undefined;
  return inputsOf(parts, expected.action).find((input) => differences(expected, input).length === 0);
}
