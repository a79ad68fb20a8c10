import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../hinterland.ts';

export const CHART = join(root, 'deploy/chart');

/** Values of a chart, or a part of them. */
// biome-ignore lint/suspicious/noExplicitAny: values are looked up by the paths that templates name
export type Values = any;

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: string }
  | { readonly kind: 'if'; readonly pipeline: string; readonly parts: readonly Part[] }
  | {
      readonly kind: 'range';
      readonly names: readonly string[];
      readonly pipeline: string;
      readonly parts: readonly Part[];
    };

/** The values that the chart comes with. */
export const defaultValues = (): Values => parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));

/**
 * Renders the chart: the part of Helm's templates that it keeps to, which is values, `if`, `not`, `range` over a map, `toYaml`, `nindent` and
 * `quote`. Throws where a template uses more. Returns the files by name.
 */
export function renderChart(values: Values): Map<string, string> {
  const folder = join(CHART, 'templates');
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        `${render(parseTemplate(readFileSync(join(folder, name), 'utf8')), { $: { Values: values } }).trim()}\n`,
      ]),
  );
}

function parseTemplate(text: string): readonly Part[] {
  const pieces = text
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/);
  let at = 0;
  const block = (inner: boolean): Part[] => {
    const parts: Part[] = [];
    for (; at < pieces.length; at++) {
      const piece = pieces[at] as string;
      if (!piece.startsWith('{{')) {
        parts.push({ kind: 'text', text: piece });
        continue;
      }
      const [word = '', ...rest] = piece.slice(2, -2).trim().split(/\s+/);
      const said = rest.join(' ');
      if (word === 'end' && inner) return parts;
      if (word === 'if') {
        at++;
        parts.push({ kind: 'if', pipeline: said, parts: block(true) });
      } else if (word === 'range') {
        const [names, pipeline] = said.split(' := ');
        at++;
        parts.push({ kind: 'range', names: names!.split(', '), pipeline: pipeline!, parts: block(true) });
      } else parts.push({ kind: 'print', pipeline: `${word} ${said}`.trim() });
    }
    if (inner) throw new Error('a block has no end');
    return parts;
  };
  return block(false);
}

type Scope = Readonly<Record<string, Values>>;

function render(parts: readonly Part[], scope: Scope): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = evaluate(part.pipeline, scope);
      if (part.kind === 'print') return String(value);
      if (part.kind === 'if') return value ? render(part.parts, scope) : '';
      const [key, one] = part.names as [string, string];
      return Object.keys(value)
        .sort()
        .map((name) => render(part.parts, { ...scope, [key]: name, [one]: value[name] }))
        .join('');
    })
    .join('');
}

function evaluate(pipeline: string, scope: Scope): Values {
  const [first, ...filters] = pipeline.split(' | ');
  const value = operand(first as string, scope);
  return filters.reduce((before: Values, filter) => {
    if (filter === 'quote') return JSON.stringify(String(before));
    const [, spaces] = /^nindent (\d+)$/.exec(filter) ?? [];
    if (spaces === undefined) throw new Error(`the chart does not keep to its part of templates: ${filter}`);
    return `\n${before}`.replaceAll('\n', `\n${' '.repeat(Number(spaces))}`);
  }, value);
}

function operand(text: string, scope: Scope): Values {
  const [, word, rest] = /^(toYaml|not) (.+)$/.exec(text) ?? [];
  if (word === 'toYaml') return stringify(operand(rest as string, scope), { sortMapEntries: true }).trimEnd();
  if (word === 'not') return !operand(rest as string, scope);
  if (!/^(\$\w*|)(\.\w+)*$/.test(text)) throw new Error(`the chart does not keep to its part of templates: ${text}`);
  const [name, ...path] = text.split('.');
  let value: Values = scope[name === '' ? '$' : (name as string)];
  for (const step of path) value = value?.[step];
  if (value === undefined) throw new Error(`the chart has no value ${text}`);
  return value;
}
