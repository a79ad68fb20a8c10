import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does wrong, by the path of the object; undefined for a request that it answers well. */
export type Fault = (method: string, key: string) => 'expired' | 'cut' | 'hang' | 'no bucket' | 'damage' | undefined;

export interface FakeS3 {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Bytes that were sent, by key. */
  readonly sent: Map<string, number>;
  fault: Fault;
  /** Called when an object is there, before the server says so. */
  stored: (key: string) => void | Promise<void>;
  close(): Promise<void>;
}

const [ACCESS_KEY, SECRET] = ['AKIATEST', 'a secret'];
export const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: SECRET,
  AWS_REGION: 'eu-central-1',
};

/**
 * A server of S3's dialect that holds one bucket, "depot", in memory. It verifies each signature by the rules of AWS Signature Version 4,
 * written here anew, the checksum of what is put, and answers ranges.
 */
export async function openFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const sent = new Map<string, number>();
  const fake = { objects, sent, fault: (() => undefined) as Fault, stored: () => {} };
  const server = createServer((request, response) => {
    void answer(fake, request, response).catch((error) => refuse(response, 500, 'InternalError', String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

async function answer(
  fake: Pick<FakeS3, 'objects' | 'sent' | 'fault' | 'stored'>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url!, 'http://x');
  const [, bucket, ...parts] = decodeURIComponent(url.pathname).split('/');
  const key = parts.join('/');
  const isPresigned = url.searchParams.has('X-Amz-Signature');
  const problem = isPresigned ? presignedProblem(request, url) : signatureProblem(request, url, body);
  if (problem !== null) return refuse(response, 403, 'SignatureDoesNotMatch', problem);
  const fault = fake.fault(request.method!, key);
  if (fault === 'expired') return refuse(response, 400, 'ExpiredToken', 'The provided token has expired.');
  if (bucket !== 'depot' || fault === 'no bucket')
    return refuse(response, 404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (request.method === 'PUT') {
    const wanted = request.headers['x-amz-checksum-sha256'];
    if (wanted !== undefined && wanted !== createHash('sha256').update(body).digest('base64')) {
      return refuse(response, 400, 'BadDigest', 'The checksum did not match');
    }
    fake.objects.set(key, body);
    await fake.stored(key);
    return void response.writeHead(200, { ETag: '"x"' }).end();
  }
  if (request.method === 'DELETE') {
    fake.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '' && url.searchParams.get('list-type') === '2') return list(fake, url, response);
  const object = fake.objects.get(key);
  if (object === undefined) return refuse(response, 404, 'NoSuchKey', 'The specified key does not exist.');
  const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const content = Buffer.from(object.subarray(from));
  if (fault === 'damage') content[content.length >> 1]! ^= 1;
  response.writeHead(from > 0 ? 206 : 200, {
    'Content-Length': content.length,
    ...(from > 0 ? { 'Content-Range': `bytes ${from}-${object.length - 1}/${object.length}` } : {}),
  });
  if (request.method === 'HEAD') return void response.end();
  const part = fault === 'cut' || fault === 'hang' ? content.subarray(0, Math.ceil(content.length / 2)) : content;
  fake.sent.set(key, (fake.sent.get(key) ?? 0) + part.length);
  response.write(part);
  if (fault === 'hang') return;
  if (part.length < content.length) setTimeout(() => response.destroy(), 5);
  else response.end();
}

/** Objects of a page of a list, fewer than those of other servers: so clients read several. */
const PAGE = 2;

/** Answers ListObjectsV2, in the order of the keys. */
function list({ objects }: Pick<FakeS3, 'objects'>, { searchParams }: URL, response: ServerResponse): void {
  const prefix = searchParams.get('prefix') ?? '';
  const after = searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><Name>depot</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Null where the query has a right signature that is not over ("Authenticating Requests: Using Query Parameters"). */
function presignedProblem({ method, headers }: IncomingMessage, url: URL): string | null {
  const of = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  const [access, day, region] = of('Credential').split('/');
  if (access !== ACCESS_KEY) return 'unknown access key';
  const time = of('Date');
  const begins = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Date.now() < begins + Number(of('Expires')) * 1000)) return 'Request has expired';
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const names = of('SignedHeaders');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`);
  const canonical = [method, url.pathname, query, ...signed, '', names, 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day!), region!), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === of('Signature') ? null : 'the signature is wrong';
}

/** Null where the signature is right ("Authenticating Requests (AWS Signature Version 4)" of S3's API reference). */
function signatureProblem({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (found === null) return 'no signature';
  const [, access, day, region, names, signature] = found as unknown as string[];
  if (access !== ACCESS_KEY) return 'unknown access key';
  const payload = headers['x-amz-content-sha256'] as string;
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'the body is another than was signed';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const signed = names!.split(';');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day!), region!), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? null : 'the signature is wrong';
}
