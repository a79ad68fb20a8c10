import { isProblemCode, problems } from '@hinterland/contract';
import { type Html, html, join } from '../html.ts';
import { readableJson } from '../readableJson.ts';
import {
  type Content,
  type Document,
  exampleOf,
  type Parameter,
  type Placed,
  type Response,
  resolve,
  type Schema,
} from './document.ts';
import { type SchemaWriter, typeOf } from './schema.ts';
import { tryOutHtml } from './tryOut.ts';

export interface OperationParts {
  readonly document: Document;
  readonly writer: SchemaWriter;
  readonly title: string;
  readonly scope: string | undefined;
  readonly description: string | undefined;
  /** Address that calls go to. */
  readonly baseUrl: string;
}

/** Returns an operation as a section of a page: what it takes and answers, and beside it a call to copy or to try out. */
export function operationHtml(
  operation: Placed,
  { document, writer, title, scope, description, baseUrl }: OperationParts,
): Html {
  const { operationId, method, path, requestBody } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
  const answers = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    ...resolve<Response>(document, response),
  }));
  const success = answers.find(({ content }) => content !== undefined);
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div>
<h2 id="${operationId}-title">${title}</h2>
<p class="route"><b class="method">${method}</b> <code>${breakable(path)}</code></p>
${scope !== undefined && html`<p class="soft">Needs the scope <code>${scope}</code>.</p>\n`}${description !== undefined && html`<p>${description}</p>\n`}${
  parameters.length > 0 && html`<h3>Parameters</h3>\n${parametersHtml(parameters)}\n`
}${requestBody && html`<h3>Body</h3>\n${writer.body(schemaOf(requestBody.content))}\n`}<h3>Answer</h3>
${answers.filter(({ status }) => Number(status) < 400).map((answer) => answerHtml(answer, writer))}
${errorsHtml(answers.filter(({ status }) => Number(status) >= 400))}
</div>
<div class="samples">
<h3>Call</h3>
<pre tabindex="0"><code>${curlOf(operation, parameters, baseUrl)}</code></pre>
${tryOutHtml(operation, parameters)}
${success?.content && html`<h3>Example of an answer</h3>\n${exampleHtml(success.content)}`}
</div>
</section>`;
}

/** Lets a path break behind its slashes and dots. */
export const breakable = (path: string): Html => join(path.split(/(?<=[/.])/), html`<wbr>`);

const parametersHtml = (parameters: readonly Parameter[]): Html =>
  html`<ul class="members">${parameters.map(
    ({ name, in: where, required, description, schema }) =>
      html`<li><code>${name}</code> <span class="type">${typeOf(schema)}, in the ${where}</span>${
        required && html` <span class="required">required</span>`
      }\n<p>${description}</p></li>\n`,
  )}</ul>`;

/** Returns the example of a body. */
export function exampleHtml(content: Content): Html | null {
  const { example } = first(content);
  return example === undefined
    ? null
    : html`<pre class="long" tabindex="0"><code>${readableJson(example)}</code></pre>`;
}

export const schemaOf = (content: Content): Schema => first(content).schema;

/** Bodies have one media type each. */
const first = (content: Content): Content[string] => Object.values(content)[0]!;

const answerHtml = ({ status, description, content }: Response & { status: string }, writer: SchemaWriter): Html =>
  content === undefined ? html`<p><b>${status}</b> ${description}</p>` : writer.body(schemaOf(content), status);

function errorsHtml(answers: readonly (Response & { readonly status: string })[]): Html | null {
  if (answers.length === 0) return null;
  const list = answers.map(({ status, content }) => html`<dt>${status}</dt><dd>${codesOf(content)}</dd>\n`);
  return html`<details class="errors"><summary>Errors: ${answers.map(({ status }) => status).join(', ')}</summary>
<dl>${list}</dl></details>`;
}

function codesOf(content: Content | undefined): Html {
  const codes = Object.values(content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
  const links = codes
    .filter(isProblemCode)
    .map((code) => html`<a href="/problems/${code}" title="${problems[code].title}"><code>${code}</code></a>`);
  return join(links, ' ');
}

function curlOf(
  { method, path, security, requestBody }: Placed,
  parameters: readonly Parameter[],
  baseUrl: string,
): string {
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, exampleOf(schema) ?? `{${name}}`), path);
  const example = requestBody?.content['application/json']?.example;
  const isPlain = method === 'GET' || (method === 'POST' && requestBody !== undefined);
  return [
    `curl -s ${isPlain ? '' : `-X ${method} `}${baseUrl}${address}`,
    security?.length !== 0 && '-H "Authorization: Bearer $HINTERLAND_KEY"',
    requestBody !== undefined && '-H "Content-Type: application/json"',
    example !== undefined && `-d '${readableJson(example, '  ', 44).replaceAll("'", "'\\''")}'`,
  ]
    .filter((line) => line !== false)
    .join(' \\\n  ');
}
