import { attribute, type Html, html } from '../html.ts';
import { readableJson } from '../readableJson.ts';
import { exampleOf, type Parameter, type Placed } from './document.ts';

/** Returns a form that `tryOut.js` sends to the service that the page is from. */
export function tryOutHtml(operation: Placed, parameters: readonly Parameter[]): Html {
  const { operationId, method, path, security, requestBody } = operation;
  const example = requestBody?.content['application/json']?.example;
  const id = (name: string) => `${operationId}-${name}`;
  const fields = parameters.map(
    (parameter) => html`<label for="${id(parameter.name)}">${parameter.name}</label>
<input id="${id(parameter.name)}" name="${parameter.name}" data-in="${parameter.in}" autocomplete="off" spellcheck="false"${attribute(
      'required',
      parameter.required && '',
    )}${attribute('placeholder', exampleOf(parameter.schema))}>\n`,
  );
  const key = html`<label for="${id('key')}">API key, kept in this tab only</label>
<input id="${id('key')}" data-key type="password" autocomplete="off" required placeholder="hl_…">\n`;
  const body = html`<label for="${id('body')}">Body</label>
<textarea id="${id('body')}" data-body rows="${linesOf(example)}" spellcheck="false" autocomplete="off">${
    example !== undefined && readableJson(example)
  }</textarea>\n`;
  return html`<details class="try"><summary>Try it</summary>
<noscript><p>To try calls out, allow scripts for this site.</p></noscript>
<form data-method="${method}" data-path="${path}">
${security?.length !== 0 && key}${fields}${requestBody && body}<button>Send ${method}</button>${priceOf(operation)}
<p role="status" aria-live="polite"></p>
<pre class="long" tabindex="0" hidden><code></code></pre>
</form></details>`;
}

const linesOf = (example: unknown): number =>
  example === undefined ? 4 : Math.min(16, readableJson(example).split('\n').length + 1);

/** Returns a warning where sending costs credits. */
const priceOf = ({ path, ...operation }: Placed): Html | null =>
  operation['x-service-pricing'] !== undefined && path.endsWith('/execute')
    ? html` <span class="soft">This charges credits.</span>`
    : null;
