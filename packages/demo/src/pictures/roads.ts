import { distance, type Point } from '../geometry/plane.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { World } from '../world.ts';
import { PAPER, PATH, ROADS, STREET } from './colors.ts';
import type { Sheet } from './sheet.ts';

const PATHS = new Set(['footway', 'path', 'cycleway', 'steps', 'pedestrian']);

/** Roads of the network, the small ones first, main roads with a light edge. */
export function drawRoads(sheet: Sheet, world: World, muted = false): void {
  const byClass = new Map<string, Point[][]>();
  for (const { highway, shape, tags } of world.network.edges) {
    if (tags.tunnel === 'yes') continue;
    const name = PATHS.has(highway) ? 'path' : highway in ROADS || highway === 'ferry' ? highway : 'street';
    const lines = byClass.get(name) ?? [];
    byClass.set(name, lines);
    lines.push(shape);
  }
  const of = (name: string) => byClass.get(name) ?? [];
  const zoom = sheet.pixels(10) ** 0.75;
  const color = (own: string) => (muted ? '#cfc8ba' : own);
  if (!muted) sheet.lines(of('path'), PATH, 0.9 * zoom, 'stroke-dasharray="1 26"');
  sheet.lines(of('street'), muted ? '#e2dccf' : STREET, 1.1 * zoom);
  const main = Object.entries(ROADS).reverse();
  for (const [name, road] of main) sheet.lines(of(name), PAPER, road.width * zoom + 1.6);
  for (const [name, road] of main) sheet.lines(of(name), color(road.color), road.width * zoom * (muted ? 0.8 : 1));
  sheet.lines(of('ferry'), '#6f93a3', 1.4, 'stroke-dasharray="60 60"');
}

/** Names of towns and of the villages where there is room. */
export function drawTowns(sheet: Sheet, world: World, kinds: readonly string[], pixels: number): void {
  for (const { plan } of world.towns) {
    if (kinds.includes(plan.kind)) sheet.label(plan.name, plan.center, plan.kind === 'capital' ? pixels + 3 : pixels);
  }
}

/** Names of localities, as far as they leave each other room. */
export function drawLocalities(sheet: Sheet, pixels: number): void {
  const named: Point[] = [];
  for (const { name, center } of LOCALITIES) {
    if (named.some((other) => sheet.pixels(distance(other, center)) < 7 * pixels)) continue;
    named.push(center);
    sheet.label(name, center, pixels);
  }
}
