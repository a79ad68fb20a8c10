import { distance, type Point } from '../geometry/plane.ts';
import { line } from './line.ts';
import type { Edge, Network } from './network.ts';
import type { Town } from './town.ts';

const RADIUS_METERS = 18;
/** Junctions of main roads nearer than this to a roundabout stay as they are. */
const APART_METERS = 1_100;
const RANK = ['primary', 'secondary', 'tertiary'];

/** Replaces junctions of main roads outside the old centers by roundabouts; traffic keeps left, so they turn clockwise. */
export function makeRoundabouts(network: Network, towns: readonly Town[]): void {
  const incident = new Map<number, Edge[]>();
  for (const edge of network.edges) {
    for (const node of [edge.from, edge.to]) incident.set(node, [...(incident.get(node) ?? []), edge]);
  }
  const made: Point[] = [];
  for (const [node, edges] of [...incident].sort((a, b) => a[0] - b[0])) {
    const center = network.nodes[node]!;
    if (!isSuitable(edges, center, towns) || made.some((other) => distance(other, center) < APART_METERS)) continue;
    made.push(center);
    replace(network, node, edges);
  }
}

function isSuitable(edges: readonly Edge[], center: Point, towns: readonly Town[]): boolean {
  const main = edges.filter(({ highway }) => RANK.includes(highway));
  const lines = new Set(main.map(({ line: own }) => own));
  if (edges.length < 3 || edges.length > 5 || main.length < 3 || lines.size < 2) return false;
  if (edges.some((edge) => edge.lengthMeters < 70 || edge.from === edge.to || edge.tags.bridge !== undefined))
    return false;
  if (edges.some(({ highway }) => highway.endsWith('_link'))) return false;
  const town = towns.find((candidate) => candidate.depth(center) > 0);
  return town !== undefined && town.fromCenter(center) > (town.plan.kind === 'capital' ? 1_900 : 350);
}

function replace(network: Network, node: number, edges: readonly Edge[]): void {
  const center = network.nodes[node]!;
  const arms = edges.map((edge) => {
    const outward = edge.from === node ? edge.shape : [...edge.shape].reverse();
    const beyond = outward.findIndex((point) => distance(point, center) > RADIUS_METERS);
    const aim = outward[beyond]!;
    const angle = Math.atan2(aim.y - center.y, aim.x - center.x);
    const foot = onCircle(center, angle);
    const ringNode = network.nodes.push(foot) - 1;
    const shape = [foot, ...outward.slice(beyond)];
    edge.shape = edge.from === node ? shape : shape.reverse();
    if (edge.from === node) edge.from = ringNode;
    else edge.to = ringNode;
    return { angle, ringNode };
  });
  arms.sort((a, b) => b.angle - a.angle);
  const best = RANK.find((highway) => edges.some((edge) => edge.highway === highway))!;
  const ring = line([center], best, 'drawn');
  for (const [i, arm] of arms.entries()) {
    const next = arms[(i + 1) % arms.length]!;
    const turn = (arm.angle - next.angle + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
    const pieces = Math.max(1, Math.round(turn / (Math.PI / 5)));
    const shape = Array.from({ length: pieces + 1 }, (_, k) => onCircle(center, arm.angle - (turn * k) / pieces));
    shape[0] = network.nodes[arm.ringNode]!;
    shape[pieces] = network.nodes[next.ringNode]!;
    network.edges.push({
      from: arm.ringNode,
      to: next.ringNode,
      shape,
      lengthMeters: turn * RADIUS_METERS,
      line: ring,
      startMeters: i,
      highway: best,
      tags: { junction: 'roundabout' },
    });
  }
}

function onCircle(center: Point, angle: number): Point {
  return { x: center.x + RADIUS_METERS * Math.cos(angle), y: center.y + RADIUS_METERS * Math.sin(angle) };
}
