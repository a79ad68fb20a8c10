import { ROOT_CONTEXT } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { ExportQueue } from './exportQueue.ts';

/** A queue before a collector that answers when the test says so. */
function openQueue() {
  const batches: { readonly spans: number; readonly done: (result: ExportResult) => void }[] = [];
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const reports: string[] = [];
  const queue = new ExportQueue({
    exporter: {
      export: (spans: ReadableSpan[], done) => void batches.push({ spans: spans.length, done }),
      shutdown: async () => {},
    },
    exportTimeoutMillis: 60_000,
    count: (outcome, spans) => {
      counts[outcome] += spans;
    },
    report: (event) => reports.push(event),
  });
  const tracer = new BasicTracerProvider({ spanProcessors: [queue] }).getTracer('test');
  const endSpans = (count: number) => {
    for (let i = 0; i < count; i++) tracer.startSpan('work', {}, ROOT_CONTEXT).end();
  };
  return { batches, counts, reports, endSpans };
}

it('C2 keeps 2048 spans beside the batch under way while the collector does not answer, and drops the rest', async () => {
  const { batches, counts, endSpans, reports } = openQueue();
  endSpans(512);
  expect(batches.map(({ spans }) => spans)).toEqual([512]);
  endSpans(3000);
  expect(counts).toEqual({ sent: 0, failed: 0, dropped: 3000 - 2048 });
  // It answers again, and there is room again.
  for (let answered = 0; answered < 5; answered++) {
    await until(() => batches.length > answered);
    batches[answered]?.done({ code: ExportResultCode.SUCCESS });
  }
  expect(batches.map(({ spans }) => spans)).toEqual([512, 512, 512, 512, 512]);
  expect(counts).toEqual({ sent: 512 + 2048, failed: 0, dropped: 952 });
  endSpans(2048);
  expect(counts.dropped).toBe(952);
  expect(reports).toEqual([]);
});

it('C2 counts what the collector does not take, and reports it once until it takes spans again', async () => {
  const { batches, counts, endSpans, reports } = openQueue();
  for (const code of [
    ExportResultCode.FAILED,
    ExportResultCode.FAILED,
    ExportResultCode.SUCCESS,
    ExportResultCode.FAILED,
  ]) {
    const before = batches.length;
    endSpans(512);
    await until(() => batches.length > before);
    batches.at(-1)?.done({ code });
    await new Promise(setImmediate);
  }
  expect(counts).toEqual({ sent: 512, failed: 3 * 512, dropped: 0 });
  expect(reports).toEqual(['the collector takes no traces', 'the collector takes no traces']);
});
