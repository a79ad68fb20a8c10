import { execFile, execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../hinterland.ts';

/** A sample of a guide that says of itself that it runs, with the output that the guide shows for it. */
export interface Sample {
  readonly language: 'sh' | 'ts' | 'python';
  readonly code: string;
  readonly output: { readonly kind: 'json' | 'text'; readonly text: string } | null;
}

/** Code blocks marked "run", each with the block marked "output" that comes next. */
export function samplesOf(markdown: string): readonly Sample[] {
  const samples: Sample[] = [];
  for (const [, language, mark, text = ''] of markdown.matchAll(/^```(\w+) (run|output)\n([\s\S]*?)^```$/gm)) {
    const last = samples.at(-1);
    if (mark === 'run') samples.push({ language: language as Sample['language'], code: text, output: null });
    else if (last?.output === null)
      samples[samples.length - 1] = { ...last, output: { kind: language as 'json' | 'text', text } };
    else throw new Error(`Output of no sample: ${text}`);
  }
  return samples;
}

export const hasPython = succeeds('python3', '-c', 'import json, urllib.request');

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A folder where programs find the packages of the project, and commands the territories, where they are given. */
export async function makeSampleFolder(path: string, territories?: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'));
  if (territories === undefined) return;
  await mkdir(join(path, 'var'));
  await symlink(territories, join(path, 'var/territories'));
}

const BREAK = '\x1e';

/**
 * Runs samples of one language in the order of the guide and answers what each printed. Those of the shell run in one
 * shell, as a reader would type them.
 */
export async function runSamples(
  samples: readonly Sample[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const run = async (program: string, ...args: string[]) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
    return (await promisify(execFile)(program, args, options)).stdout;
  };
  const [first] = samples;
  if (first === undefined) return [];
  if (first.language === 'sh') {
    const script = samples.map(({ code }) => code).join(`\nprintf '${BREAK}'\n`);
    return (await run('sh', '-c', script)).split(BREAK);
  }
  const printed: string[] = [];
  for (const { language, code } of samples) {
    const file = join(folder, language === 'ts' ? 'sample.js' : 'sample.py');
    await writeFile(file, code);
    printed.push(await run(language === 'ts' ? process.execPath : 'python3', file));
  }
  return printed;
}

/** Finds what the compiler says of TypeScript samples; empty where all is well. */
export async function checkTypes(codes: readonly string[], folder: string): Promise<string> {
  const files = await Promise.all(
    codes.map(async (code, i) => {
      const file = join(folder, `typed${i}.ts`);
      await writeFile(file, code);
      return file;
    }),
  );
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: folder });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Where the printed output differs from the shown one. "…" stands for anything, and of objects for further members. */
export function differences(output: NonNullable<Sample['output']>, printed: string): readonly string[] {
  if (output.kind === 'json') return unlike(JSON.parse(output.text), JSON.parse(printed), '');
  const pattern = output.text
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(printed.trim()) ? [] : [`shown:\n${output.text}\nprinted:\n${printed}`];
}

function unlike(shown: unknown, printed: unknown, place: string): readonly string[] {
  if (shown === '…' && printed !== undefined) return [];
  if (Array.isArray(shown) && Array.isArray(printed) && shown.length === printed.length)
    return shown.flatMap((value, i) => unlike(value, printed[i], `${place}/${i}`));
  if (isObject(shown) && isObject(printed))
    return Object.entries(shown).flatMap(([name, value]) => unlike(value, printed[name], `${place}/${name}`));
  return Object.is(shown, printed) ? [] : [`${place}: ${JSON.stringify(shown)} but ${JSON.stringify(printed)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
