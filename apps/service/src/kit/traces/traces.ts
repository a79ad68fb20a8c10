import { during, type Facts, type Span } from './span.ts';

/** Where the traces of this process begin. Everything below begins from its span (span.ts). */
export interface Traces {
  /** Begins the span of a request. `traceparent` is the header as it was sent. */
  ofRequest(name: string, facts: Facts, traceparent: string | undefined): Span;
  /** Begins the span of work that continues a trace of ours, as a row of the database has it; null begins a trace. */
  ofWork(work: Work): Span;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

export interface Work {
  /** A job is taken from a queue; a delivery calls somebody else. */
  readonly kind: 'job' | 'delivery';
  readonly name: string;
  readonly facts: Facts;
  readonly traceparent: string | null;
}

/** Does work in a span that continues a trace of ours; alone where no traces are exported. */
export const continued = <T>(traces: Traces | null, work: () => Work, perform: () => Promise<T>): Promise<T> =>
  traces === null ? perform() : during(traces.ofWork(work()), perform);
