import { NONE } from '../../format/tables.ts';
import type { Territory } from '../../memory/territory.ts';

/**
 * Returns the named roads that no address names, so that search finds them: their number of edges, and the edge with
 * ends nearest to the mean of all.
 */
export function roadNames({
  texts,
  edges,
  nodes,
  addresses,
}: Pick<Territory, 'texts' | 'edges' | 'nodes' | 'addresses'>) {
  const isStreet = new Uint8Array(texts.rows);
  for (const text of addresses.street) isStreet[text] = 1;
  const count = new Uint32Array(texts.rows);
  const lng = new Float64Array(texts.rows);
  const lat = new Float64Array(texts.rows);
  const middleOf = (edge: number, column: Int32Array) =>
    (column[edges.fromNode[edge]!]! + column[edges.toNode[edge]!]!) / 2;
  for (let edge = 0; edge < edges.rows; edge++) {
    const text = edges.street[edge]!;
    count[text]!++;
    lng[text]! += middleOf(edge, nodes.lngMicrodegrees);
    lat[text]! += middleOf(edge, nodes.latMicrodegrees);
  }
  const middle = new Uint32Array(texts.rows).fill(NONE);
  const least = new Float64Array(texts.rows).fill(Infinity);
  for (let edge = 0; edge < edges.rows; edge++) {
    const text = edges.street[edge]!;
    const distance = Math.hypot(
      middleOf(edge, nodes.lngMicrodegrees) - lng[text]! / count[text]!,
      middleOf(edge, nodes.latMicrodegrees) - lat[text]! / count[text]!,
    );
    if (distance < least[text]!) {
      least[text] = distance;
      middle[text] = edge;
    }
  }
  const names: { kind: 'road'; text: number; first: number; count: number; addresses: number; middle: number }[] = [];
  for (let text = 1; text < texts.rows; text++) {
    if (count[text]! === 0 || isStreet[text] === 1) continue;
    names.push({ kind: 'road', text, first: middle[text]!, count: count[text]!, addresses: 0, middle: NONE });
  }
  return names;
}
