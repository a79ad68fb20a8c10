import { problems } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { files, read } from './tree.ts';

const HEADS = ['Signs', 'Meaning', 'Check', 'Do', 'Afterwards'];

/** Refusals that an operator has to act on, beside all faults of the service itself. */
const REFUSALS_OF_OPERATORS = [
  'email_not_verified',
  'insufficient_credits',
  'no_service',
  'organization_limit_reached',
  'outside_coverage',
  'rate_limited',
  'territory_too_large',
  'webhook_disabled',
];

const paths = files(/^docs\/operation\/runbooks\/[a-z-]+\.md$/);
const signs = paths.map((path) => /^- \*\*Signs\.\*\* (.*)$/m.exec(read(path))?.[1] ?? '');

/** Names that signs of a kind stand for: "log `a`, `b`; problem `c`". */
const named = (kind: string): string[] =>
  signs.flatMap((line) =>
    line
      .split(/; (?=alarm|log|problem)/)
      .filter((part) => part.startsWith(`${kind} `))
      .flatMap((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)),
  );

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly runbook: string };
    }[];
  }[];
}
const alarms = (parse(read('deploy/chart/files/alarms.yaml')) as Rules).groups.flatMap(({ rules }) => rules);

describe('runbooks', () => {
  it('have five lines each, and stand in the list', () => {
    const list = read('docs/operation/runbooks/README.md');
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const lines = read(path).trimEnd().split('\n').slice(2);
      expect(lines.map((line) => /^- \*\*(\w+)\.\*\* ./.exec(line)?.[1])).toEqual(HEADS);
      expect(list).toContain(`(${path.split('/').at(-1)})`);
    }
  });

  it('are there for each alarm, which names its own', () => {
    expect(alarms.map(({ alert }) => alert).sort()).toEqual(named('alarm').sort());
    for (const { alert, annotations } of alarms) {
      expect(read(`docs/operation/runbooks/${annotations.runbook}`), alert).toContain(`\`${alert}\``);
    }
  });

  it('are there for each event of the log of the level warn or above, once', () => {
    const sources = files(/^apps\/service\/src\/.*(?<!\.test)\.ts$/).filter((path) => !path.includes('/testing/'));
    const events = sources.flatMap((path) =>
      [
        ...read(path).matchAll(/\b(?:log(?:\.(?:warn|error|fatal)|\[level\])\(\s*\{[^;]*?\},\s*|report\()'([^']+)'/g),
      ].map(([, event]) => event!),
    );
    expect(events.length).toBeGreaterThan(25);
    expect([...new Set(events)].sort()).toEqual(named('log').sort());
  });

  it('are there for each fault of the service, and for refusals that an operator has to act on', () => {
    const faults = Object.entries(problems).flatMap(([code, { status }]) => (status >= 500 ? [code] : []));
    expect([...new Set(named('problem'))].sort()).toEqual([...faults, ...REFUSALS_OF_OPERATORS].sort());
  });
});

describe('figures', () => {
  const defined = files(/^apps\/service\/src\/kit\/metrics\/\w+\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/name: '(hinterland_\w+)'/g)].map(([, name]) => name!),
  );

  it('are all in the list of docs/operation/metrics.md', () => {
    const listed = [...read('docs/operation/metrics.md').matchAll(/^\| `(hinterland_\w+)`/gm)].map(([, name]) => name!);
    expect(listed.sort()).toEqual(defined.sort());
  });

  it('are there for each alarm', () => {
    const used = alarms.flatMap(({ expr }) => [...expr.matchAll(/hinterland_\w+/g)].map(([name]) => name));
    const unknown = used.filter((name) => !defined.includes(name.replace(/_(bucket|count|sum)$/, '')));
    expect(unknown).toEqual([]);
  });
});
