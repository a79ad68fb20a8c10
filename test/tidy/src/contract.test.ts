import { describe, expect, it } from 'vitest';
import { files, read } from './tree.ts';

/** Titles begin with the ids of the statements they test: 'S9 D14 every link …'. */
const TITLE = /['"`]((?:[SDMT][1-9]\d*[,:]? )+)\p{L}/gu;

const idsOf = (source: string): readonly string[] =>
  [...source.matchAll(TITLE)].flatMap(([, ids]) => [...(ids as string).matchAll(/\w+/g)].map(String));

const statements = [...read('docs/contract.md').matchAll(/^- \*\*([SDMT]\d+)\*\* \S/gm)].map(([, id]) => id as string);

describe('the contract', () => {
  it('has every statement that a test names', () => {
    // Findings of the review of security are named in titles, too.
    const findings = [...read('docs/security-review.md').matchAll(/^\| (\w+) \|/gm)].map(([, id]) => id as string);
    const known = new Set([...statements, ...findings]);
    const unknown = files(/\.test\.tsx?$/).flatMap((path) =>
      idsOf(read(path))
        .filter((id) => !known.has(id))
        .map((id) => `${path}: ${id}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('numbers each statement once and refers to those that there are', () => {
    expect(statements.filter((id, i) => statements.indexOf(id) !== i)).toEqual([]);
    const named = [...read('docs/contract.md').matchAll(/\b([SDM]\d+)\b(?!\*\*)/g)].map(([, id]) => id as string);
    expect(named.filter((id) => !statements.includes(id))).toEqual([]);
  });

  it('is named by the titles of tests', () => {
    // Put together from pieces, so that this file names no statement itself.
    const title = `it('${'S'}81 ${'D'}67 a title', () => {}); const code = '${'D'}002 x';`;
    expect(idsOf(title)).toEqual(['S' + '81', 'D' + '67']);
    expect(statements.length).toBeGreaterThan(400);
  });
});
