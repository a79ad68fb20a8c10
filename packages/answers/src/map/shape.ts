/** An element of an SVG picture as data: a report writes it as markup, a page makes it with its document. */
export interface Shape {
  readonly tag: 'g' | 'path' | 'rect' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Elements inside, or the text. */
  readonly children?: readonly Shape[] | string;
}

export const shape = (
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  children?: NonNullable<Shape['children']>,
): Shape => ({ tag, attributes, ...(children === undefined ? {} : { children }) });
