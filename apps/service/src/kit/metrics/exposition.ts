import { Counter, collectDefaultMetrics, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';
import { addGauges, type Gauges } from './gauges.ts';
import { boundedLabel } from './labels.ts';
import type { Metrics } from './metrics.ts';

/** Organizations with a series of their own for engine time, and events of the log with one. */
const ORGANIZATIONS_MAX = 200;
const EVENTS_MAX = 100;

/** Upper bounds, seconds. */
const LATENCY_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 1, 5];

export interface Exposition extends Metrics {
  /** Adds the figures that are read at each scrape. */
  read(gauges: Gauges): void;
  /** The figures as OpenMetrics text. */
  scrape(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Figures in the OpenMetrics format, of this process alone. */
export function openExposition(): Exposition {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry }); // processor, memory, loop delay, garbage collection
  const requests = new Histogram({
    name: 'hinterland_request_seconds',
    help: 'Requests by route, from their first line to the last byte of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const lines = new Counter({
    name: 'hinterland_log_lines_total',
    help: 'Lines of the log of the level warn or above',
    labelNames: ['level', 'event'],
    registers,
  });
  const steps = new Histogram({
    name: 'hinterland_action_step_seconds',
    help: 'Steps of calls of actions that ended well: quote and execute are whole calls, the others are within execute',
    labelNames: ['action', 'step'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const outcomes = new Counter({
    name: 'hinterland_action_steps_total',
    help: 'Steps of calls of actions by outcome: ok, or the code of the problem',
    labelNames: ['action', 'step', 'outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'hinterland_engine_wait_seconds',
    help: 'Time that tasks waited for an engine thread, by class',
    labelNames: ['class'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const runs = new Histogram({
    name: 'hinterland_engine_run_seconds',
    help: 'Time that tasks took in an engine thread',
    labelNames: ['action', 'class'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const shares = new Counter({
    name: 'hinterland_engine_organization_seconds_total',
    help: `Time in engine threads by number of the organization; the first ${ORGANIZATIONS_MAX} by name, then others`,
    labelNames: ['organization'],
    registers,
  });
  const connecting = new Histogram({
    name: 'hinterland_database_wait_seconds',
    help: 'Time that statements and transactions waited for a connection to the database',
    buckets: WAIT_BUCKETS,
    registers,
  });
  const answers = new Counter({
    name: 'hinterland_assistant_answers_total',
    help: 'Answers of the assistant by outcome: done, waiting for a click, or the code of what they ended with',
    labelNames: ['outcome'],
    registers,
  });
  const tokens = new Counter({
    name: 'hinterland_assistant_tokens_total',
    help: 'Tokens of the language model that were read (in) and written (out)',
    labelNames: ['direction'],
    registers,
  });
  const spans = new Counter({
    name: 'hinterland_trace_spans_total',
    help: 'Spans of traces by what became of them: sent, failed (not taken by the collector), dropped (no room to wait for it)',
    labelNames: ['outcome'],
    registers,
  });
  const eventLabel = boundedLabel(EVENTS_MAX);
  const organizationLabel = boundedLabel(ORGANIZATIONS_MAX);

  return {
    answered({ method, route, status, seconds }) {
      requests.observe({ method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    logged: (level, event) => lines.inc({ level, event: eventLabel(event) }),
    stepped({ action, step, outcome, seconds }) {
      outcomes.inc({ action, step, outcome });
      if (outcome === 'ok') steps.observe({ action, step }, seconds);
    },
    computed({ action, priority, organization, waitedSeconds, ranSeconds }) {
      waits.observe({ class: priority }, waitedSeconds);
      runs.observe({ action, class: priority }, ranSeconds);
      shares.inc(
        { organization: organization === undefined ? 'none' : organizationLabel(`${organization}`) },
        ranSeconds,
      );
    },
    asked({ outcome, tokensIn, tokensOut }) {
      answers.inc({ outcome });
      tokens.inc({ direction: 'in' }, tokensIn);
      tokens.inc({ direction: 'out' }, tokensOut);
    },
    traced: (outcome, count) => spans.inc({ outcome }, count),
    connected: (waitedSeconds) => connecting.observe(waitedSeconds),
    read: (gauges) => addGauges(registry, gauges),
    async scrape() {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
