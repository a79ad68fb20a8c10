import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Collector, startCollector, treeOf } from '../../testing/collector.ts';
import { ProblemError } from '../problem.ts';
import { openTraces } from './open.ts';
import { tracesOf } from './settings.ts';
import { during, outsideSpans, presentSpan, spanned } from './span.ts';

const [TRACE, CALLER] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const SAMPLED = `00-${TRACE}-${CALLER}-01`;
const NOT_SAMPLED = `00-${TRACE}-${CALLER}-00`;

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const open = (sampler: Parameters<typeof tracesOf>[0]['OTEL_TRACES_SAMPLER'], share?: number) => {
  const config = tracesOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'maps',
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
  });
  return openTraces({ ...(config as NonNullable<typeof config>), count() {}, report() {} });
};

/** Has one request traced under a header; what the collector has then. */
async function collected(sampler: Parameters<typeof open>[0], header?: string, share?: number) {
  collector.spans.length = 0;
  const traces = open(sampler, share);
  const span = traces.ofRequest('GET /', {}, header);
  span.end();
  await traces.close();
  return { span, spans: collector.spans.map(({ traceId, parentId, links }) => ({ traceId, parentId, links })) };
}

it('follows a caller where the sampler is based on parents: its trace, and whether that is sampled', async () => {
  for (const sampler of ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const) {
    expect((await collected(sampler, SAMPLED, 0)).spans).toEqual([{ traceId: TRACE, parentId: CALLER, links: [] }]);
    const { span, spans } = await collected(sampler, NOT_SAMPLED, 1);
    expect(spans).toEqual([]);
    // What continues the trace elsewhere is told that it is not sampled.
    expect(span.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  }
});

it('begins a trace of its own elsewhere, with a link to that of the caller', async () => {
  for (const header of [SAMPLED, NOT_SAMPLED]) {
    const { span, spans } = await collected('always_on', header);
    expect(spans).toEqual([{ traceId: span.traceId, parentId: '', links: [`${TRACE}-${CALLER}`] }]);
    expect(span.traceId).not.toBe(TRACE);
    expect((await collected('always_off', header)).spans).toEqual([]);
  }
});

it('begins a trace where a caller names none that can be read', async () => {
  for (const header of [undefined, '', 'x', `00-${'0'.repeat(32)}-${CALLER}-01`, `ff-${TRACE}-${CALLER}-01`]) {
    const { spans } = await collected('parentbased_always_on', header);
    expect(spans).toMatchObject([{ parentId: '', links: [] }]);
    expect(spans[0]?.traceId).not.toBe(TRACE);
  }
});

it('samples the share that is set', async () => {
  const traces = open('traceidratio', 0.25);
  for (let i = 0; i < 1000; i++) traces.ofRequest('GET /', {}, undefined).end();
  await traces.close();
  // Five standard deviations of 1000 draws at a quarter: 5 · √(1000 · 0.25 · 0.75) = 68.
  expect(Math.abs(collector.spans.length - 250)).toBeLessThan(69);
});

it('continues a trace of ours whatever the sampler: once it is sampled, all of it is', async () => {
  for (const sampler of ['always_off', 'traceidratio'] as const) {
    collector.spans.length = 0;
    const traces = open(sampler, 0);
    traces.ofWork({ kind: 'job', name: 'job', facts: {}, traceparent: SAMPLED }).end();
    traces.ofWork({ kind: 'delivery', name: 'deliver', facts: {}, traceparent: NOT_SAMPLED }).end();
    traces.ofWork({ kind: 'job', name: 'begun here', facts: {}, traceparent: null }).end();
    await traces.close();
    expect(collector.spans).toMatchObject([{ name: 'job', kind: 5, traceId: TRACE, parentId: CALLER }]);
  }
});

it('puts work into the span around it, through promises, and says how it ended', async () => {
  const traces = open('always_on');
  const root = traces.ofRequest('POST /', { 'http.route': '/', absent: undefined }, undefined);
  const failure = new ProblemError('insufficient_credits', 'as told');
  await during(root, async () => {
    await spanned('first', { n: 1 }, async () => {
      await new Promise(setImmediate);
      await spanned('inner', {}, async () => presentSpan()?.note({ late: true }));
    });
    await expect(spanned('refused', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    await expect(spanned('broken', {}, () => Promise.reject(new Error('as told')))).rejects.toThrow('as told');
    expect(outsideSpans(() => presentSpan())).toBeUndefined();
    root.begin('thread', {}, 1_700_000_000_000.25).end(1_700_000_000_001.5);
  });
  await traces.close();
  expect(treeOf(collector.spans, '')).toEqual(['POST /', '  thread', '  first', '    inner', '  refused', '  broken']);
  const named = Object.fromEntries(collector.spans.map((span) => [span.name, span]));
  expect(named['POST /']).toMatchObject({ kind: 2, attributes: { 'http.route': '/' }, status: 0 });
  expect(named.inner?.attributes).toEqual({ late: true });
  // A refusal is the answer to the caller; an error is ours.
  expect(named.refused).toMatchObject({ attributes: { 'error.type': 'insufficient_credits' }, status: 0 });
  expect(named.broken).toMatchObject({ attributes: { 'error.type': 'internal_error' }, status: 2 });
  expect(named.thread).toMatchObject({
    startNanoseconds: 1_700_000_000_000_250_000n,
    endNanoseconds: 1_700_000_000_001_500_000n,
  });
  expect(named.first?.resource).toMatchObject({ 'service.name': 'maps' });
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
});

it('does work alone where there is no span', async () => {
  expect(presentSpan()).toBeUndefined();
  expect(await spanned('nobody sees it', {}, async () => presentSpan() ?? 'none')).toBe('none');
});
