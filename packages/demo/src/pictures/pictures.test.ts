import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imageFile, pictureNote } from './note.ts';
import { drawPlan } from './plan.ts';

const names = readdirSync(new URL('.', imageFile('plan'))).map((name) => name.replace('.svg', ''));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(names)('%s.svg shows the demo as it is, or: npm run pictures -w @hinterland/demo', (name) => {
  expect(readFileSync(imageFile(name), 'utf8')).toContain(`<!-- ${pictureNote()} -->`);
  expect(readme).toContain(`images/${name}.svg`);
});

test('the picture of the plan is what the script draws', () => {
  expect(drawPlan(pictureNote())).toBe(readFileSync(imageFile('plan'), 'utf8'));
});
