import { scaled } from '../../../../apps/service/src/testing/scaled.ts';

/** Asks the API of a service with a key. Throws where the answer is a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
export type ApiClient = (method: string, path: string, body?: object) => Promise<any>;

/** `url` is asked at each call: a service that was started anew has another. */
export const apiClient =
  (url: () => string, secret: string): ApiClient =>
  async (method, path, body) => {
    const answer = await fetch(url() + path, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(scaled(15_000)),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
    const json: any = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
