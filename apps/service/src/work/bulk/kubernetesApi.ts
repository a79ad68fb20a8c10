import { readFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Where the cluster mounts what a process needs to ask it. */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const CALL_MILLISECONDS = 30_000;
const ANSWER_BYTES_MAX = 4 * 2 ** 20;

/** How a cluster is reached. */
export interface ClusterSettings {
  /** Address of its API; absent = that of the cluster that this process runs in. */
  readonly address?: string | undefined;
  /** Folder with token, ca.crt and namespace, where it is another than the usual one. */
  readonly account?: string | undefined;
}

/** An answer of the API that is none of success. */
export class KubernetesError extends Error {
  /** 0 where there was no answer. */
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface KubernetesApi {
  readonly namespace: () => Promise<string>;
  /** Asks below a namespace, such as "/apis/batch/v1/namespaces/NAME". Throws KubernetesError. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<string>;
}

/** The API of a cluster, by the account that the cluster gave this process. The token is read for each call: the cluster renews it. */
export function openKubernetesApi({ address, account = ACCOUNT }: ClusterSettings): KubernetesApi {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = process.env;
  const base = address ?? `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const read = (name: string) =>
    readFile(`${account}/${name}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new KubernetesError(
        0,
        `${account}/${name} cannot be read (${error.code}): is the token of the account mounted?`,
      );
    });
  return {
    namespace: async () => (await read('namespace')).trim(),
    async call(method, path, body) {
      const [token, ca] = await Promise.all([read('token'), base.startsWith('https:') ? read('ca.crt') : undefined]);
      const text = body === undefined ? undefined : JSON.stringify(body);
      const { status, answer } = await send(new URL(path, base), method, token.trim(), ca, text);
      if (status >= 200 && status < 300) return answer;
      throw new KubernetesError(status, `${method} ${path} answered ${status}: ${sentenceOf(answer)}`);
    },
  };
}

/** The sentence of a Status of Kubernetes. */
function sentenceOf(answer: string): string {
  try {
    return String(JSON.parse(answer).message);
  } catch {
    return answer.slice(0, 500);
  }
}

function send(url: URL, method: string, token: string, ca: string | undefined, body: string | undefined) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const fail = (error: Error) => reject(new KubernetesError(0, `the cluster does not answer: ${error.message}`));
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: '*/*',
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        },
        signal: AbortSignal.timeout(CALL_MILLISECONDS),
        ...(ca === undefined ? {} : { ca }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES_MAX) response.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, answer: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}
