import { type ProblemCode, problems } from '@hinterland/contract';
import { type Json, ref } from './parts.ts';

/** One response per status that problems have, with all codes of the status. */
export function problemResponses(): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      `Problem${status}`,
      {
        description: codes.map((code) => `${code}: ${problems[code].title}`).join('. '),
        headers: {
          'X-Request-Id': ref('headers/RequestId'),
          ...(status === 401 || status === 403 ? { 'WWW-Authenticate': ref('headers/WwwAuthenticate') } : {}),
          ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers/RetryAfter') } : {}),
        },
        content: {
          'application/problem+json': {
            schema: ref('schemas/Problem'),
            examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
          },
        },
      },
    ]),
  );
}

const example = (code: ProblemCode): Json => ({
  type: `/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: 'What happened this time, and what to do.',
  instance: 'urn:request:req_0123456789abcdef01234567',
  error: code,
});
