import { resolveReference } from '../evidence/figures.ts';
import type { KnownNumbers } from '../evidence/numbers.ts';
import { type Piece, Prose } from '../evidence/prose.ts';
import { type Model, type ModelCall, ModelFault, type ModelRequest } from '../model/model.ts';
import { patience } from '../model/silence.ts';
import type { ShownResult } from '../store/results.ts';
import type { Writer } from './writer.ts';

export interface Asked {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly writer: Writer;
  readonly known: KnownNumbers;
  readonly results: ReadonlyMap<string, ShownResult>;
  /** Aborted when the turn ends. */
  readonly signal: AbortSignal;
  readonly silentMilliseconds: number;
  /** Left of the time that the model may take in this turn. */
  readonly leftMilliseconds: number;
}

/** One answer of the model: what it said, the calls that it asks for, and its cost. */
export interface Answered {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Whether the answer ended at its longest. */
  readonly cut: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Most calls that one answer may ask for. */
const CALLS_AT_ONCE = 32;
/** Most characters of one answer; a model that goes on is broken off. */
const ANSWER_CHARACTERS = 60_000;
/** Characters that a token has about, for servers that do not count. */
const CHARACTERS_PER_TOKEN = 4;

/** Asks the model once and writes its words as they come. Throws ModelFault, TurnEnded and the reason of the signal. */
export async function askModel(asked: Asked): Promise<Answered> {
  const { model, request, writer, signal } = asked;
  const waits = patience(asked.silentMilliseconds, asked.leftMilliseconds);
  const prose = new Prose(asked.known);
  const calls: ModelCall[] = [];
  let text = '';
  let end: { readonly cut: boolean } | null = null;
  let tokens = { input: 0, output: 0 };
  writer.closeText();
  try {
    for await (const event of model.answer(request, AbortSignal.any([signal, waits.signal]))) {
      waits.heard();
      if (event.type === 'text') {
        text += event.delta;
        await write(asked, prose.push(event.delta));
        if (text.length > ANSWER_CHARACTERS) throw new ModelFault('model_broke_off');
      } else if (event.type === 'call') {
        calls.push(event.call);
        if (calls.length > CALLS_AT_ONCE) throw new ModelFault('model_broke_off');
      } else if (event.type === 'tokens') tokens = event;
      else end = event;
    }
  } catch (error) {
    signal.throwIfAborted();
    await write(asked, prose.end());
    throw waits.signal.aborted ? new ModelFault('model_silent') : error;
  } finally {
    waits.stop();
  }
  await write(asked, prose.end());
  await writer.flush();
  return {
    text,
    calls,
    cut: end?.cut ?? false,
    tokensIn: tokens.input || Math.ceil(JSON.stringify(request).length / CHARACTERS_PER_TOKEN),
    tokensOut: tokens.output || Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  };
}

async function write({ writer, results }: Asked, pieces: readonly Piece[]): Promise<void> {
  for (const piece of pieces) {
    if (piece.type === 'text') await writer.text(piece.text);
    else if (piece.type === 'unverified') writer.part(piece);
    else {
      const part = resolveReference(results, piece, `f${writer.parts}`);
      if (part.type === 'text') await writer.text(part.text);
      else writer.part(part);
    }
  }
}
