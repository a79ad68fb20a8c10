import { AsyncLocalStorage } from 'node:async_hooks';
import { ProblemError } from '../problem.ts';

/** What a span says of its work: numbers and names of ours, never of people or places. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** What went wrong, and whether the fault is ours. */
export interface Fault {
  readonly code: string;
  readonly ours: boolean;
}

/** A piece of work on a trace, under way. Moments are milliseconds since 1970, now where absent. */
export interface Span {
  readonly traceId: string;
  /** Itself as the header of that name has it: what continues the trace elsewhere comes below it. */
  readonly traceparent: string;
  /** Begins a piece of this work. */
  begin(name: string, facts?: Facts, at?: number): Span;
  note(facts: Facts): void;
  fail(fault: Fault): void;
  end(at?: number): void;
}

const surrounding = new AsyncLocalStorage<Span | undefined>();

/** The span that the caller works in; undefined where there is none, as always where no traces are exported. */
export const presentSpan = (): Span | undefined => surrounding.getStore();

/** Does work in a span, without ending it. */
export const within = <T>(span: Span, work: () => T): T => surrounding.run(span, work);

/** Does work in no span: pieces of which a trace would have too many. */
export const outsideSpans = <T>(work: () => T): T =>
  surrounding.getStore() === undefined ? work() : surrounding.run(undefined, work);

/** Does work in a span that ends with it. */
export async function during<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await surrounding.run(span, work);
  } catch (error) {
    span.fail(faultOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Does a piece of the present work in a span of its own; where there is no span, does the work alone. */
export async function spanned<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  const parent = surrounding.getStore();
  return parent === undefined ? work() : during(parent.begin(name, facts), work);
}

const faultOf = (error: unknown): Fault =>
  error instanceof ProblemError
    ? { code: error.code, ours: error.status >= 500 }
    : { code: 'internal_error', ours: true };
