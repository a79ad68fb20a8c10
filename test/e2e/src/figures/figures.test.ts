import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WORKED } from '../tellings/answers.ts';
import { marked } from './leaves.ts';
import { READERS } from './readers.ts';

const GOLDEN = new URL('./golden/', import.meta.url);

/** What every reader calls every number of every worked answer: column, title, unit. */
describe.each([...WORKED].filter(([id]) => !id.includes(' ')))('the numbers of %s', (id, worked) => {
  it('are called as the golden has it', () => {
    const { answer, leaves } = marked(worked.result);
    const readers = Object.entries(READERS).map(([name, reader]) => [name, reader(worked, answer)] as const);
    const current = leaves.map((leaf) => {
      const shown = readers.flatMap(([name, say]) => {
        const text = say(leaf);
        return text === null ? [] : [`  ${name}: ${text}`];
      });
      return [leaf.path, ...shown].join('\n');
    });
    const text = `${current.join('\n')}\n`;
    const path = new URL(`${id}.golden.txt`, GOLDEN);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text, 'if that is meant, run the test with UPDATE_GOLDEN=1').toBe(readFileSync(path, 'utf8'));
  });
});
