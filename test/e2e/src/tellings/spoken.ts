import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../hinterland.ts';

/** A text of a source; its values are replaced by "Xyz". */
export interface Spoken {
  readonly path: string;
  readonly text: string;
}

const STRING = /`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
/** What stands before a text of documentation, a step of progress or a message for developers. */
const NOT_SAID = /(describe\(|description:|title:|new (Type|Range)?Error\(|Error\([^()]*,|\*|\/\/)\s*$/;
/** A whole sentence, of three words or more. */
const SENTENCE = /^(\$\{|\p{Lu})[^<>\n]* [^<>\n]* [^<>\n]*[.?!]$/u;

/** Returns the sentences in the sources of a folder. */
export function sentencesIn(folder: string): Spoken[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path),
  );
  return files.flatMap((path) => {
    const source = readFileSync(join(root, folder, path), 'utf8');
    return [...source.matchAll(STRING)].flatMap(({ 0: whole, 1: template, 2: single, 3: double, index }) => {
      const line = source.slice(source.lastIndexOf('\n', index) + 1, index);
      if (NOT_SAID.test(source.slice(0, index)) || /^\s*(\*|\/\/|\/\*\*)/.test(line)) return [];
      const text = template === undefined ? (single ?? double ?? whole) : withoutValues(template);
      return SENTENCE.test(text) ? [{ path: relative(root, join(root, folder, path)), text }] : [];
    });
  });
}

/** A template with a name in place of each of its values, which may hold braces. */
function withoutValues(template: string): string {
  let said = '';
  let depth = 0;
  for (let at = 0; at < template.length; at++) {
    const letter = template[at] as string;
    if (depth === 0 && template.startsWith('${', at)) {
      said += 'Xyz';
      depth = 1;
      at++;
    } else if (depth > 0) depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    else if (letter !== '\\') said += letter;
  }
  return said;
}
