import { type Spot, tenth } from './path.ts';
import { HEIGHT, WIDTH } from './view.ts';

export interface Label {
  readonly text: string;
  readonly spot: Spot;
}

interface Options {
  /** Of the mark that a label stands beside; 0 for one that stands on its spot. */
  readonly radius: number;
  readonly max: number;
  /** Whether one that finds every side taken stands on its first side all the same, moved inside. */
  readonly isForced?: boolean;
}

const LETTER = 6.4;
const LINE = 14;
const CHARACTERS_MAX = 28;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Places labels right or left of their marks, above or below; leaves out those that find every side taken. */
export function placed(labels: readonly Label[], taken: readonly Spot[], { radius, max, isForced = false }: Options) {
  const boxes: Box[] = taken.map(([x, y]) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  const shown: { readonly x: number; readonly y: number; readonly text: string }[] = [];
  for (const { text: whole, spot } of labels) {
    const [x, y] = spot;
    const text = whole.length > CHARACTERS_MAX ? `${whole.slice(0, CHARACTERS_MAX - 1)}…` : whole;
    const width = text.length * LETTER;
    const gap = radius + 4;
    const sides: readonly (readonly [number, number])[] =
      radius === 0
        ? [[x - width / 2, y - LINE / 2]]
        : [
            [x + gap, y - LINE / 2],
            [x - gap - width, y - LINE / 2],
            [x - width / 2, y - gap - LINE],
            [x - width / 2, y + gap],
          ];
    const free = sides
      .map(([left, top]): Box => ({ left, top, right: left + width, bottom: top + LINE }))
      .find((box) => isInside(box) && boxes.every((other) => !overlaps(box, other)));
    const stands = free ?? (isForced ? inside(sides[0]!, width) : undefined);
    if (text === '' || stands === undefined) continue;
    boxes.push(stands);
    shown.push({ x: tenth(stands.left), y: tenth(stands.top + LINE - 3), text });
    if (shown.length === max) break;
  }
  return shown;
}

/** A box of a label at a corner, moved into the map. */
function inside([x, y]: readonly [number, number], width: number): Box {
  const left = Math.min(Math.max(x, 5), WIDTH - 5 - width);
  const top = Math.min(Math.max(y, 5), HEIGHT - 25 - LINE);
  return { left, top, right: left + width, bottom: top + LINE };
}

const isInside = ({ left, right, top, bottom }: Box): boolean =>
  left > 4 && right < WIDTH - 4 && top > 4 && bottom < HEIGHT - 24;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
