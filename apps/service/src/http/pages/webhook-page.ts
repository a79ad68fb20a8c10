import { readFile } from 'node:fs/promises';
import { marked } from 'marked';
import type { Answer } from '../answer.ts';
import { page } from './layout.ts';

/** The document about webhooks as a page; deliveries name its address. */
export async function webhookPage(): Promise<Answer> {
  const text = await readFile(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  return page('Webhooks', await marked.parse(text));
}
