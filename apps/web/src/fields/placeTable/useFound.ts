import { useRef, useState } from 'react';
import { request } from '../../api/request.ts';
import { useSurroundings } from '../props.ts';
import type { Asked, Found } from './places.ts';

/** Calls that are under way at a time. */
const AT_ONCE = 4;
/** Answers below this are guesses, and are left to the reader. */
const LEAST_CONFIDENCE = 0.5;

type State =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | { readonly phase: 'failed'; readonly error: unknown };

/** The places of addresses by the line of their row, looked up with the free action for addresses. */
export function useFound() {
  const { path, territory } = useSurroundings();
  const [found, setFound] = useState<ReadonlyMap<number, Found>>(new Map());
  const [state, setState] = useState<State>({ phase: 'idle' });
  const abort = useRef<AbortController | null>(null);

  async function placeOf(asked: Asked, signal: AbortSignal): Promise<Found> {
    const { result } = await request(`${path}/actions/search.resolve_address/execute`, {
      method: 'POST',
      body: { ...asked, territory },
      signal,
    });
    const { address } = result;
    if (address === null || address.confidence < LEAST_CONFIDENCE) return null;
    return { lat: address.lat, lng: address.lng };
  }

  const find = async (wanted: readonly { readonly line: number; readonly asked: Asked }[]): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    const next = new Map(found);
    const queue = [...wanted];
    const report = () => setState({ phase: 'running', done: wanted.length - queue.length, total: wanted.length });
    report();
    const work = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        next.set(one.line, await placeOf(one.asked, controller.signal));
        report();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      setState({ phase: 'idle' });
    } catch (error) {
      queue.length = 0;
      setState(controller.signal.aborted ? { phase: 'idle' } : { phase: 'failed', error });
    } finally {
      setFound(new Map(next));
    }
  };
  const forget = () => {
    abort.current?.abort();
    setFound(new Map());
    setState({ phase: 'idle' });
  };
  /** The address of a row has changed. */
  const drop = (line: number) => setFound((before) => new Map([...before].filter(([known]) => known !== line)));
  return { found, state, find, forget, drop };
}
