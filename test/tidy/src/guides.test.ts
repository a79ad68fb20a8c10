import { problems } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { type Operation, operationsIn, problemsIn } from './guides.ts';
import { files, read } from './tree.ts';

const document = JSON.parse(read('docs/openapi.json'));

/** Codes by status that the OpenAPI document names for an operation. */
function answersOf({ method, path }: Operation): readonly string[] {
  const responses = document.paths[path]?.[method]?.responses as Record<string, { $ref?: string }> | undefined;
  if (responses === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  return Object.entries(responses).flatMap(([status, { $ref = '' }]) => {
    const examples = document.components.responses[$ref.split('/').at(-1) ?? '']?.content['application/problem+json'];
    return Object.keys(examples?.examples ?? {}).map((code) => `${status} ${code}`);
  });
}

describe.each(files(/^docs\/guides\/.*\.md$/))('%s', (path) => {
  const text = read(path);
  const operations = operationsIn(text, document.paths);
  const named = problemsIn(text, Object.keys(problems));

  it('names problems with the status that they have', () => {
    for (const { status, code } of named) {
      expect(code in problems, code).toBe(true);
      if (status !== null) expect([code, status]).toEqual([code, problems[code as keyof typeof problems].status]);
    }
  });

  it('names only problems that an operation it speaks of can answer', () => {
    const answered = new Set(operations.flatMap(answersOf));
    const wrong = named.filter(({ status, code }) => status !== null && !answered.has(`${status} ${code}`));
    expect(wrong).toEqual([]);
  });
});

it('the table of the guide on public transport is the worked answer', () => {
  const answers = JSON.parse(read('apps/service/examples/transit-answers.json'));
  const { bands } = answers['analysis.isochrone'].execute.result;
  const whole = (residents: number) => Math.round(residents).toLocaleString('en-US');
  const rows = bands.map(({ limitSeconds, cumulativeResidents, reliability: { every, half, any } }: any) => {
    const cells = [cumulativeResidents, every, half, any].map(whole).join(' | ');
    return `| ${limitSeconds / 60} minutes | ${cells} |`;
  });
  expect(rows.length).toBe(2);
  expect(read('docs/guides/public-transport.md')).toContain(rows.join('\n'));
});

describe('what a guide names', () => {
  it('is read from prose, tables and samples', () => {
    const codes = ['quote_changed', 'rate_limited', 'not_found'];
    expect(problemsIn('answers 409\n[`quote_changed`](x.md), later `rate_limited`', codes)).toEqual([
      { status: 409, code: 'quote_changed' },
      { status: null, code: 'rate_limited' },
    ]);
    expect(problemsIn('| 404 `not_found` or `rate_limited` | x |', codes)).toEqual([
      { status: 404, code: 'not_found' },
      { status: 404, code: 'rate_limited' },
    ]);
    expect(problemsIn('```json output\n{ "status": 409,\n  "error": "lost" }\n```', codes)).toEqual([
      { status: 409, code: 'lost' },
    ]);
    expect(problemsIn('500 points, 300 seconds, `quotedCredits`', codes)).toEqual([]);
  });

  it('is matched with the paths of the document', () => {
    const paths = { '/api/v1/jobs/{id}': { get: {} }, '/api/v1/actions/search.brands/execute': { post: {} } };
    expect(operationsIn('`GET /api/v1/jobs/{id}`, `…/search.brands/execute`', paths)).toEqual([
      { method: 'get', path: '/api/v1/jobs/{id}' },
      { method: 'post', path: '/api/v1/actions/search.brands/execute' },
    ]);
    expect(operationsIn("client.quote('search.brands', {})", paths)).toEqual([]);
    expect(operationsIn("client.run('search.brands', {})", paths)).toHaveLength(1);
  });
});
