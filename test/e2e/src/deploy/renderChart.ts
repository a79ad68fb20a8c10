import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../hinterland.ts';
import { program } from './program.ts';

const CHART = join(root, 'deploy/chart');
/** Helm: that of the setting HELM, or of the PATH; undefined where there is none. */
export const HELM = process.env.HELM ?? program('helm');

/** Values of a chart, or a part of them. */
// biome-ignore lint/suspicious/noExplicitAny: values are looked up by the paths that templates name
export type Values = any;

/** The values that the chart comes with. */
export const defaultValues = (): Values => parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));

/** Returns what Helm makes of each template with these values, by the name of its file. Throws where Helm finds a fault in the chart. */
export function renderChart(values: Values): ReadonlyMap<string, string> {
  const run = (...words: string[]) =>
    execFileSync(HELM as string, [...words, '-f', '-'], { encoding: 'utf8', stdio: 'pipe', input: stringify(values) });
  run('lint', '--strict', CHART);
  const names = readdirSync(join(CHART, 'templates'));
  return new Map(
    names.map((name) => {
      const text = run('template', 'hinterland', CHART, '-s', `templates/${name}`);
      return [name, text.replaceAll(/^---\n# Source: .*\n/gm, '---\n').replace(/^---\n/, '')];
    }),
  );
}
