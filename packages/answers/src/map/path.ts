import { HEIGHT, WIDTH } from './view.ts';

export type Spot = readonly [x: number, y: number];

/** Positions nearer to each other are one on paper. */
const STEP = 0.5;
/** What lies further off the map than this is not written. */
const MARGIN = 40;

/** Returns lines or rings as path data, thinned to what paper shows; empty where they lie off the map. */
export function pathOf(lines: readonly (readonly Spot[])[], isClosed: boolean): string {
  return lines.map((line) => (isOff(line) ? '' : written(line, isClosed))).join('');
}

function isOff(line: readonly Spot[]): boolean {
  const beyond = (test: (spot: Spot) => boolean) => line.every(test);
  return (
    beyond(([x]) => x < -MARGIN) ||
    beyond(([x]) => x > WIDTH + MARGIN) ||
    beyond(([, y]) => y < -MARGIN) ||
    beyond(([, y]) => y > HEIGHT + MARGIN)
  );
}

function written(line: readonly Spot[], isClosed: boolean): string {
  const kept: Spot[] = [];
  for (const [i, spot] of line.entries()) {
    const last = kept.at(-1);
    const isEnd = !isClosed && i === line.length - 1;
    if (last === undefined || isEnd || Math.hypot(spot[0] - last[0], spot[1] - last[1]) >= STEP) kept.push(spot);
  }
  if (kept.length < (isClosed ? 3 : 2)) return '';
  return `M${kept.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join('L')}${isClosed ? 'Z' : ''}`;
}

/** A tenth of a unit is less than a printer's dot. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;
