import { LIMITS } from '@hinterland/contract';
import { ModelFault, type ModelRequest } from '../model/model.ts';
import { systemPrompt } from '../model/systemPrompt.ts';
import type { Asker } from '../readingTools.ts';
import type { AssistantSettings } from '../settings.ts';
import { cardsOfConversation } from '../store/cards.ts';
import { readResults } from '../store/results.ts';
import { type Progress, readTurns, saveProgress, type TurnRow } from '../store/turns.ts';
import { askModel } from './ask.ts';
import { callTool } from './callTool.ts';
import { knownNumbers } from './known.ts';
import { promptOf } from './prompt.ts';
import type { Writer } from './writer.ts';

/** How a turn goes on when the loop leaves it: ended, waiting for clicks, or failed with a sentence. */
export type LoopEnd =
  | { readonly state: 'done' | 'waiting' }
  | { readonly state: 'failed'; readonly error: { readonly code: string; readonly detail: string } };

const MAX_OUTPUT_TOKENS = 4_000;

const limit = (code: string, detail: string): LoopEnd => ({ state: 'failed', error: { code, detail } });

/**
 * Lets the model answer: it asks for tools, free ones are run, and it goes on with their results, until it asks for none, a
 * charged call waits for its click, or a limit is reached. Throws TurnEnded, and the reason of the signal.
 */
export async function runLoop(
  settings: AssistantSettings,
  asker: Asker,
  turn: TurnRow,
  writer: Writer,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const { db } = settings;
  const { conversation_id: conversationId } = turn;
  const [turns, results, cards] = await Promise.all([
    readTurns(db, conversationId),
    readResults(db, conversationId),
    cardsOfConversation(db, conversationId),
  ]);
  const known = knownNumbers(turns, results, cards);
  let made: Progress = {
    messages: turn.messages,
    parts: turn.parts,
    toolCalls: turn.tool_calls,
    modelMilliseconds: turn.model_milliseconds,
    tokensIn: turn.tokens_in,
    tokensOut: turn.tokens_out,
  };
  const save = async (next: Partial<Progress>) => {
    made = { ...made, ...next, parts: writer.parts };
    await saveProgress(db, turn.id, made);
  };
  const model = await settings.model();
  for (;;) {
    const leftMilliseconds = settings.modelMilliseconds - made.modelMilliseconds;
    if (leftMilliseconds <= 0) {
      return limit(
        'limit_model_time',
        `The answer took more than ${LIMITS.assistantModelSecondsPerTurn} seconds of the language model. Ask for less at once.`,
      );
    }
    if (made.tokensIn + made.tokensOut >= LIMITS.assistantTokensPerTurn) {
      return limit(
        'limit_tokens',
        'The answer became too long for the language model. Ask for less at once, or begin a new conversation.',
      );
    }
    const request: ModelRequest = {
      system: systemPrompt(factsOf(settings)),
      messages: promptOf(turns, { id: turn.id, messages: made.messages }, cards),
      tools: settings.toolbox.list,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
    };
    const begun = performance.now();
    const spent = () => made.modelMilliseconds + performance.now() - begun;
    const { silentMilliseconds } = settings;
    const answer = await askModel({
      model,
      request,
      writer,
      known,
      results,
      signal,
      silentMilliseconds,
      leftMilliseconds,
    }).catch(async (error) => {
      await save({ modelMilliseconds: spent() });
      throw error;
    });
    const said = { role: 'assistant', text: answer.text, calls: answer.calls } as const;
    await save({
      messages: [...made.messages, said],
      modelMilliseconds: spent(),
      tokensIn: made.tokensIn + answer.tokensIn,
      tokensOut: made.tokensOut + answer.tokensOut,
    });
    if (answer.calls.length === 0) {
      if (answer.cut) writer.part({ type: 'notice', code: 'cut', text: 'The answer ended at its longest.' });
      else if (answer.text.trim() === '') throw new ModelFault('model_broke_off');
      return { state: 'done' };
    }

    const told = [];
    let waits = false;
    let over = false;
    for (const call of answer.calls) {
      signal.throwIfAborted();
      if (made.toolCalls + told.length >= LIMITS.assistantToolCallsPerTurn) {
        over = true;
        told.push({
          id: call.id,
          tool: call.tool,
          text: 'Not run: the limit of tool calls of this answer is reached.',
        });
        continue;
      }
      const called = await callTool(
        {
          settings,
          asker,
          conversationId,
          turnId: turn.id,
          writer,
          signal,
          learn(name, shown) {
            results.set(name, shown);
            known.add(shown.input);
            known.add(shown.result);
          },
        },
        call,
      );
      waits ||= called.waits;
      told.push(called.result);
    }
    await writer.flush();
    await save({
      messages: [...made.messages, { role: 'tool', results: told }],
      toolCalls: made.toolCalls + told.length,
    });
    if (waits) return { state: 'waiting' };
    if (over) {
      return limit(
        'limit_tool_calls',
        `The answer needed more than ${LIMITS.assistantToolCallsPerTurn} tool calls. Ask for less at once.`,
      );
    }
  }
}

const factsOf = ({ territories, house }: AssistantSettings) => ({
  house,
  territories: territories().map(({ territory: { manifest } }) => manifest.name),
  today: new Date().toISOString().slice(0, 10),
});
