import type { Action } from '@hinterland/actions';
import type { Generation } from '../../engine/territories.ts';
import type { Answer } from '../../http/answer.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';

/** The front page: what this is, what is installed, and a first call. */
export function landingPage(actions: readonly Action[], territories: readonly Generation[], baseUrl: string): Answer {
  const places = territories.map(({ territory: { manifest, dataVersion } }) => {
    const versions = Object.entries(dataVersion).map(([family, version]) => `${family} ${version}`);
    return html`<li>${manifest.name} <span class="soft">(${versions.join(', ')})</span></li>`;
  });
  return page(
    'Hinterland',
    html`<h1>Who lives within reach, what they spend, where to open next</h1>
<p>Hinterland answers such questions from open data: road networks, addresses and census tables. This server speaks HTTP
and JSON.</p>
<h2>A first call</h2>
${firstCall(actions, baseUrl)}
<h2>Territories in force</h2>
${places.length === 0 ? html`<p>None yet: the operator has to build or copy one.</p>` : html`<ul>${places}</ul>`}
<h2>Read on</h2>
<ul>
<li><a href="/developers">For developers</a>: guides, actions, prices</li>
<li><a href="/developers/reference">Reference</a>: every operation, to read and to try out</li>
<li><a href="/api/v1/openapi.json">OpenAPI 3.1 description</a></li>
<li><a href="/problems">Errors</a>, each with its own page</li>
</ul>`,
  );
}

function firstCall(actions: readonly Action[], baseUrl: string): Html {
  const action = actions.find(({ tariff }) => tariff !== null) ?? actions[0];
  if (action === undefined) return html`<p>No action is installed.</p>`;
  const lines = [
    `curl ${baseUrl}/api/v1/actions/${action.id}/quote \\`,
    '  -H "Authorization: Bearer $HINTERLAND_KEY" -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(action.example)}'`,
  ];
  return html`<pre tabindex="0"><code>${lines.join('\n')}</code></pre>`;
}
