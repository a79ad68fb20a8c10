import type { ImportGraph } from './imports.ts';

const WIDTH = 960;
const ROW = 62;
const BOX_HEIGHT = 26;
const GAP = 80;
const MARGIN = 20;
const LETTER = 7.4;

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Draws rooms on their lines, top to floor, and which imports which, as an SVG. An import that other imports imply is
 * left out: a line from a to c where a imports b, and b imports c.
 */
export function pictureOf(title: string, lines: readonly (readonly string[])[], graph: ImportGraph): string {
  const edges = withoutImplied(graph);
  const boxes = new Map(placed(lines, edges).map((box) => [box.name, box]));
  const height = lines.length * ROW + 20;
  const arrows = [...edges].flatMap(([from, targets]) => targets.map((to) => arrow(boxes.get(from)!, boxes.get(to)!)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="13">
<title>${title}</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 1 7 4 0 7z" fill="#7d8a97"/></marker></defs>
<g fill="none" stroke="#a9b4be" marker-end="url(#tip)">
${arrows.join('\n')}
</g>
${[...boxes.values()].map(drawn).join('\n')}
</svg>
`;
}

/** The transitive reduction of a graph without circles. */
export function withoutImplied(graph: ImportGraph): ImportGraph {
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (node: string): ReadonlySet<string> => {
    const known = reached.get(node);
    if (known !== undefined) return known;
    const all = new Set<string>();
    for (const next of graph.get(node) ?? []) for (const one of [next, ...reach(next)]) all.add(one);
    reached.set(node, all);
    return all;
  };
  return new Map(
    [...graph].map(([node, targets]) => [
      node,
      targets.filter((target) => !targets.some((other) => other !== target && reach(other).has(target))),
    ]),
  );
}

/** Lines of a graph without circles: each node as low as what it imports lets it, the floor last. */
export function linesOf(graph: ImportGraph): string[][] {
  const heights = new Map<string, number>();
  const heightOf = (node: string): number => {
    const known = heights.get(node);
    if (known !== undefined) return known;
    const height = 1 + Math.max(-1, ...(graph.get(node) ?? []).map(heightOf));
    heights.set(node, height);
    return height;
  };
  const lines: string[][] = [];
  for (const node of graph.keys()) {
    const height = heightOf(node);
    lines[height] ??= [];
    lines[height].push(node);
  }
  return lines.reverse();
}

/** Each box stands below the middle of those that import it, as near as its neighbors let it. */
function placed(lines: readonly (readonly string[])[], edges: ImportGraph): Box[] {
  const boxes: Box[] = [];
  for (const [i, line] of lines.entries()) {
    const wished = (name: string): number => {
      const importing = boxes.filter((box) => edges.get(box.name)?.includes(name));
      if (importing.length === 0) return WIDTH / 2;
      return importing.reduce((sum, { x, width }) => sum + x + width / 2, 0) / importing.length;
    };
    const row = line
      .map((name) => ({ name, width: Math.round(name.length * LETTER + 20), center: wished(name) }))
      .sort((a, b) => a.center - b.center || (a.name < b.name ? -1 : 1));
    boxes.push(...sideBySide(row).map((x, j) => ({ name: row[j]!.name, x, y: 20 + i * ROW, width: row[j]!.width })));
  }
  return boxes;
}

/** Left edges of boxes in their order: at their centers where there is room, else apart and within the picture. */
function sideBySide(row: readonly { readonly width: number; readonly center: number }[]): number[] {
  const total = row.reduce((sum, { width }) => sum + width, 0);
  const gap = Math.min(GAP, (WIDTH - 2 * MARGIN - total) / Math.max(1, row.length - 1));
  const lefts = row.map(({ width, center }) => center - width / 2);
  const apart = (i: number) => lefts[i - 1]! + row[i - 1]!.width + gap - lefts[i]!;
  // Neighbors that overlap give way by equal shares; what is left of it goes to the right, then back from the edge.
  for (let round = 0; round < 50; round++) {
    for (let i = 1; i < row.length; i++) {
      const overlap = Math.max(0, apart(i));
      lefts[i - 1]! -= overlap / 2;
      lefts[i]! += overlap / 2;
    }
  }
  lefts[0] = Math.max(lefts[0]!, MARGIN);
  for (let i = 1; i < row.length; i++) lefts[i]! += Math.max(0, apart(i));
  const last = row.length - 1;
  lefts[last] = Math.min(lefts[last]!, WIDTH - MARGIN - row[last]!.width);
  for (let i = last; i > 0; i--) lefts[i - 1]! -= Math.max(0, apart(i));
  return lefts.map(Math.round);
}

function arrow(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width / 2, from.y + BOX_HEIGHT];
  const [x2, y2] = [to.x + to.width / 2, to.y - 2];
  const bend = Math.round((y2 - y1) / 2);
  return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}"/>`;
}

const drawn = ({ name, x, y, width }: Box): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${BOX_HEIGHT}" rx="5" fill="#eef3f7" stroke="#5d6b78"/>` +
  `<text x="${x + width / 2}" y="${y + 17.5}" text-anchor="middle" fill="#1d2730">${name}</text>`;
