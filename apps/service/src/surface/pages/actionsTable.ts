import type { Action } from '@hinterland/actions';
import { type Html, html } from './html.ts';
import { scrolling } from './layout.ts';

/** Returns the actions, each with a link to its page in the reference; with their prices, where wanted. */
export function actionsTable(actions: readonly Action[], withPrices = true): Html {
  const rows = actions.map(
    ({ id, title, tariff }) =>
      html`<tr><td><a href="/developers/reference/${id}"><code>${id}</code></a></td><td>${title}</td>${withPrices && html`<td>${priceOf(tariff)}</td>`}</tr>\n`,
  );
  const head = html`<tr><th>Action</th><th>What it answers</th>${withPrices && html`<th>Credits</th>`}</tr>`;
  return scrolling(
    html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`,
    withPrices ? 'Actions and their prices' : 'Actions',
  );
}

/** Returns a price in a few words: "40 per sector", "free", "sum of its sections". */
function priceOf(tariff: Action['tariff']): string {
  if (tariff === null) return 'free';
  return tariff.unitCredits === null ? `sum of its ${tariff.unit}s` : `${tariff.unitCredits} per ${tariff.unit}`;
}
