import { attribute, type Html, html, join, type Part } from '../html.ts';
import { type Schema, schemaName } from './document.ts';

/**
 * Writes the schemas of one page. Those named in `inPlace` are written out where they are first mentioned, all others are
 * mentioned by links and written at the end of the page.
 */
export class SchemaWriter {
  readonly #named: Readonly<Record<string, Schema>>;
  readonly #inPlace: ReadonlySet<string>;
  readonly #written = new Set<string>();

  constructor(named: Readonly<Record<string, Schema>>, inPlace: readonly string[]) {
    this.#named = named;
    this.#inPlace = new Set(inPlace);
  }

  isWritten(name: string): boolean {
    return this.#written.has(name);
  }

  /** Returns type and members of a body. */
  body(schema: Schema, status?: string): Html {
    const name = schemaName(schema);
    const type = name !== undefined && this.#isDue(name) ? html`<span class="type">${name}</span>` : typeOf(schema);
    return html`<p>${status !== undefined && html`<b>${status}</b> `}${type}</p>\n${this.members(schema)}`;
  }

  /** Whether the next mention of a schema is where it is written. */
  #isDue(name: string): boolean {
    return this.#inPlace.has(name) && !this.#written.has(name);
  }

  /** Returns the members of a schema, its variants or elements; null where its type says all. */
  members(schema: Schema): Html | null {
    const { properties, items, allOf, additionalProperties, required = [] } = schema;
    const name = schemaName(schema);
    if (name !== undefined) return this.#isDue(name) ? this.named(name) : null;
    if (allOf !== undefined) return html`${allOf.map((one) => this.members(one))}`;
    if (properties !== undefined)
      return listOf(
        Object.entries(properties).map(([key, member]) => this.#member(codeOf(key), member, required.includes(key))),
      );
    if (items !== undefined) return this.members(items);
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
      const { enum: names } = schema.propertyNames ?? {};
      const label = names === undefined ? html`<i>any name</i>` : join(names.map(codeOf), ', ');
      return listOf([this.#member(label, additionalProperties, false)]);
    }
    const nested = variantsOf(schema).filter(hasMembers);
    if (nested.length < 2) return nested.length === 0 ? null : this.members(nested[0]!);
    return listOf(nested.map((one) => this.#member(variantTitle(one), one, false)));
  }

  /** Writes a schema of the document, where links to it lead. */
  named(name: string): Html {
    this.#written.add(name);
    const schema = this.#named[name]!;
    return html`<div id="${name}">${schema.description !== undefined && html`<p>${schema.description}</p>\n`}${
      this.members(schema) ?? html`<p>${typeOf(schema)}</p>`
    }</div>`;
  }

  #member(label: Part, schema: Schema, isRequired: boolean): Html {
    const inner = this.members(schema);
    const isOpen = schemaName(schema) !== undefined;
    return html`<li>${label} <span class="type">${typeOf(schema)}</span>${
      isRequired && html` <span class="required">required</span>`
    }${schema.description !== undefined && html`\n<p>${schema.description}</p>`}${
      inner && html`\n<details${attribute('open', isOpen && '')}><summary>Members</summary>${inner}</details>`
    }</li>\n`;
  }
}

const listOf = (members: readonly Html[]): Html => html`<ul class="members">${members}</ul>`;
const codeOf = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

const hasMembers = (schema: Schema): boolean =>
  schema.properties !== undefined ||
  (schema.items !== undefined && hasMembers(schema.items)) ||
  variantsOf(schema).some(hasMembers);

/** Returns the constants that distinguish a variant from the others. */
function variantTitle({ properties = {} }: Schema): Part {
  const fixed = Object.entries(properties).filter(([, member]) => member.const !== undefined);
  return fixed.length === 0
    ? 'either'
    : join(
        fixed.map(([name, member]) => html`${codeOf(name)} ${codeOf(member.const)}`),
        ', ',
      );
}

/** Returns the type of a schema in words: "list of 1 to 500 objects", "integer, 0 to 60, default 10". */
export function typeOf(schema: Schema): Html {
  const { allOf, const: constant, enum: values } = schema;
  const name = schemaName(schema);
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`;
  if (constant !== undefined) return codeOf(constant);
  if (allOf !== undefined) return join(allOf.filter(schemaName).map(typeOf), ' and ');
  return html`${unbounded(schema)}${boundsOf(schema)}${defaultOf(schema)}`;

  function unbounded({ items, minItems, maxItems, type = 'any value', format }: Schema): Html {
    if (values !== undefined) return join(values.map(codeOf), ' or ');
    const variants = variantsOf(schema);
    if (variants.length > 0) return join(unique(variants.map(typeOf)), ' or ');
    if (items !== undefined) return html`list of ${countOf(minItems, maxItems)}${plural(items)}`;
    const types = typeof type === 'string' ? [type] : type;
    return html`${types.map((one) => WORDS[one] ?? one).join(' or ')}${format !== undefined && ` (${format})`}`;
  }
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', array: 'list' };

function plural(items: Schema): Html {
  const word = items.items === undefined && typeof items.type === 'string' ? (WORDS[items.type] ?? items.type) : null;
  if (word === null || items.enum !== undefined) return html`${typeOf(items)}`;
  const bounds = boundsOf(items);
  return html`${word}s${bounds !== '' && `, each${bounds.slice(1)}`}`;
}

const unique = (parts: readonly Html[]): readonly Html[] => [
  ...new Map(parts.map((part) => [part.text, part])).values(),
];

function countOf(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return least === undefined || least === 0 ? '' : `at least ${least} `;
  return least === undefined || least === 0 ? `at most ${most} ` : least === most ? `${most} ` : `${least} to ${most} `;
}

/** Returns ", 0 to 60" and the like. Bounds that every JSON integer has are left out. */
function boundsOf(schema: Schema): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below, minLength, maxLength } = schema;
  const minimum = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum;
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum;
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : null;
  const length = countOf(minLength, maxLength);
  return [
    range,
    range === null && minimum !== undefined && `at least ${minimum}`,
    range === null && maximum !== undefined && `at most ${maximum}`,
    above !== undefined && `above ${above}`,
    below !== undefined && `below ${below}`,
    length !== '' && `${length}characters`,
  ]
    .filter((bound) => typeof bound === 'string')
    .map((bound) => `, ${bound}`)
    .join('');
}

const defaultOf = ({ default: value }: Schema): Html | null =>
  value === undefined ? null : html`, default ${codeOf(value)}`;
