import type { Growth } from './growth.ts';

export interface Panel {
  readonly title: string;
  readonly xLabel: string;
  readonly series: readonly Series[];
}
export interface Series {
  readonly name: string;
  /** x and milliseconds, both above 0, x ascending. */
  readonly points: readonly (readonly [number, number])[];
  /** What the prediction is a sum of. */
  readonly parts: string;
  readonly growth: Growth;
}

const WIDTH = 460;
const HEIGHT = 320;
const MARGIN = { left: 62, right: 18, top: 34, bottom: 44 };
const COLORS = ['#1f5fa8', '#b3541e', '#3d7d3a'];

/** Panels two by two, both axes logarithmic: measured points joined by lines, predictions dashed. Returns an SVG. */
export function plot(panels: readonly Panel[]): string {
  const height = Math.ceil(panels.length / 2) * HEIGHT;
  const body = panels.map(
    (panel, i) => `<g transform="translate(${(i % 2) * WIDTH},${Math.floor(i / 2) * HEIGHT})">${draw(panel)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDTH}" height="${height}" viewBox="0 0 ${2 * WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    '<title>Processor time by nodes, limit, places and poles</title>',
    `<rect width="${2 * WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

function draw({ title, xLabel, series }: Panel): string {
  const all = series.flatMap(({ points, growth }) => [...points, ...growth.predicted]);
  const x = scale(
    all.map(([at]) => at),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = scale(
    all.map(([, value]) => value),
    HEIGHT - MARGIN.bottom,
    MARGIN.top + 14 * series.length,
  );
  const [left, right, bottom, top] = [MARGIN.left, WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom, MARGIN.top];
  const lines = [
    `<text x="${left}" y="18" font-size="13" font-weight="bold">CPU time ${title}</text>`,
    `<text x="${(left + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${xLabel}</text>`,
    `<text x="14" y="${(top + bottom) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(top + bottom) / 2})">ms</text>`,
    `<path d="M${left},${top}V${bottom}H${right}" fill="none" stroke="#444444"/>`,
  ];
  const ticksOfX = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b);
  let free = -Infinity;
  for (const tick of ticksOfX) {
    lines.push(`<path d="M${round(x.at(tick))},${bottom}v4" stroke="#444444"/>`);
    if (x.at(tick) < free) continue;
    lines.push(`<text x="${round(x.at(tick))}" y="${bottom + 16}" text-anchor="middle">${short(tick)}</text>`);
    free = x.at(tick) + 30;
  }
  for (const tick of decades(y.low, y.high)) {
    lines.push(`<path d="M${left},${round(y.at(tick))}H${right}" stroke="#dddddd"/>`);
    lines.push(`<text x="${left - 6}" y="${round(y.at(tick) + 4)}" text-anchor="end">${short(tick)}</text>`);
  }
  series.forEach(({ name, points, parts, growth }, i) => {
    const color = COLORS[i % COLORS.length];
    const path = (line: Series['points']) =>
      line.map(([at, value], k) => `${k === 0 ? 'M' : 'L'}${round(x.at(at))},${round(y.at(value))}`).join('');
    lines.push(
      `<path d="${path(growth.predicted)}" fill="none" stroke="${color}" stroke-dasharray="5 4" opacity="0.7"/>`,
    );
    lines.push(`<path d="${path(points)}" fill="none" stroke="${color}" stroke-width="1.8"/>`);
    for (const [at, value] of points) {
      lines.push(`<circle cx="${round(x.at(at))}" cy="${round(y.at(value))}" r="2.8" fill="${color}"/>`);
    }
    const legend = `${name} ~ ${parts}, ±${Math.ceil(100 * growth.worst)}%`;
    lines.push(`<text x="${left + 10}" y="${top + 6 + 14 * i}" fill="${color}">${legend}</text>`);
  });
  return lines.join('\n');
}

function scale(values: readonly number[], from: number, to: number) {
  const [low, high] = [Math.min(...values) / 1.15, Math.max(...values) * 1.15];
  const at = (value: number) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
  return { low, high, at };
}

/** 1, 2 and 5 times powers of ten within the range. */
function decades(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const factor of [1, 2, 5]) ticks.push(factor * 10 ** power);
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(2))} M`;
  return value >= 1e4 ? `${Number((value / 1e3).toPrecision(2))} k` : String(Number(value.toPrecision(3)));
}

const round = (value: number) => Number(value.toFixed(1));
