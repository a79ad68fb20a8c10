import type { OsmData } from '../map/osmData.ts';
import { pointAlong } from '../map/place.ts';

/** One number of an interpolation line. */
interface InterpolatedNumber {
  readonly number: string;
  readonly lng: number;
  readonly lat: number;
  /** Node rows of the two numbers that it lies between. */
  readonly between: readonly [number, number];
}

interface Interpolation {
  readonly numbers: readonly InterpolatedNumber[];
  /** Why parts of the line give no numbers. */
  readonly problems: readonly string[];
}

/** More numbers than this between two known ones are a mistake of the map. */
const MAX_NUMBERS = 500;

/**
 * The numbers that a line tagged `addr:interpolation` stands for, between each two of its nodes that carry a number,
 * evenly by number. `odd`, `even` (every second), `all`, a whole number (every n-th) and `alphabetic` (12A to 12F).
 */
export function interpolate(map: OsmData, way: number): Interpolation {
  const nodes = map.wayNodes(way);
  const kind = map.tag('way', way, 'addr:interpolation')!;
  const anchors = [...nodes.keys()].filter((i) => numberAt(map, nodes[i]!) !== undefined);
  if (anchors.length < 2) return { numbers: [], problems: ['an interpolation line with fewer than two numbers on it'] };
  const numbers: InterpolatedNumber[] = [];
  const problems: string[] = [];
  for (let i = 1; i < anchors.length; i++) {
    const [a, b] = [anchors[i - 1]!, anchors[i]!];
    const line = [...nodes.subarray(a, b + 1)];
    const between = steps(kind, numberAt(map, nodes[a]!)!, numberAt(map, nodes[b]!)!);
    if (typeof between === 'string') {
      problems.push(between);
      continue;
    }
    between.forEach((number, k) => {
      const present = line.filter((node) => node < map.nodes.ids.length);
      const [lng, lat] = pointAlong(map, present, (k + 1) / (between.length + 1));
      numbers.push({ number, lng, lat, between: [nodes[a]!, nodes[b]!] });
    });
  }
  return { numbers, problems };
}

function numberAt(map: OsmData, node: number): string | undefined {
  return node < map.nodes.ids.length ? map.tag('node', node, 'addr:housenumber') : undefined;
}

/** Numbers strictly between two, in order, or a reason why there are none to be had. */
function steps(kind: string, first: string, last: string): string[] | string {
  const [a, b] = [/^(\d+)\s*([a-z]?)/i.exec(first), /^(\d+)\s*([a-z]?)/i.exec(last)];
  if (a === null || b === null) return `no whole numbers to interpolate between: "${first}" and "${last}"`;
  const [from, to] = [Number(a[1]), Number(b[1])];
  if (kind === 'alphabetic') {
    if (from !== to) return `an alphabetic interpolation between different numbers: "${first}" and "${last}"`;
    return between(letterIndex(a[2]!), letterIndex(b[2]!), 1).map((i) => from + String.fromCharCode(64 + i));
  }
  const step = kind === 'all' ? 1 : kind === 'odd' || kind === 'even' ? 2 : Number(kind);
  if (!Number.isInteger(step) || step < 1) return `an unknown kind of interpolation: "${kind}"`;
  const parity = kind === 'odd' ? 1 : kind === 'even' ? 0 : null;
  if (parity !== null && (from % 2 !== parity || to % 2 !== parity)) {
    return `an interpolation of ${kind} numbers between "${first}" and "${last}"`;
  }
  if (Math.abs(to - from) / step > MAX_NUMBERS)
    return `more than ${MAX_NUMBERS} numbers between "${first}" and "${last}"`;
  return between(from, to, step).map(String);
}

function between(from: number, to: number, step: number): number[] {
  const numbers: number[] = [];
  const sign = from < to ? 1 : -1;
  for (let number = from + sign * step; (to - number) * sign > 0; number += sign * step) numbers.push(number);
  return numbers;
}

/** No letter is 0: between "12" and "12C" lie "12A" and "12B". */
function letterIndex(letter: string): number {
  return letter === '' ? 0 : letter.toUpperCase().charCodeAt(0) - 64;
}
