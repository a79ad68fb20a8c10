/** Markup. Only `html`, `attribute`, `join` and `trusted` make it, so a text never passes for it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Attributes of a tag, with the space before them. */
class Attributes extends Html {}

/** Value in a template: texts and numbers are escaped, lists joined; null, undefined and false leave nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Context of a value. An address begins an attribute that a browser follows. */
type Context = 'text' | 'attribute' | 'address' | 'tag';

const contexts = new WeakMap<TemplateStringsArray, readonly Context[]>();

/**
 * Returns markup with every value escaped for the place it stands in. Throws a TypeError where no escaping helps: in a
 * script, style or comment, in a name, in an attribute without double quotes or with code, for markup in an attribute,
 * and for an address that is neither of this site nor https.
 */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Html {
  const places = contexts.get(template) ?? values.map((_, i) => contextAfter(template.slice(0, i + 1).join(VALUE)));
  contexts.set(template, places);
  const parts = values.map((value, i) => written(value, places[i]!) + template[i + 1]);
  return new Html(template[0] + parts.join(''));
}

/** Returns an attribute for a place between others, or null where its value is null, undefined or false. */
export const attribute = (name: string, value: string | number | null | undefined | false): Html | null =>
  value === null || value === undefined || value === false
    ? null
    : new Attributes(` ${name}="${written(value, contextAfter(`<a ${name}="`))}"`);

/** Returns the parts with something between them. */
export const join = (parts: readonly Part[], between: Part): Html =>
  new Html(parts.map((part) => written(part, 'text')).join(written(between, 'text')));

/** Returns as markup what this program made as such. Never for a visitor's text. */
export const trusted = (markup: string): Html => new Html(markup);

/** Stands for earlier values while the markup before a value is looked at. */
const VALUE = '\0';
const RAW =
  /<!--(?:(?!-->).)*$|<(script|style|iframe|xmp|noembed|noframes|plaintext)\b(?:[^">]|"[^"]*")*>(?:(?!<\/\1).)*$/is;
const QUOTED = /<[a-z][^\s">]*(?:[^">]|"[^"]*")*?[\s\0]([\w:-]+)="([^"]*)$/i;
const TAG = /<\/?[a-z][^\s">\0]*((?:[^">]|"[^"]*")*)$/i;
const FOLLOWED = /^(href|src|srcset|action|formaction|poster|cite|data|ping|xlink:href)$/i;
const CODE = /^(on\w*|style|srcdoc)$/i;

function contextAfter(markup: string): Context {
  const quoted = QUOTED.exec(markup);
  const [, attributes] = TAG.exec(markup) ?? [];
  if (!RAW.test(markup)) {
    if (quoted !== null && !CODE.test(quoted[1]!))
      return FOLLOWED.test(quoted[1]!) && quoted[2] === '' ? 'address' : 'attribute';
    if (quoted === null && attributes === undefined && !/<[/!?]?$/.test(markup)) return 'text';
    if (attributes !== undefined && /(^|["\s\0\w])$/.test(attributes)) return 'tag';
  }
  throw new TypeError(`No value may stand here: ${markup.slice(-60)}`);
}

function written(value: Part, context: Context): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map((one: Part) => written(one, context)).join('');
  if (value instanceof Html) {
    if (context === (value instanceof Attributes ? 'tag' : 'text')) return value.text;
    throw new TypeError(`Not for this place (${context}): ${value.text}`);
  }
  const text = String(value);
  if (context === 'tag') throw new TypeError(`Between attributes stands what attribute() returns, not: ${text}`);
  if (context === 'address' && !SAFE_ADDRESS.test(text)) throw new TypeError(`Not an address to link to: ${text}`);
  return escapeText(text);
}

/** Of this page, this site, or https. "javascript:" and "data:" run code, and "//host" leaves the site unseen. */
const SAFE_ADDRESS = /^(https:\/\/|[#?]|\/(?![/\\]))/;

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
