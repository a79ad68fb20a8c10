import { describe, expect, it } from 'vitest';
import { files, read, resolveRelative } from './tree.ts';

const PAGE = 'docs/security-review.md';

/** Findings of the page with the files that hold them. */
const findings = [...read(PAGE).matchAll(/^\| ([CHML]\d+) \| .* \| (.*) \|$/gm)].map(([, id, held]) => ({
  id: id as string,
  held: [...(held as string).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => resolveRelative(PAGE, link as string)),
}));

/** Ids that titles of tests begin with. */
const idsOf = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/['"`]((?:[A-Z]\d+ )+)/g)].flatMap(([, ids]) => (ids as string).trim().split(' ')));

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

describe('the review of security', () => {
  it('has every finding once', () => {
    expect(findings.map(({ id }) => id)).toEqual([
      ...numbered('C', 3),
      ...numbered('H', 8),
      ...numbered('M', 12),
      ...numbered('L', 12),
    ]);
  });

  it.each(findings)('$id is named by titles of the tests that hold it, or by a decision', ({ id, held }) => {
    expect(held.length).toBeGreaterThan(0);
    for (const path of held) {
      expect(files(/\.(test\.ts|md)$/)).toContain(path);
      if (path.endsWith('.test.ts')) expect([...idsOf(read(path))], path).toContain(id);
      else expect(path).toMatch(/^docs\/decisions\/archive\/\d{4}-/);
    }
  });

  it('is read as it is written', () => {
    expect([...idsOf("it('C1 M7 a title', () => {}); const code = 'X9';")]).toEqual(['C1', 'M7']);
  });
});
