import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './hinterland.ts';

const folder = join(root, 'examples');
const readme = join(folder, 'README.md');
const drawing = /^Drawn: (.+)$/m;

export const examples: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.mjs'));

/** The script of an action: `analysis.people_economy` has `people-economy.mjs`. */
export const exampleOf = (id: string): string => `${id.replace(/^analysis\./, '').replaceAll(/[._]/g, '-')}.mjs`;

/** What the page of the examples says that a script prints. */
export const toldOutput = (name: string): string | undefined => section(name).exec(readFileSync(readme, 'utf8'))?.[2];

/** Writes down what a script prints now. */
export function tellOutput(name: string, output: string): void {
  const text = readFileSync(readme, 'utf8').replace(section(name), (_all, before) => `${before}${output}\`\`\``);
  writeFileSync(readme, text);
}

export const pictureOf = (name: string): string => join(folder, 'pictures', name.replace('.mjs', '.svg'));

export interface Shown {
  readonly output: string;
  /** The SVG that it drew, or null. */
  readonly drawn: string | null;
}

/** Runs a script as a reader would, in a folder where it may draw. */
export async function runExample(
  name: string,
  { url, key }: { url: string; key: string },
  cwd: string,
): Promise<Shown> {
  const env = { PATH: process.env.PATH, HINTERLAND_URL: url, HINTERLAND_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name)], { cwd, env });
  const file = drawing.exec(stdout)?.[1];
  return { output: stdout, drawn: file === undefined ? null : readFileSync(join(cwd, file), 'utf8') };
}

/** Heading, question, picture and the opening of the block; then what stands in it. */
const section = (name: string) =>
  new RegExp(`(## ${name.replace('.', '\\.')}\\n\\n(?:[^\`#]+\\n)?\`\`\`text\\n)([^\`]*)\`\`\``);
