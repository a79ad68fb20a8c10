import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WORKED } from './answers.ts';
import { SURFACES } from './surfaces.ts';

const LANGUAGES = ['en', 'it', 'de', 'fr', 'es'];
const GOLDEN = new URL('./golden/', import.meta.url);

/** What every surface says of every charged answer, in every language. */
describe.each([...WORKED])('the answer of %s', (id, worked) => {
  it('is told as the golden has it', async () => {
    const told: Record<string, Record<string, string[]>> = {};
    for (const language of LANGUAGES) {
      told[language] = {};
      for (const [surface, says] of Object.entries(SURFACES)) told[language][surface] = await says(worked, language);
    }
    const current = `${JSON.stringify(told, null, 1)}\n`;
    const path = new URL(`${id.replaceAll(' ', '-')}.golden.json`, GOLDEN);
    if (process.env.UPDATE_GOLDEN === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, current);
    }
    expect(JSON.parse(current), 'if that is meant, run the test with UPDATE_GOLDEN=1').toEqual(
      JSON.parse(readFileSync(path, 'utf8')),
    );
  });
});
