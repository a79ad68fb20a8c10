import { type Bar, type Chart, tenth } from '@hinterland/answers';
import { type Html, html } from '../html.ts';
import type { Words } from '../language/words.ts';

const WIDTH = 720;
const ROW = 20;
const RIGHT = 110;
/** A letter in the size of names, the least and the most room that names have at the left. */
const [LETTER, LEFT_MIN, LEFT_MAX] = [6.2, 120, 330];
/** Longer lists are cut to the largest; the tables have them all. */
const BARS_MAX = 14;

/** Draws bars below each other, their names to the left, their figures at their ends; to the left of zero what is less. */
export function chartHtml({ title: said, part }: Chart, words: Words): Html {
  const title = words.title(said);
  const known = part.bars.filter((one): one is Bar & { value: number } => one.value !== null);
  const isCut = known.length > BARS_MAX && part.shape !== 'columns' && part.shape !== 'lines';
  const bars = isCut ? known.toSorted((a, b) => b.value - a.value).slice(0, BARS_MAX) : known;
  const caption = isCut ? words.say('chart.first', { title, count: BARS_MAX, all: known.length }) : title;
  const values = bars.map(({ value }) => value);
  const names = bars.map(({ name }) => words.title(name));
  const left = Math.min(LEFT_MAX, Math.max(LEFT_MIN, ...names.map((name) => Math.ceil(name.length * LETTER) + 10)));
  const lettersMax = Math.floor((left - 10) / LETTER);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = high - low || 1;
  const x = (value: number) => left + ((value - low) / span) * (WIDTH - left - RIGHT);
  const rows = bars.map(({ value }, i) => {
    const middle = i * ROW + ROW / 2;
    const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))];
    const name = names[i]!;
    const short = name.length > lettersMax ? `${name.slice(0, lettersMax - 1)}…` : name;
    return html`<text x="${left - 10}" y="${middle + 4}" text-anchor="end">${short}</text><rect class="${value < 0 ? 'less' : 'bar'}" x="${tenth(from)}" y="${middle - 6}" width="${tenth(Math.max(to - from, 0.5))}" height="12" rx="1.5"/><text class="value" x="${tenth(to + 8)}" y="${middle + 4}">${words.short(value, part.unit)}</text>`;
  });
  return html`<figure class="chart"><figcaption>${caption}</figcaption><svg viewBox="0 0 ${WIDTH} ${bars.length * ROW}" role="img" aria-label="${caption}">${rows}</svg></figure>`;
}
