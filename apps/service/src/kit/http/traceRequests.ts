import type { FastifyInstance } from 'fastify';
import { within } from '../traces/span.ts';
import type { Traces } from '../traces/traces.ts';
import { factsOf, noteFacts } from './requestFacts.ts';

/** Asked every few seconds by machines: a trace of each would say nothing. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Has each request answered in a span of its own, named by its route. Its id is in the line of the request in the log. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id, headers } = request;
    const route = request.routeOptions.url;
    if (PROBES.has(route)) return done();
    const facts = { 'http.request.method': method, 'http.route': route, 'hinterland.request.id': id };
    const header = headers.traceparent;
    const span = traces.ofRequest(
      route === undefined ? method : `${method} ${route}`,
      facts,
      typeof header === 'string' ? header : undefined,
    );
    noteFacts(request, { trace: span.traceId });
    reply.raw.once('close', () => {
      const { organization, action } = factsOf(request);
      span.note({ 'hinterland.organization.id': organization, 'hinterland.action': action });
      if (reply.raw.writableFinished) {
        const { statusCode } = reply.raw;
        span.note({ 'http.response.status_code': statusCode });
        if (statusCode >= 500) span.fail({ code: `${statusCode}`, ours: true });
      } else span.fail({ code: 'caller_gone', ours: false });
      span.end();
    });
    within(span, done);
  });
}
