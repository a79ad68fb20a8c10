import { type Link, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';
import { ExportQueue, type Sent } from './exportQueue.ts';
import type { TracesConfig } from './settings.ts';
import type { Facts, Span } from './span.ts';
import type { Traces, Work } from './traces.ts';

export interface TracesSettings extends TracesConfig {
  /** Counts spans by what became of them. */
  readonly count: (outcome: Sent, spans: number) => void;
  /** Logs that the collector takes no spans, once until it does again. */
  readonly report: (event: string, details: Record<string, unknown>) => void;
}

/** Time that the collector has for a batch of spans, tries and waits between them included. */
const SEND_MILLISECONDS = 4000;
/** Time for what is left when the process stops. */
const CLOSE_MILLISECONDS = 5000;

const KINDS = { job: SpanKind.CONSUMER, delivery: SpanKind.CLIENT } as const;

/**
 * Exports traces by OTLP over HTTP. Nothing is registered as global: libraries of the service make no spans of their own. Whether a
 * trace is exported is decided once, where it begins; what continues it keeps to that.
 */
export function openTraces(settings: TracesSettings): Traces {
  const { endpoint, serviceName, followsCallers, ratio } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: SEND_MILLISECONDS,
    // Counts from the beginning of a connection, which a request's own limit does not.
    httpAgentOptions: { keepAlive: true, timeout: SEND_MILLISECONDS },
  });
  const queue = new ExportQueue({ ...settings, exporter, exportTimeoutMillis: CLOSE_MILLISECONDS });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer('hinterland');

  function begin(name: string, kind: SpanKind, facts: Facts, more: Beginning = {}): Span {
    const { parent, link, at } = more;
    const links: Link[] = link === undefined ? [] : [{ context: link }];
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(name, { kind, attributes: facts, links, startTime: at }, context);
    const self = span.spanContext();
    return {
      traceId: self.traceId,
      traceparent: headerOf(self),
      begin: (child, childFacts = {}, childAt) =>
        begin(child, SpanKind.INTERNAL, childFacts, { parent: self, at: childAt }),
      note: (noted) => void span.setAttributes(noted),
      fail({ code, ours }) {
        span.setAttribute('error.type', code);
        if (ours) span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: (endAt) => span.end(endAt),
    };
  }

  return {
    ofRequest(name, facts, traceparent) {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
      if (caller === null) return begin(name, SpanKind.SERVER, facts);
      const remote = { ...caller, isRemote: true };
      return begin(name, SpanKind.SERVER, facts, followsCallers ? { parent: remote } : { link: remote });
    },
    ofWork({ kind, name, facts, traceparent }: Work) {
      const before = traceparent === null ? null : parseTraceParent(traceparent);
      return begin(name, KINDS[kind], facts, before === null ? {} : { parent: { ...before, isRemote: true } });
    },
    async close() {
      const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MILLISECONDS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

interface Beginning {
  readonly parent?: SpanContext;
  readonly link?: SpanContext;
  readonly at?: number | undefined;
}

const headerOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${(traceFlags & 1).toString(16)}`;
