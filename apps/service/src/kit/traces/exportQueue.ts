import { type Context, TraceFlags } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** What became of a span: the collector took it, did not take it, or there was no room to keep it until it does. */
export type Sent = 'sent' | 'failed' | 'dropped';

export interface ExportQueueSettings {
  readonly exporter: SpanExporter;
  readonly exportTimeoutMillis: number;
  readonly count: (outcome: Sent, spans: number) => void;
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/** Spans that wait for the collector at most: some megabytes. */
const QUEUE_SPANS = 2048;

/** Sends ended spans in batches beside the work. Never waits for the collector: what finds the queue full is dropped, and counted. */
export class ExportQueue implements SpanProcessor {
  readonly #settings: ExportQueueSettings;
  readonly #batches: BatchSpanProcessor;
  #waiting = 0;
  #isFailing = false;

  constructor(settings: ExportQueueSettings) {
    this.#settings = settings;
    const { exporter, exportTimeoutMillis } = settings;
    const counting: SpanExporter = {
      export: (spans, done) => this.#export(spans, done),
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    };
    this.#batches = new BatchSpanProcessor(counting, { maxQueueSize: QUEUE_SPANS, exportTimeoutMillis });
  }

  onStart(span: Span, context: Context): void {
    this.#batches.onStart(span, context);
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting >= QUEUE_SPANS) {
      this.#settings.count('dropped', 1);
    } else {
      this.#waiting++;
      this.#batches.onEnd(span);
    }
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#waiting -= spans.length;
    this.#settings.exporter.export(spans, (result) => {
      const sent = result.code === ExportResultCode.SUCCESS;
      this.#settings.count(sent ? 'sent' : 'failed', spans.length);
      if (!sent && !this.#isFailing) this.#settings.report('the collector takes no traces', { err: result.error });
      this.#isFailing = !sent;
      done(result);
    });
  }
}
