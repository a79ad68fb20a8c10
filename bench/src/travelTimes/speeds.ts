import type { Traffic } from '@hinterland/catalogue';
import { NONE, ROAD_CLASSES, type Territory } from '@hinterland/territory';
import type { ValhallaWay } from '../country/valhalla.ts';

/** Our classes by Valhalla's; ramps are their roads, and all smaller ways are "service_other" there. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  motorway: /^motorway/,
  trunk: /^trunk/,
  primary: /^primary/,
  secondary: /^secondary/,
  tertiary: /^tertiary/,
  unclassified: /^unclassified$/,
  residential: /^(residential|living_street)$/,
  service_other: /^(service|track)$/,
};

/** Rows of Markdown: by class of road, the share of Valhalla's ways, its speed on them and ours on all such roads of the map. */
export function speedRows(name: string, territory: Territory, ways: readonly ValhallaWay[]): string[] {
  const pieces = ways.flatMap((way) => way.pieces);
  const all = pieces.reduce((sum, { meters }) => sum + meters, 0);
  return Object.entries(CLASSES).flatMap(([roadClass, ours]) => {
    const own = pieces.filter((piece) => piece.roadClass === roadClass && piece.kmh > 0);
    const meters = own.reduce((sum, piece) => sum + piece.meters, 0);
    if (meters < 0.01 * all) return [];
    const hours = own.reduce((sum, piece) => sum + piece.meters / piece.kmh, 0);
    const cells = (['free', 'normal', 'heavy'] as const).map((traffic) => kmhOf(territory, traffic, ours).toFixed(0));
    const share = ((100 * meters) / all).toFixed(0);
    return [`| ${name} | ${roadClass} | ${share}% | ${(meters / hours).toFixed(0)} | ${cells.join(' | ')} |`];
  });
}

/** Mean speed on the roads of some classes, by length, both ways where both are open. */
function kmhOf({ edges, weights }: Territory, traffic: Traffic, classes: RegExp): number {
  const { forwardMilliseconds, backwardMilliseconds } = weights[`car-${traffic}`]!;
  const isWanted = ROAD_CLASSES.map((name) => classes.test(name));
  let [millimeters, milliseconds] = [0, 0];
  for (let edge = 0; edge < edges.rows; edge++) {
    if (!isWanted[edges.roadClass[edge]!] || edges.lengthMillimeters[edge] === 0) continue;
    for (const time of [forwardMilliseconds[edge]!, backwardMilliseconds[edge]!]) {
      if (time === NONE) continue;
      millimeters += edges.lengthMillimeters[edge]!;
      milliseconds += time;
    }
  }
  return (3.6 * millimeters) / milliseconds;
}
