import { describe, expect, it } from 'vitest';
import { files, read } from './tree.ts';

/** Who may start a service in test/e2e. What they hand on leads through the proxy that checks every call. */
const STARTERS = ['hinterland.ts', 'service/serviceProcess.ts', 'service/checkedService.ts'].map(
  (name) => `test/e2e/src/${name}`,
);

/** Everything that a service can be started with, or reached beside the proxy. */
const MEANS = [
  /bin\/hinterland/,
  /testPrograms\/service/,
  /\bstartTestService\b/,
  /\bstartService\b/,
  /@hinterland\/service/,
  /apps\/service\/(src|dist)\/(start\/service|main)\./,
  /\b(spawn|fork)\(/,
];

const meansIn = (text: string): readonly string[] => MEANS.filter((one) => one.test(text)).map(String);

describe('tests from outside', () => {
  const sources = files(/^test\/e2e\/src\/.*\.ts$/).filter((path) => !STARTERS.includes(path));
  /**
   * Processes of the first deliver webhooks and answer nothing; the second calls the routes of pages alone, whose
   * answers its browser holds against what is declared; the third sends what nobody should, very often; the fourth is
   * asked by the probes of its manifest alone; the others move the clock of
   * their service, take its store or its lease away, or have its parts worked off by a command.
   */
  const exempt = ['webhookStorm', 'assistantStorm']
    .map((name) => `test/e2e/src/service/${name}.test.ts`)
    .concat(
      'test/e2e/src/fuzz/fuzz.test.ts',
      'test/e2e/src/deploy/container.ts',
      ...['enrichDataset', 'lostLease'].map((name) => `test/e2e/src/service/${name}.test.ts`),
    );

  it('reach a service through the proxy that holds calls to what is published', () => {
    const beside = sources
      .filter((path) => !exempt.includes(path))
      .flatMap((path) => meansIn(read(path)).map((means) => `${path}: ${means}`));
    expect(beside).toEqual([]);
  });

  it.each(STARTERS)('%s hands on the address of the proxy', (path) => {
    const text = read(path);
    expect(text).toContain('startValidatingProxy()');
    expect(text).toContain('url: proxy.url');
    expect(text).toContain('await proxy.close()');
    expect(text).not.toMatch(/^\s*url,$|url: (own|url|service\.url)/m);
  });

  it.each([
    "import { startTestService } from '../../../apps/service/src/testing/service.ts';",
    "spawn('node', ['apps/cli/bin/hinterland.js']);",
    "spawn('node', ['../apps/service/dist/testPrograms/service.js']);",
    "const { startService } = await import('@hinterland/service');",
    "spawn('npx', ['hinterland', 'serve']);",
  ])('and one that would not is found: %s', (text) => {
    expect(meansIn(text)).not.toEqual([]);
  });
});
