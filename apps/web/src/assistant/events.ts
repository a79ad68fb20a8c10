import type { Conversation, Part, Turn, TurnHead } from './types.ts';

/** An event of a conversation by its name. */
export type Told =
  | { readonly event: 'turn'; readonly data: { readonly turn: TurnHead } }
  | { readonly event: 'part'; readonly data: { readonly turnId: string; readonly index: number; readonly part: Part } }
  | {
      readonly event: 'text';
      readonly data: { readonly turnId: string; readonly index: number; readonly delta: string };
    }
  | { readonly event: 'conversation'; readonly data: { readonly analysis: string } }
  | { readonly event: 'done'; readonly data: { readonly turnId: string } };

export const EVENTS = ['turn', 'part', 'text', 'conversation', 'done'] as const satisfies readonly Told['event'][];

/** The conversation after an event of a number. One that it holds already changes nothing, so that a stream may begin again. */
export function after(before: Conversation, no: number, told: Told): Conversation {
  if (no <= before.lastEventId) return before;
  return { ...changed(before, told), lastEventId: no };
}

function changed(before: Conversation, { event, data }: Told): Conversation {
  if (event === 'conversation') return { ...before, analysis: data.analysis };
  if (event === 'done') return before;
  if (event === 'turn') return withTurn(before, data.turn);
  return {
    ...before,
    turns: before.turns.map((turn) => {
      if (turn.id !== data.turnId) return turn;
      return event === 'part' ? withPart(turn, data.index, data.part) : withText(turn, data.index, data.delta);
    }),
  };
}

/** The conversation with a turn, in the place of what it held of it. */
export function withTurn(before: Conversation, head: TurnHead): Conversation {
  const known = before.turns.some(({ id }) => id === head.id);
  return {
    ...before,
    turns: known
      ? before.turns.map((turn) => (turn.id === head.id ? { ...head, parts: turn.parts } : turn))
      : [...before.turns, { parts: [], ...head }],
  };
}

const withPart = (turn: Turn, index: number, part: Part): Turn => ({
  ...turn,
  parts: Object.assign([...turn.parts], { [index]: part }),
});

function withText(turn: Turn, index: number, delta: string): Turn {
  const part = turn.parts[index];
  return part?.type === 'text' ? withPart(turn, index, { ...part, text: part.text + delta }) : turn;
}

/** Whether something may still happen to a turn. */
export const isOpen = ({ state }: TurnHead): boolean => state === 'running' || state === 'waiting';
