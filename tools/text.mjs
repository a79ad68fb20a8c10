import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSentenceTypes } from './sentences.mjs';

// Writes one text in every language: `npm run text -- KEY en="…" de="…" …`, into the vocabulary of answers or the folder of `--in`.
// Sentences of the service have the kinds of their values in English, `{{brand}} has {{open:number}} stores`, which become types.
const root = fileURLToPath(new URL('../', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { in: { type: 'string', default: 'packages/answers/src/words/texts' } },
});
const folder = join(root, values.in);
const languages = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

const [key, ...given] = positionals;
const texts = new Map(given.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
const missing = languages.filter((language) => (texts.get(language) ?? '').trim() === '');
const unknown = [...texts.keys()].filter((language) => !languages.includes(language));
if (key === undefined || missing.length > 0 || unknown.length > 0) {
  const faults = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`not a language of ${values.in}: ${unknown.join(', ')}`] : []),
  ];
  process.stderr.write(
    `Usage: npm run text -- KEY ${languages.map((language) => `${language}="…"`).join(' ')} [--in FOLDER]\n`,
  );
  if (key !== undefined) process.stderr.write(`${faults.join('; ')}\n`);
  process.exit(2);
}

for (const language of languages) {
  const path = join(folder, `${language}.json`);
  const all = { ...JSON.parse(readFileSync(path, 'utf8')), [key]: texts.get(language) };
  const sorted = Object.fromEntries(
    Object.keys(all)
      .toSorted()
      .map((name) => [name, all[name]]),
  );
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}
writeSentenceTypes();
