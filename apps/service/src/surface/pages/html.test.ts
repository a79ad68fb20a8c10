import fc from 'fast-check';
import { defaultTreeAdapter, parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { attribute, type Html, html, join, type Part, trusted } from './html.ts';

/** The single element that a parser of HTML, which is not ours, finds; null where there is not exactly one. */
function elementOf({ text }: Html) {
  const nodes = parseFragment(text).childNodes;
  const [node] = nodes;
  if (nodes.length !== 1 || node === undefined || !defaultTreeAdapter.isElementNode(node)) return null;
  return {
    name: node.tagName,
    attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
    inner: serialize(node),
    texts: node.childNodes.map((child) => (defaultTreeAdapter.isTextNode(child) ? child.value : child.nodeName)),
  };
}

/** Texts that a parser hands on as they are: it drops NUL and turns carriage returns into line feeds. */
const texts = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[<>&"'`=/!\- a-z;#0-9]{0,30}$/))
  .map((text) => text.replace(/[\0\r]/g, ''));

describe('a value', () => {
  it('in a text is that text and nothing else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const element = elementOf(html`<p>${text}</p>`);
        expect(element?.texts).toEqual(text === '' ? [] : [text]);
      }),
    );
  });

  it.each([
    ['title', (text: string) => html`<b title="${text}">x</b>`],
    ['title', (text: string) => html`<b id="1"${attribute('class', 'y')} title="${text}" lang="en">x</b>`],
    ['title', (text: string) => html`<b${attribute('title', text)}>x</b>`],
    ['data-done', (text: string) => html`<b title="a > b" data-done="${text}">x</b>`],
  ])('in the attribute %s is its value and nothing else', (name, template) => {
    fc.assert(
      fc.property(texts, (text) => {
        const element = elementOf(template(text));
        expect([element?.attributes[name], element?.inner]).toEqual([text, 'x']);
        expect(Object.keys(element?.attributes ?? {}).filter((key) => key.startsWith('on'))).toEqual([]);
      }),
    );
  });

  it('in the title of a page or a text area cannot end it', () => {
    for (const tag of ['title', 'textarea'] as const) {
      const text = `</${tag}><script>alert(1)</script>`;
      const element = elementOf(tag === 'title' ? html`<title>${text}</title>` : html`<textarea>${text}</textarea>`);
      expect(element?.texts).toEqual([text]);
    }
  });

  it.each(['/a?b=1&c=2', '#top', '?page=2', 'https://example.com/'])('may be the address %s', (address) => {
    const escaped = address.replaceAll('&', '&#38;');
    expect(html`<script src="${address}"></script>${'<'}`.text).toBe(`<script src="${escaped}"></script>&#60;`);
    for (const link of [html`<a href="${address}">x</a>`, html`<a${attribute('href', address)}>x</a>`])
      expect(elementOf(link)?.attributes.href).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'http://example.com/',
    '//example.com/',
    '/\\example.com/',
    '',
  ])('may not be the address %j', (address) => {
    expect(() => html`<a href="${address}">x</a>`).toThrow(TypeError);
    expect(() => html`<img src="${address}">`).toThrow(TypeError);
    expect(() => html`<b${attribute('href', address)}>x</b>`).toThrow(TypeError);
  });

  it.each<[string, (value: string) => Html]>([
    ['script', (value) => html`<script>let a = '${value}'</script>`],
    ['style', (value) => html`<style>a { color: ${value} }</style>`],
    ['comment', (value) => html`<!-- ${value} -->`],
    ['name of an element', (value) => html`<${value}>`],
    ['end of an element', (value) => html`</${value}>`],
    ['name of an attribute', (value) => html`<b ${value}="x">`],
    ['part of a name', (value) => html`<b data-${value}="x">`],
    ['attribute without quotes', (value) => html`<b title=${value}>`],
    ['attribute in single quotes', (value) => html`<b title='${value}'>`],
    ['event', (value) => html`<b onclick="go(${value})">`],
    ['style of an element', (value) => html`<b style="color: ${value}">`],
    ['document of a frame', (value) => html`<iframe srcdoc="${value}">`],
    ['between attributes', (value) => html`<b ${value}>`],
  ])('may not stand where nothing helps: %s', (_, template) => {
    for (const value of ['x', '', '"><script>']) expect(() => template(value)).toThrow(TypeError);
  });

  it('may follow all of these', () => {
    const after = html`<!-- a --><style>b { c: d }</style><script>'<b title="'</script><p title='e' f=g>${'<h>'}</p>`;
    expect(after.text).toMatch(/>&#60;h&#62;<\/p>$/);
    expect(html`a < b, "${'<'}" > c = "${'"'}"`.text).toBe('a < b, "&#60;" > c = "&#34;"');
  });
});

describe('markup', () => {
  it('stays as it is in a text, alone and in lists, and is refused elsewhere', () => {
    const bold = html`<b>${'&'}</b>`;
    expect(html`<p>${bold}${[bold, 'a<', [bold]]}</p>`.text).toBe('<p><b>&#38;</b><b>&#38;</b>a&#60;<b>&#38;</b></p>');
    expect(join([bold, '<', 2], ' & ').text).toBe('<b>&#38;</b> &#38; &#60; &#38; 2');
    expect(html`<p>${trusted('<i>x</i>')}</p>`.text).toBe('<p><i>x</i></p>');
    expect(() => html`<p title="${bold}">`).toThrow(TypeError);
    expect(() => html`<p${bold}>`).toThrow(TypeError);
    expect(() => html`<p>${attribute('a', 'b')}</p>`).toThrow(TypeError);
  });

  it('that only looks like it is a text', () => {
    const forged = { text: '<script>' } as unknown as Part;
    expect(html`<p>${forged}</p>`.text).toBe('<p>[object Object]</p>');
  });

  it('leaves out what is not there, and shows 0', () => {
    expect(html`<p${attribute('id', null)}${attribute('lang', false)}>${null}${undefined}${false}${0}</p>`.text).toBe(
      '<p>0</p>',
    );
  });
});
