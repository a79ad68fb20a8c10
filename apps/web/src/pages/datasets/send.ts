import type { Answer, Known } from '../../api/address.ts';
import { Offline, Problem } from '../../api/request.ts';

/**
 * Sends a file to the session surface, which `fetch` could not report the progress of. `onProgress` receives the share that
 * has arrived, from 0 to 1. Throws Problem and Offline; an abort is thrown as its reason.
 */
export function sendFile<const A extends string>(
  path: A & Known<A, 'POST'>,
  content: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer<A, 'POST'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/web/v1${path}`);
    request.setRequestHeader('Content-Type', 'text/csv');
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('load', () => {
      const body: unknown = request.response;
      if (request.status < 400) resolve(body as Answer<A, 'POST'>);
      else reject(new Problem(request.status, (body ?? {}) as Readonly<Record<string, unknown>>));
    });
    request.addEventListener('error', () => reject(new Offline('The service did not answer.')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(content);
  });
}
