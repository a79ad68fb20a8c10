import type { Shape } from '@hinterland/answers';

type Child = Node | string | null;

/** An element with attributes and children. Texts stay texts: no markup is read from them. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An element of a picture. */
export function drawn({ tag, attributes, children = [] }: Shape): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...(typeof children === 'string' ? [children] : children.map(drawn)));
  return made;
}

/** A picture of a size in units of its own. */
export function picture(width: number, height: number, attributes: Readonly<Record<string, string>>): SVGSVGElement {
  const made = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, ...attributes })) {
    made.setAttribute(name, value);
  }
  return made;
}
