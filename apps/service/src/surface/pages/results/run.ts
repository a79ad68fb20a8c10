import { type Html, html } from '../html.ts';
import { mapOf } from './map.ts';
import { resultsHtml } from './tables.ts';

/** Returns the results of a run, given as JSON texts with its input, as a map and tables. */
export function runHtml(results: string, input: string): Html {
  const computed: unknown = JSON.parse(results);
  return html`${mapOf(computed, JSON.parse(input))}
${resultsHtml(computed)}`;
}
