import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { files, read } from './tree.ts';

const INSTRUCTIONS = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD) /;

/** Instructions of the Containerfile, continued lines joined. */
const instructions = read('deploy/Containerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      { readonly environment: Readonly<Record<string, string>>; readonly image: string; readonly read_only?: boolean }
    >
  >;
}

/** Where the service reads its variables. */
const settings = read('apps/service/src/start/config.ts');

describe('deployment', () => {
  it('the container image has known instructions, a user without rights and a check of its health', () => {
    expect(instructions.filter((line) => !INSTRUCTIONS.test(line))).toEqual([]);
    expect(lastStage).toContain('USER node');
    expect(lastStage.indexOf('USER node')).toBeLessThan(lastStage.findIndex((line) => line.startsWith('ENTRYPOINT')));
    const check = lastStage.find((line) => line.startsWith('HEALTHCHECK'));
    const metricsPort = /HINTERLAND_METRICS_PORT=(\d+)/.exec(lastStage.join(' '))?.[1];
    expect(check).toContain(`127.0.0.1:${metricsPort}/readyz`);
    for (const line of lastStage.filter((one) => /^(ENTRYPOINT|CMD) /.test(one))) {
      expect(() => JSON.parse(line.replace(/^\w+ /, ''))).not.toThrow();
    }
    expect(instructions.filter((line) => /:latest|^FROM [^:]+( AS .*)?$/.test(line))).toEqual([]);
  });

  it('the compose file starts an API process and a worker on one database and one key', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    expect(Object.keys(services)).toEqual(['database', 'api', 'worker']);
    const { api, worker } = services;
    expect([api?.environment.HINTERLAND_ROLE, worker?.environment.HINTERLAND_ROLE]).toEqual(['api', 'worker']);
    expect({ ...worker?.environment, HINTERLAND_ROLE: 'api' }).toEqual(api?.environment);
    expect(worker?.read_only).toBe(true);
  });

  it('the compose file passes every setting of payments, none of which is set unless it is given', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    const config = read('apps/service/src/start/config.ts');
    const names = [...config.matchAll(/^ {2}(HINTERLAND_PAYMENTS|HINTERLAND_PRICES|STRIPE_\w+):/gm)].map(
      ([, name]) => name,
    );
    // The address is for tests.
    const wanted = names.filter((name) => name !== 'STRIPE_ADDRESS');
    expect(wanted).toHaveLength(4);
    for (const name of wanted) {
      const value = services.api?.environment[name as string];
      expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+(:-(operator)?|:\+\/prices\.json)\}$/)]);
    }
  });

  it('the image holds what deploy/image.mjs lists: no tests, no stand-ins, no packages of the web app or the build', () => {
    const target = mkdtempSync(join(tmpdir(), 'hinterland-image-'));
    try {
      execFileSync(process.execPath, [fileURLToPath(new URL('../../../deploy/image.mjs', import.meta.url)), target]);
      const all = readdirSync(target, { recursive: true }).map(String);
      const ours = all.filter((path) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'));
      expect(ours.filter((path) => /(^|\/)(testing|bench|test)(\/|$)|\.test\./.test(path))).toEqual([]);
      expect(ours).toEqual(expect.arrayContaining(['apps/cli/bin/hinterland.js', 'docs/openapi.json', 'CHANGELOG.md']));
      for (const name of ['vite', 'lightningcss', 'react', 'maplibre-gl', 'vitest', 'typescript', 'rolldown']) {
        expect(all, name).not.toContain(`node_modules/${name}`);
      }
      expect(all).toContain('node_modules/fastify');
      expect(instructions.filter((line) => line.startsWith('COPY'))).toEqual([
        'COPY . .',
        'COPY --from=build --chown=root:root /image /app',
      ]);
    } finally {
      rmSync(target, { recursive: true });
    }
  });

  it('M1 the compose file passes on every setting that is not that of the container itself', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    const names = [...settings.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    const ownOfContainer = [
      'HINTERLAND_HOME',
      'HOST',
      'PORT',
      'HINTERLAND_WORKERS',
      'HINTERLAND_WARM_UP_MEGABYTES',
      'HINTERLAND_PULLED_MEGABYTES',
      'HINTERLAND_METRICS_PORT',
      'HINTERLAND_METRICS_HOST',
      'HINTERLAND_CHROMIUM_PATH',
      'HINTERLAND_MIRROR',
      'STRIPE_ADDRESS', // for tests
    ];
    const passed = Object.keys(services.api?.environment ?? {});
    expect(names.filter((name) => !passed.includes(name as string)).sort()).toEqual(ownOfContainer.sort());
  });

  it('and the pages for operators name no variable that neither the service nor the Python package reads', () => {
    const ofService = [...settings.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)];
    const ofPackage = files(/^clients\/python\/src\/.*\.py$/).flatMap((path) => [
      ...read(path).matchAll(/os\.environ\.get\("(\w+)"\)/g),
    ]);
    const known = new Set([...ofService, ...ofPackage].map(([, name]) => name));
    const named = [...files(/^deploy\//), ...files(/^docs\/operation\/.*\.md$/)].flatMap((path) =>
      [...read(path).matchAll(/\b(HINTERLAND_[A-Z_]+|DATABASE_URL|SMTP_URL)\b/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });
});
