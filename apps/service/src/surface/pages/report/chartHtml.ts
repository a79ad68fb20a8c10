import { tenth } from '@hinterland/answers';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';
import type { Chart } from './charts.ts';

const WIDTH = 720;
const ROW = 20;
const [LEFT, RIGHT] = [210, 110];
const CHARACTERS_MAX = 34;

/** Draws bars below each other, their names to the left, their figures at their ends; to the left of zero what is less. */
export function chartHtml({ title, bars }: Chart, words: Words): Html {
  const values = bars.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  const x = (value: number) => LEFT + ((value - low) / span) * (WIDTH - LEFT - RIGHT);
  const rows = bars.map(({ name, value }, i) => {
    const middle = i * ROW + ROW / 2;
    const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
    const short = name.length > CHARACTERS_MAX ? `${name.slice(0, CHARACTERS_MAX - 1)}…` : name;
    return html`<text x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${short}</text><rect class="${value < 0 ? 'less' : 'bar'}" x="${tenth(from)}" y="${middle - 6}" width="${tenth(Math.max(to - from, 0.5))}" height="12" rx="1.5"/><text class="value" x="${tenth(to + 8)}" y="${middle + 4}">${shown(value, words)}</text>`;
  });
  return html`<figure class="chart"><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${title}">${rows}</svg></figure>`;
}

const shown = (value: number, words: Words): string =>
  words.number(value, { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });
