/**
 * Reads parts, begins the pieces of work that each consists of, at most `most` at once, and yields what comes of them in their order.
 * A piece that is done is yielded before the next part is waited for, so that a writer may wait for it. Where reading fails, what came
 * before is yielded first.
 */
export async function* inOrder<Part, Out>(
  next: () => Promise<IteratorResult<Part>>,
  most: number,
  pieces: (part: Part) => Iterable<Promise<Out>>,
): AsyncGenerator<Out> {
  const waiting: Promise<Out>[] = [];
  let broken: Error | null = null;
  for (;;) {
    const coming = next();
    // Its rejection is for the await below, also where the reader of the answers leaves before.
    coming.catch(() => {});
    while (waiting.length > 0 && (await isFirst(waiting[0]!, coming))) yield await waiting.shift()!;
    const part = await coming.catch((error: Error) => ({ done: true, value: error }) as const);
    if (part.done) {
      broken = part.value instanceof Error ? part.value : null;
      break;
    }
    for (const piece of pieces(part.value)) {
      piece.catch(() => {});
      waiting.push(piece);
      while (waiting.length >= most) yield await waiting.shift()!;
    }
  }
  while (waiting.length > 0) yield await waiting.shift()!;
  if (broken !== null) throw broken;
}

const isFirst = (answer: Promise<unknown>, coming: Promise<unknown>): Promise<boolean> => {
  const after = <T>(promise: Promise<unknown>, value: T) =>
    promise.then(
      () => value,
      () => value,
    );
  return Promise.race([after(answer, true), after(coming, false)]);
};

/** Rows that a thread gets at once, and that a batch of answers has at most. */
const CHUNK_ROWS = 64;

/** Cuts rows into pieces for threads, as `from` and `to`. */
export function* cuts(rows: number, threads: number): Generator<readonly [from: number, to: number]> {
  const size = Math.max(1, Math.min(CHUNK_ROWS, Math.ceil(rows / threads)));
  for (let from = 0; from < rows; from += size) yield [from, Math.min(from + size, rows)];
}

/** Pieces of a stream that are under work or wait for their turn to be written, per thread. */
export const AHEAD_PER_THREAD = 2;
