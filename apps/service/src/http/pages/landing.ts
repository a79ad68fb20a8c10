import type { Action } from '@hinterland/actions';
import { LIMITS, SCOPE_MEANING, SCOPES } from '@hinterland/contract';
import type { Generation } from '../../engine/territories.ts';
import type { Answer } from '../answer.ts';
import { escapeHtml, page } from './layout.ts';

/** The front page: what this is, what is installed, and a first call. */
export function landingPage(actions: readonly Action[], territories: readonly Generation[], baseUrl: string): Answer {
  const places = territories.map(({ territory: { manifest, dataVersion } }) => {
    const versions = Object.entries(dataVersion).map(([family, version]) => `${family} ${version}`);
    return `<li>${escapeHtml(manifest.name)} <span class="soft">(${escapeHtml(versions.join(', '))})</span></li>`;
  });
  return page(
    'Hinterland',
    `<h1>Who lives within reach, what they spend, where to open next</h1>
<p>Hinterland answers such questions from open data: road networks, addresses and census tables. This server speaks HTTP
and JSON.</p>
<h2>A first call</h2>
${firstCall(actions, baseUrl)}
<h2>Territories in force</h2>
${places.length === 0 ? '<p>None yet: the operator has to build or copy one.</p>' : `<ul>${places.join('')}</ul>`}
<h2>Read on</h2>
<ul>
<li><a href="/developers">For developers</a>: actions, prices, keys, limits</li>
<li><a href="/api/v1/openapi.json">OpenAPI 3.1 description</a></li>
<li><a href="/problems">Errors</a>, each with its own page</li>
<li><a href="/developers/webhooks">Webhooks</a>: events, signatures, retries</li>
</ul>`,
  );
}

/** What a developer needs to begin. */
export function developersPage(actions: readonly Action[], baseUrl: string): Answer {
  const rows = actions.map(({ id, title, tariff }) => {
    const price = tariff === null ? 'free' : `${tariff.unitCredits} per ${tariff.unit}`;
    return `<tr><td><code>${escapeHtml(id)}</code></td><td>${escapeHtml(title)}</td><td>${escapeHtml(price)}</td></tr>`;
  });
  const scopes = SCOPES.map((scope) => `<li><code>${scope}</code>: ${escapeHtml(SCOPE_MEANING[scope])}</li>`);
  return page(
    'For developers',
    `<h1>For developers</h1>
<p>Send your API key with every request: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. The whole interface is
described in the <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
<h2>Quote, then execute</h2>
<p>Ask for the price at <code>/quote</code>, then send the same body with <code>quotedCredits</code> to
<code>/execute</code>. Nothing is charged for a quote, for a run that fails, or when the price has changed. Add an
<code>Idempotency-Key</code> so that a repeated call never charges twice.</p>
${firstCall(actions, baseUrl)}
<h2>Actions</h2>
<div class="scroll"><table><thead><tr><th>Action</th><th></th><th>Credits</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<h2>Scopes of a key</h2>
<ul>${scopes.join('')}</ul>
<h2>Limits</h2>
<p>${LIMITS.requestsPerMinute} requests and ${LIMITS.chargedExecutionsPerMinute} charged executions per key in any
${LIMITS.rateWindowSeconds} seconds. A refused call answers 429 and says in <code>Retry-After</code> when the next one
fits. A run ends after ${LIMITS.runSeconds} seconds.</p>
<h2>Errors</h2>
<p>Problems as in RFC 9457, with a stable code: <a href="/problems">all of them</a>.</p>
<h2>Webhooks</h2>
<p>Jobs that ended and versions that were stored are posted to your endpoints: <a href="/developers/webhooks">events,
signatures, retries</a>.</p>`,
  );
}

function firstCall(actions: readonly Action[], baseUrl: string): string {
  const action = actions.find(({ tariff }) => tariff !== null) ?? actions[0];
  if (action === undefined) return '<p>No action is installed.</p>';
  const lines = [
    `curl ${baseUrl}/api/v1/actions/${action.id}/quote \\`,
    '  -H "Authorization: Bearer $HINTERLAND_KEY" -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(action.example)}'`,
  ];
  return `<pre><code>${escapeHtml(lines.join('\n'))}</code></pre>`;
}
