import { scaled } from '../../../../apps/service/src/testing/scaled.ts';

/** An answer of the interface. */
export interface Sent {
  readonly status: number;
  readonly retryAfterSeconds: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member
  readonly body: any;
}

/** Executes the charged test action under an idempotency key. Throws where there is no answer in time. */
export async function sendCharged(
  url: string,
  {
    secret,
    key,
    input,
    answerMilliseconds,
  }: { secret: string; key: string; input: object; answerMilliseconds: number },
): Promise<Sent> {
  const answer = await fetch(`${url}/api/v1/actions/test.charged/execute`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(scaled(answerMilliseconds)),
  });
  return {
    status: answer.status,
    retryAfterSeconds: Number(answer.headers.get('retry-after') ?? 0),
    body: await answer.json(),
  };
}
