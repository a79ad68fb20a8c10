import { type AnswerMap, entryText, HEIGHT, type Shape, type Spot, shape, WIDTH } from '@hinterland/answers';
import { drawn, element, picture } from './element.ts';
import type { Ground } from './ground.ts';
import type { Words } from './words.ts';

/** The map of an answer with its legend; `show` puts the ground behind it once it is there. */
export function mapFigure({ below, above, names, scale, legend, how, taken }: AnswerMap, words: Words) {
  const svg = picture(WIDTH, HEIGHT, { role: 'img', 'aria-label': words.say('picture.label') });
  const land = drawn(shape('rect', { class: 'g-land', width: WIDTH, height: HEIGHT }));
  const ground = drawn(shape('g', {}));
  const groundNames = drawn(shape('g', {}));
  svg.append(land, ground, ...below.map(drawn), groundNames, ...[...above, ...names, scale].map(drawn));
  const caption = element('figcaption', {}, how === null ? null : element('p', { class: 'how' }, words.title(how)));
  caption.append(element('ul', { class: 'legend' }, ...legend.map((one) => entry(one, words))));
  const figure = element('figure', { 'data-ground': 'none' }, svg, caption);
  return {
    figure,
    show({ shapes, labels, attributions }: Ground): void {
      ground.replaceChildren(...shapes.map(drawn));
      groundNames.replaceChildren(...labels.filter((label) => !isTaken(label, taken)).map(drawn));
      if (attributions.length > 0) caption.append(element('p', { class: 'attribution' }, attributions.join(' · ')));
      figure.dataset.ground = 'drawn';
    },
  };
}

function entry(one: AnswerMap['legend'][number], words: Words): HTMLLIElement {
  const sample = picture(20, 14, { width: '20', height: '14', 'aria-hidden': 'true' });
  sample.append(drawn(one.swatch));
  return element('li', { 'data-legend': one.layer }, sample, element('span', {}, entryText(one, words)));
}

const LETTER = 6.4;
const LINE = 14;

/** Whether a name of the ground lies on the mark of a place asked about. */
function isTaken({ attributes, children = '' }: Shape, taken: readonly Spot[]): boolean {
  const [left, bottom] = [Number(attributes.x), Number(attributes.y)];
  const right = left + LETTER * children.length;
  return taken.some(([x, y]) => left - LINE < x && x < right + LINE && bottom - LINE - 8 < y && y < bottom + 8);
}
