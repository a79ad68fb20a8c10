import type { Action } from '@hinterland/actions';
import type { Answer } from '../../../kit/http/answer.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { actionsTable } from '../actionsTable.ts';
import { type Html, html } from '../html.ts';
import { page } from '../layout.ts';
import { developersIndex } from '../sideIndex.ts';
import {
  type Document,
  type Group,
  groupsOf,
  type Operation,
  type Placed,
  type Schema,
  schemaName,
  schemasUsed,
} from './document.ts';
import { breakable, exampleHtml, operationHtml, schemaOf } from './operation.ts';
import { SchemaWriter } from './schema.ts';

const REFERENCE = '/developers/reference';

/** Returns the page that lists every operation. */
export async function referencePage(document: Document, actions: readonly Action[]): Promise<Answer> {
  const groups = groupsOf(document);
  const body = html`<h1>Reference</h1>
<p>${document.info.description}</p>
<p>Calls go to <code>${document.servers[0]?.url ?? ''}</code> with the header
<code>Authorization: Bearer &lt;your API key&gt;</code>. The same in one file: the
<a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>.</p>
<h2>Actions</h2>
${actionsTable(actions)}
${groups
  .filter(({ about }) => about !== null)
  .map(
    (group) =>
      html`<h2><a href="${addressOf(group)}">${group.title}</a></h2>\n<p>${group.about}.</p>\n${listHtml(group)}\n`,
  )}`;
  return page('Reference', body, { index: await index(groups, REFERENCE) });
}

/** Returns the page of a group of operations, with forms to try them out. `name` comes from a visitor. */
export async function referenceGroupPage(document: Document, name: string, baseUrl: string): Promise<Answer> {
  const groups = groupsOf(document);
  const group = groups.find((one) => one.name === name);
  if (group === undefined)
    throw new ProblemError('not_found', `The reference has no such page. ${REFERENCE} lists all.`);
  const { title, about, operations } = group;
  const events = Object.entries(document.webhooks).flatMap(([event, methods]) =>
    Object.values(methods)
      .filter(({ tags }) => tags.includes(name))
      .map((operation) => ({ event, operation })),
  );
  const bodies = [...operations, ...events.map(({ operation }) => operation)].flatMap(bodiesOf);
  const used = schemasUsed(document, bodies);
  const writer = new SchemaWriter(document.components.schemas, inPlaceOf(bodies));
  const lead =
    about === null ? operations.find(({ description }) => description !== undefined)?.description : `${about}.`;
  const sections = operations.map((operation) => {
    const [, heading = '', scope] = /^(.*?)(?:; needs the scope (\w+))?$/.exec(headingOf(group, operation)) ?? [];
    const description = about === null ? undefined : operation.description;
    return html`${operationHtml(operation, { document, writer, title: heading, scope, description, baseUrl })}\n`;
  });
  const received = events.map((one) => eventHtml(one.event, one.operation, writer));
  const rest = used.filter((schema) => !writer.isWritten(schema));
  const schemas = rest.map((schema) => html`<h3>${schema}</h3>\n${writer.named(schema)}\n`);
  const body = html`<h1>${title}</h1>
<p>${lead}</p>
${operations.length > 2 && listHtml(group)}
${sections}${received}${schemas.length > 0 && html`<section>\n<h2>Schemas</h2>\n${schemas}</section>`}`;
  return page(`${title} – reference`, body, { index: await index(groups, addressOf(group)), script: 'tryOut.js' });
}

const eventHtml = (event: string, operation: Operation, writer: SchemaWriter): Html => {
  const { operationId, summary, description, requestBody } = operation;
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div>
<h2 id="${operationId}-title">Event <code>${event}</code></h2>
<p>${summary} ${description}</p>
${requestBody && writer.body(schemaOf(requestBody.content))}
</div>
<div class="samples">
<h3>Example of a delivery</h3>
${requestBody && exampleHtml(requestBody.content)}
</div>
</section>\n`;
};

const addressOf = ({ name }: Group): string => `${REFERENCE}/${name}`;

/** An action has two operations, which its name says nothing about. */
const headingOf = (group: Group, { path, summary }: Placed): string =>
  group.about !== null ? summary : path.endsWith('/quote') ? 'Quote' : 'Execute';

/** Returns the operations of a group as links to their sections. */
const listHtml = (group: Group): Html =>
  html`<ul class="operations">${group.operations.map(
    ({ method, path, summary, operationId }) =>
      html`<li><a href="${addressOf(group)}#${operationId}"><b class="method">${method}</b> <code>${breakable(path)}</code></a> <span class="soft">${summary}</span></li>\n`,
  )}</ul>`;

const bodiesOf = ({ requestBody, responses }: Operation): readonly Schema[] =>
  [requestBody, ...Object.values(responses)].flatMap((one) =>
    one !== undefined && 'content' in one && one.content !== undefined
      ? Object.values(one.content).map(({ schema }) => schema)
      : [],
  );

/** Bodies are written in place, and so are the members of an answer that not all answers have. */
const inPlaceOf = (bodies: readonly Schema[]): readonly string[] =>
  bodies
    .flatMap((schema) => [schema, ...(schema.allOf ?? []).flatMap(({ properties = {} }) => Object.values(properties))])
    .map(schemaName)
    .filter((name) => name !== undefined);

const index = (groups: readonly Group[], current: string): Promise<Html> =>
  developersIndex(current, [
    {
      title: 'Reference',
      entries: groups
        .filter(({ about }) => about !== null)
        .map((group) => ({ address: addressOf(group), title: group.title })),
    },
    {
      title: 'Actions',
      entries: groups
        .filter(({ about }) => about === null)
        .map((group) => ({ address: addressOf(group), title: group.title })),
    },
  ]);
