import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { PbfReader } from 'pbf';

/** A span as the collector was sent it, by the protobuf of OTLP (opentelemetry/proto/trace/v1/trace.proto). */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty where it has none. */
  parentId: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  startNanoseconds: bigint;
  endNanoseconds: bigint;
  attributes: Record<string, string | number | boolean>;
  /** Ids of the traces and spans that it is linked to. */
  links: string[];
  /** 0 unset, 1 ok, 2 error. */
  status: number;
  /** Of the process that sent it. */
  resource: Record<string, string | number | boolean>;
}

export interface Collector {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT is set to. */
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly bytes: Uint8Array }[];
  readonly spans: CollectedSpan[];
  /** `silence`: takes connections and answers nothing. */
  answer: number | 'silence';
  close(): Promise<void>;
}

/** A collector of OpenTelemetry on a free port, for OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { url = '', headers } = request;
    const body = Buffer.concat(chunks);
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    collector.requests.push({ path: url, headers, bytes });
    if (collector.answer === 'silence') return;
    if (collector.answer === 200) collector.spans.push(...readSpans(bytes));
    response.writeHead(collector.answer, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    spans: [],
    answer: 200,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return collector;
}

/** The tree of a trace by names, two spaces for each generation, children by their beginnings. */
export function treeOf(spans: readonly CollectedSpan[], parentId: string): string[] {
  return spans
    .filter((span) => span.parentId === parentId)
    .sort((a, b) => Number(a.startNanoseconds - b.startNanoseconds))
    .flatMap(({ name, spanId }) => [name, ...treeOf(spans, spanId).map((line) => `  ${line}`)]);
}

type Value = string | number | boolean;

/** Reads an ExportTraceServiceRequest. */
function readSpans(bytes: Uint8Array): CollectedSpan[] {
  const spans: CollectedSpan[] = [];
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag === 1) spans.push(...resourceSpans(pbf));
  }, null);
  return spans;
}

function resourceSpans(pbf: PbfReader): CollectedSpan[] {
  const resource: Record<string, Value> = {};
  const spans: CollectedSpan[] = [];
  const inScope = (tag: number) => {
    if (tag === 2) spans.push(readSpan(pbf, resource));
  };
  pbf.readMessage((tag) => {
    if (tag === 1) pbf.readMessage((inner) => void (inner === 1 && readAttribute(pbf, resource)), null);
    else if (tag === 2) pbf.readMessage(inScope, null);
  }, null);
  return spans;
}

function readSpan(pbf: PbfReader, resource: Record<string, Value>): CollectedSpan {
  const span = {
    parentId: '',
    name: '',
    kind: 0,
    attributes: {},
    links: [],
    status: 0,
    resource,
  } as unknown as CollectedSpan;
  const readStatus = (tag: number) => {
    if (tag === 3) span.status = pbf.readVarint();
  };
  return pbf.readMessage((tag) => {
    if (tag === 1) span.traceId = hex(pbf);
    else if (tag === 2) span.spanId = hex(pbf);
    else if (tag === 4) span.parentId = hex(pbf);
    else if (tag === 5) span.name = pbf.readString();
    else if (tag === 6) span.kind = pbf.readVarint();
    else if (tag === 7) span.startNanoseconds = fixed64(pbf);
    else if (tag === 8) span.endNanoseconds = fixed64(pbf);
    else if (tag === 9) readAttribute(pbf, span.attributes);
    else if (tag === 13) span.links.push(readLink(pbf));
    else if (tag === 15) pbf.readMessage(readStatus, null);
  }, span);
}

function readLink(pbf: PbfReader): string {
  const ids: string[] = [];
  pbf.readMessage((tag) => void ((tag === 1 || tag === 2) && ids.push(hex(pbf))), null);
  return ids.join('-');
}

function readAttribute(pbf: PbfReader, into: Record<string, Value>): void {
  let key = '';
  let value: Value | undefined;
  const ofAny = (tag: number) => {
    if (tag === 1) value = pbf.readString();
    else if (tag === 2) value = pbf.readBoolean();
    else if (tag === 3) value = pbf.readVarint(true);
    else if (tag === 4) value = pbf.readDouble();
  };
  pbf.readMessage((tag) => {
    if (tag === 1) key = pbf.readString();
    else if (tag === 2) pbf.readMessage(ofAny, null);
  }, null);
  if (value !== undefined) into[key] = value;
}

const hex = (pbf: PbfReader): string => Buffer.from(pbf.readBytes()).toString('hex');

const fixed64 = (pbf: PbfReader): bigint => {
  const [low, high] = [pbf.readFixed32(), pbf.readFixed32()];
  return (BigInt(high) << 32n) | BigInt(low);
};
