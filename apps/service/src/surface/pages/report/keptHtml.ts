import {
  type Part,
  type Ranges,
  type Scatter,
  type Section,
  type Span,
  type Telling,
  tenth,
} from '@hinterland/answers';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';

const WIDTH = 720;
const ROW = 26;
const [LEFT, RIGHT] = [210, 190];
const CHARACTERS_MAX = 34;

/** The sections that say how far to trust the figures: in words, with ranges drawn as ranges. Tables stand in the workbook. */
export const keptHtml = ({ sections }: Telling, words: Words): Html[] =>
  sections.filter(({ isKept }) => isKept === true).map((section) => sectionHtml(section, words));

function sectionHtml({ title, parts }: Section, words: Words): Html {
  const name = title === undefined ? '' : words.title(title);
  return html`<section class="kept">${title !== undefined && html`<h2>${name}</h2>`}
${parts.map((part) => partHtml(part, name, words))}</section>
`;
}

function partHtml(part: Part, title: string, words: Words): Html | false {
  switch (part.kind) {
    case 'text':
      return html`<p>${words.title(part.text)}</p>`;
    case 'list':
      return html`<ul>${part.items.map((item) => html`<li>${words.title(item)}</li>`)}</ul>`;
    case 'ranges':
      return rangesHtml(part, title, words);
    case 'scatter':
      return scatterHtml(part, title, words);
    default:
      return false;
  }
}

/** Each figure as a mark on bars as wide as its ranges. */
function rangesHtml({ ranges, unit }: Ranges, title: string, words: Words): Html {
  const most = Math.max(
    1e-9,
    ...ranges.flatMap(({ value, eight, nineteen }) => [value, (nineteen ?? eight)?.high ?? 0]),
  );
  const x = (value: number) => tenth(LEFT + (Math.max(value, 0) / most) * (WIDTH - LEFT - RIGHT));
  const bar = (span: Span | null, kind: string, height: number, middle: number) =>
    span !== null &&
    html`<rect class="${kind}" x="${x(span.low)}" y="${middle - height / 2}" width="${tenth(Math.max(x(span.high) - x(span.low), 0.5))}" height="${height}"/>`;
  const rows = ranges.map(({ name: named, value, eight, nineteen }, i) => {
    const middle = i * ROW + ROW / 2;
    const name = words.title(named);
    const short = name.length > CHARACTERS_MAX ? `${name.slice(0, CHARACTERS_MAX - 1)}…` : name;
    const figure = words.short(value, unit);
    const text =
      eight === null
        ? figure
        : words.say('ranges.figure', {
            value: figure,
            low: words.short(eight.low, unit),
            high: words.short(eight.high, unit),
          });
    return html`<text x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${short}</text>${bar(nineteen, 'thin', 2, middle)}${bar(eight, 'thick', 10, middle)}<rect class="mark" x="${tenth(x(value) - 1)}" y="${middle - 8}" width="2" height="16"/><text class="value" x="${WIDTH}" y="${middle + 4}" text-anchor="end">${text}</text>`;
  });
  return html`<figure class="chart ranges"><svg viewBox="0 0 ${WIDTH} ${ranges.length * ROW}" role="img" aria-label="${title}">${rows}</svg><figcaption>${words.say('ranges.eight')} <span class="thick"></span> ${words.say('ranges.nineteen')} <span class="thin"></span></figcaption></figure>`;
}

const SIDE = 260;

/** Two figures of each thing; on the line both are the same. */
function scatterHtml({ dots, across, up }: Scatter, title: string, words: Words): Html {
  const most = Math.max(1e-9, ...dots.flatMap((dot) => [dot.across, dot.up]));
  const at = (value: number) => tenth((value / most) * SIDE);
  const marks = dots.map(
    ({ across: a, up: b, isMarked = false }) =>
      html`<circle class="${isMarked ? 'dot marked' : 'dot'}" cx="${at(a)}" cy="${tenth(SIDE - at(b))}" r="3.5"/>`,
  );
  return html`<figure class="chart scatter"><figcaption>${words.title(up)} ↑ · ${words.title(across)} →</figcaption><svg viewBox="-6 -6 ${SIDE + 12} ${SIDE + 12}" role="img" aria-label="${title}"><path class="axis" d="M0 0V${SIDE}H${SIDE}"/><path class="same" d="M0 ${SIDE}L${SIDE} 0"/>${marks}</svg></figure>`;
}
