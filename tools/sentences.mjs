import { readFileSync, writeFileSync } from 'node:fs';

// Writes the types of the values of each sentence of the service, from the only English there is.
const SERVICE = new URL('../packages/answers/src/words/service/', import.meta.url);
const KINDS = {
  '': 'Name',
  number: 'Figure',
  text: 'Value',
  any: 'Value',
  names: 'readonly Name[]',
  sector: 'SectorName',
  day: 'Day',
};
const SAID = /^(?:said|phrase|price|joined)\.(.+?)(_one|_other)?$/;

/** Returns the types as the source of a module. */
export function sentenceTypes() {
  const english = JSON.parse(readFileSync(new URL('texts/en.json', SERVICE), 'utf8'));
  const codes = new Map();
  for (const [key, text] of Object.entries(english)) {
    const [, code] = SAID.exec(key) ?? [];
    if (code === undefined) continue;
    const values = codes.get(code) ?? new Map();
    for (const [, name, kind = ''] of text.matchAll(/\{\{(\w+)(?::(\w+))?\}\}/g)) {
      if (KINDS[kind] === undefined) throw new Error(`${key} has a value of no kind: ${kind}`);
      values.set(name, KINDS[kind]);
    }
    codes.set(code, values);
  }
  const members = [...codes].map(([code, values]) => {
    const types = [...values].map(([name, type]) => `readonly ${name}: ${type}`);
    return `  readonly ${/^\w+$/.test(code) ? code : `'${code}'`}: ${types.length === 0 ? 'None' : `{ ${types.join('; ')} }`};`;
  });
  const used = ['Day', 'Figure', 'Name', 'None', 'SectorName', 'Value'].filter((name) =>
    members.join().match(`\\b${name}\\b`),
  );
  return `// Written by \`npm run text\` from texts/en.json.
import type { ${used.join(', ')} } from './statement.ts';

/** The values of each sentence, by its code. */
export interface Sentences {
${members.join('\n')}
}
`;
}

/** Writes them beside the texts. */
export function writeSentenceTypes() {
  writeFileSync(new URL('sentences.ts', SERVICE), sentenceTypes());
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeSentenceTypes();
