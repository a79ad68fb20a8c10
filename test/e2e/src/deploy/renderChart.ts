import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../hinterland.ts';
import { program } from './program.ts';

export const CHART = join(root, 'deploy/chart');
/** The values that deploy/kubernetes is rendered with. */
export const EXAMPLE = join(CHART, 'ci/example-values.yaml');
/** Helm: that of the setting HELM, or of the PATH; undefined where there is none. */
export const HELM = process.env.HELM ?? program('helm');

/** Values of a chart, or a part of them. */
// biome-ignore lint/suspicious/noExplicitAny: values are looked up by the paths that templates name
export type Values = any;

/** Runs Helm and returns what it writes. Throws where it finds a fault, which stands in `stderr`. */
export const helm = (words: readonly string[], input = ''): string =>
  execFileSync(HELM as string, words, { encoding: 'utf8', stdio: 'pipe', input });

/** The values that the chart comes with. */
export const defaultValues = (): Values => parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
/** What an installation has to say beside them. */
export const exampleValues = (): Values => parse(readFileSync(EXAMPLE, 'utf8'));

/** Returns what Helm makes of each template with these values, by the name of its file. Throws where Helm finds a fault in the chart. */
export function renderChart(values: Values): ReadonlyMap<string, string> {
  const run = (...words: string[]) => helm([...words, '-f', EXAMPLE, '-f', '-'], JSON.stringify(values));
  run('lint', '--strict', CHART);
  const whole = run('template', 'hinterland', CHART);
  const names = readdirSync(join(CHART, 'templates')).filter((name) => name.endsWith('.yaml'));
  const parts = whole.split(/^---\n# Source: hinterland\/templates\//m).slice(1);
  return new Map(
    names.flatMap((name) => {
      const own = parts.filter((part) => part.startsWith(`${name}\n`)).map((part) => part.slice(name.length + 1));
      return own.length === 0 ? [] : [[name, own.join('---\n')] as const];
    }),
  );
}
