import { StorageError } from './storageError.ts';
import type { Store } from './store.ts';

/** Without a byte for so long, an answer has ended. */
const IDLE_MILLISECONDS = 60_000;

/** A web server that has the objects of a store as files. Nothing is written to it. */
export function httpStore(base: URL): Store {
  const name = `${base.origin}${base.pathname}`.replace(/\/+$/, '');
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${name}/${path}`, init).catch((error: Error) => {
      throw new StorageError(
        `${name} does not answer (${reasonOf(error)}). Check the address and the network, and try again.`,
        error,
      );
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410) return null;
    throw new StorageError(
      `${name} answers ${answer.status}${answer.status === 401 || answer.status === 403 ? ': it does not let this machine read' : ''}. Try again later, or take the territory from another place.`,
    );
  };
  return {
    name,
    async read(path, from) {
      const stop = new AbortController();
      const headers = { 'Accept-Encoding': 'identity', ...(from > 0 ? { Range: `bytes=${from}-` } : {}) };
      const answer = await ask(path, { headers, signal: stop.signal });
      if (answer === null) return null;
      const start =
        answer.status === 206 ? Number(/^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1]) : 0;
      return { start, chunks: unlessIdle(answer.body as ReadableStream<Uint8Array>, stop) };
    },
  };
}

async function* unlessIdle(body: ReadableStream<Uint8Array>, stop: AbortController): AsyncGenerator<Uint8Array> {
  const idle = () =>
    setTimeout(() => stop.abort(new Error(`no byte for ${IDLE_MILLISECONDS / 1000} s`)), IDLE_MILLISECONDS);
  let timer = idle();
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = idle();
    }
  } finally {
    clearTimeout(timer);
  }
}

const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
