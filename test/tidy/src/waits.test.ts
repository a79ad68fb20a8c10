import { describe, expect, it } from 'vitest';
import { files, read } from './tree.ts';

/**
 * Nothing of the tests waits by the clock: what is awaited has patience by work (`until` and `scaled` of apps/service/src/testing,
 * `countWork` of its kit), and vitest.config.ts alone says when a test hangs.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\btimeout: (?!0\b)(?![^\n]*scaled\()/, 'leave the time of a wait out'],
  [/\bsetDefaultTimeout\((?![^\n]*scaled\()/, 'launchChromium gives pages their patience'],
  [/\bAbortSignal\.timeout\((?![^\n]*scaled\()/, 'take scaled()'],
  [/\bvi\.waitFor\(/, 'take expect.poll, or until'],
  [/\buntil\([^\n]*, [\d_]+\)/, 'until counts work itself'],
  [/\b(?:Date|performance)\.now\(\) [<>]=? /, 'take countWork'],
  [/\b(?:Date|performance)\.now\(\) - \w+\)\s*\.toBeLess/, 'take countWork'],
];

/** Where seconds are meant. */
const BY_DESIGN: Readonly<Record<string, string>> = {
  'apps/service/src/surface/assistant/model/ownFetch.test.ts': 'a server that never answers is given up',
  'apps/service/src/testing/actions.ts': 'a run that takes as long as it is told',
  'packages/storage/src/testing/fakeS3.ts': 'a signature that ends',
  'test/e2e/src/deploy/processes.test.ts': 'the patience of the manifests',
  'test/e2e/src/service/databaseAway.test.ts': 'a server that is frozen for so long',
};

const OF_TESTS = /^(?:test\/e2e\/.*|(?:packages|apps)\/[^/]+\/src\/(?:.*\/)?testing\/.*|.*(?<!waits)\.test)\.tsx?$/;
const TEST = /\b(?:it|test|describe|beforeAll|beforeEach|afterAll|afterEach)\b[.(]/;

/** Lines of a source that wait by the clock, each with what to do instead. */
export function waitsIn(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line, i) =>
    RULES.filter(([rule]) => rule.test(line)).map(([, instead]) => `${i + 1}: ${line.trim()}: ${instead}`),
  );
  lines.forEach((line, i) => {
    const indent = /^(\s*)(?:\}, )?[\d_]{4,}(?:\);|,$)/.exec(line)?.[1];
    if (indent === undefined || !/^\s*\}/.test(line.includes('}') ? line : lines[i - 1]!)) return;
    const outer = line.includes('}') ? indent : indent.slice(2);
    const opening = lines.slice(0, i).findLast((one) => new RegExp(`^${outer}[^\\s})]`).test(one)) ?? '';
    if (TEST.test(opening)) found.push(`${i + 1}: ${line.trim()}: vitest.config.ts says when a test hangs`);
  });
  return found;
}

describe('tests', () => {
  it('wait by work, not by the clock', () => {
    const found = files(OF_TESTS)
      .filter((path) => !(path in BY_DESIGN))
      .flatMap((path) => waitsIn(read(path)).map((wait) => `${path}:${wait}`));
    expect(found).toEqual([]);
  });

  it('are exempt where seconds are meant alone', () => {
    expect(Object.keys(BY_DESIGN).filter((path) => waitsIn(read(path)).length === 0)).toEqual([]);
  });

  it.each([
    ["await page.locator('p').waitFor({ timeout: 20_000 });", 1],
    ['context.setDefaultTimeout(45_000);', 1],
    ['signal: AbortSignal.timeout(15_000),', 1],
    ['await vi.waitFor(() => expect(1).toBe(1));', 1],
    ['await until(() => up, 60_000);', 1],
    ['if (Date.now() > deadline) throw new Error();', 1],
    ['expect(performance.now() - begun).toBeLessThan(2000);', 1],
    ["  it('a', async () => {\n    await x;\n  }, 90_000);", 1],
    ["  it.each(ALL)(\n    'a',\n    async () => {\n      await x;\n    },\n    60_000,\n  );", 1],
    ['setTimeout(() => {\n  socket.end();\n}, 1500);', 0],
    ['await option.click({ timeout: scaled(LIST_MILLISECONDS) });', 0],
  ])('%s', (text, count) => expect(waitsIn(text)).toHaveLength(count));
});
