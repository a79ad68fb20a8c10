import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

const root = new URL('../../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Texts that ask for figures: dashboards, alarms, the rules that the autoscaler follows. */
const readers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync(fileURLToPath(new URL('deploy/grafana', root))).map((name) => [
      name,
      queriesOf(read(`deploy/grafana/${name}`)),
    ]),
  ),
  'alarms.yaml': read('deploy/chart/files/alarms.yaml').replace(/^\s*(#|- alert:|annotations:).*$/gm, ''),
  'adapter-rules.yaml': read('deploy/kubernetes/adapter-rules.yaml').replace(/^\s*(#|name:).*$/gm, ''),
};

function queriesOf(dashboard: string): string {
  const { panels } = JSON.parse(dashboard);
  // biome-ignore lint/suspicious/noExplicitAny: a dashboard of Grafana
  const asked: string[] = panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr));
  expect(asked.length).toBeGreaterThan(10);
  return asked.join('\n');
}

/** What Prometheus adds to every series. */
const OF_PROMETHEUS = ['job', 'instance', 'namespace', 'pod', 'le'];
const SERIES = /\b((?:hinterland|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;

describe('readers of figures', () => {
  let database: TestDatabase;
  let service: TestService;
  /** Names of figures, without what a histogram adds to them. */
  let exported: Set<string>;
  beforeAll(async () => {
    database = await sharedDatabase();
    service = await startTestService(database, { workers: 1, env: { HINTERLAND_METRICS_PORT: '0' } });
    const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    const types = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name as string, type]));
    exported = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram'
          ? ['_bucket', '_sum', '_count'].map((end) => name + end)
          : type === 'counter'
            ? [`${name}_total`]
            : [name],
      ),
    );
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  it.each(Object.keys(readers))('%s asks for series that a running service exports', (name) => {
    const asked = [...(readers[name] as string).matchAll(SERIES)].map(([, series]) => series as string);
    expect(asked.length).toBeGreaterThan(1);
    expect([...new Set(asked)].filter((series) => !exported.has(series))).toEqual([]);
  });

  it.each(Object.keys(readers))('%s asks by labels that the page of figures names', (name) => {
    const page = read('docs/operation/metrics.md');
    const labels = new Map(
      [...page.matchAll(/^\| `(hinterland_\w+)` \| ([^|]*) \|/gm)].map(([, series, text]) => [
        series as string,
        (text as string).split(',').map((label) => label.trim()),
      ]),
    );
    const wrong = [...(readers[name] as string).matchAll(SERIES)].flatMap(([, series, filter = '']) => {
      if (!series?.startsWith('hinterland_')) return [];
      const known = labels.get(series) ?? labels.get(series.replace(/_(bucket|sum|count)$/, ''));
      const used = [...filter.matchAll(/(\w+)(?:=~?|!=)"/g)].map(([, label]) => label as string);
      return used
        .filter((label) => !known?.includes(label) && !OF_PROMETHEUS.includes(label))
        .map((label) => `${series} by ${label}`);
    });
    expect(wrong).toEqual([]);
  });
});
