import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AHEAD_PER_THREAD, cuts, inOrder } from './inOrder.ts';
import type { AnsweredLines, LineWork } from './protocol.ts';
import type { Session } from './session.ts';
import { askedOf } from './settings.ts';

/** What the lines of the answers have. */
export interface LineOptions {
  /** Prices in place of results. */
  readonly quote: boolean;
  /** Figures by the names of columns in place of results, with the setting `list` of each item of that list. */
  readonly figures: boolean;
  /** With figures: paths of further lists of the answer. */
  readonly lists: readonly string[];
}

/**
 * Answers lines of JSON, each an input of the action, with as many lines in the same order, as soon as each is done. Empty lines are left out.
 * Throws CommandError for settings that no line could be answered with, before it reads any.
 */
export async function answerJsonLines(
  { threads, settings, answered, territory }: Session,
  { quote, figures, lists }: LineOptions,
  input: Readable,
  output: Writable,
): Promise<void> {
  const { action, constants, members } = askedOf(settings, { continent: territory.manifest.continent });
  const list = settings.list === undefined ? null : String(settings.list);
  const asked = { quote, figures, list, lists, constants, members: Object.keys(members) } satisfies Omit<
    LineWork,
    'lines'
  >;
  const ended = new AbortController();
  const parts = linesOf(input);
  function* pieces(lines: readonly string[]): Generator<Promise<string>> {
    const work = async (some: readonly string[]) => {
      const given = { kind: 'lines', actionId: action.id, ...asked, lines: some } as const;
      const done = await threads.do(given, ended.signal).catch((error: Error) => failed(some.length, error));
      const { lines: answers, withProblem } = done as AnsweredLines;
      answered?.(answers.length, withProblem);
      return `${answers.join('\n')}\n`;
    };
    for (const [from, to] of cuts(lines.length, threads.count)) yield work(lines.slice(from, to));
  }
  try {
    const answers = inOrder(() => parts.next(), threads.count * AHEAD_PER_THREAD, pieces);
    await pipeline(Readable.from(answers, { highWaterMark: 1 }), output);
  } finally {
    ended.abort();
    input.destroy();
  }
}

/** Lines as they come, some at once. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '');
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n|\r(?!$)/);
    rest = lines.pop()!;
    yield filled(lines);
  }
  yield filled([rest + decoder.decode()]);
}

/** Answers to lines whose thread broke down. */
function failed(count: number, { message }: Error): AnsweredLines {
  const line = JSON.stringify({ problem: { error: 'internal_error', detail: message } });
  return { lines: Array.from({ length: count }, () => line), withProblem: count };
}
