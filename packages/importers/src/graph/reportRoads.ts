import { MODE_BIT, MODES } from '@hinterland/catalogue';
import { rounded } from '@hinterland/geo';
import { HOURS_OF_DAY, NONE } from '@hinterland/territory';
import type { Report } from '../report/report.ts';
import type { RoadGraph } from './roadGraph.ts';

/** Reports what became of the roads. */
export function reportRoads(graph: RoadGraph, report: Report): void {
  report.subject('roads and paths').kept(graph.counts.ways);
  const { apart, ...counts } = graph.counts;
  for (const [name, value] of Object.entries(counts)) report.fact(`roads: ${inWords(name)}`, value);
  report.fact('nodes', graph.nodes.lngMicrodegrees.length);
  report.fact('edges', graph.edges.fromNode.length);
  if (graph.speeds !== undefined) {
    report.fact(
      'share of the length of roads for cars with speeds by hour',
      rounded(shareWithSpeeds(graph, graph.speeds)),
    );
    report.fact('patterns of speeds by hour', graph.speeds.speedFactors.factor.length / HOURS_OF_DAY);
  }
  for (const mode of MODES) {
    let inMain = 0;
    for (const bits of graph.edges.mainComponent) if ((bits & MODE_BIT[mode]) !== 0) inMain++;
    report.fact(`edges in the main component of ${mode}`, inMain);
    report.fact(`networks of ${mode} beside the largest`, apart[mode]);
  }
}

/** Returns the share of the length of roads for cars, 0 to 1, that has another speed than the normal one at some hour. */
function shareWithSpeeds({ edges, weights }: RoadGraph, { edgeSpeeds }: NonNullable<RoadGraph['speeds']>): number {
  const { forwardMilliseconds, backwardMilliseconds } = weights['car-normal'];
  const { forwardPattern, backwardPattern } = edgeSpeeds;
  let [covered, all] = [0, 0];
  edges.lengthMillimeters.forEach((length, edge) => {
    if (forwardMilliseconds[edge] === NONE && backwardMilliseconds[edge] === NONE) return;
    all += length;
    if (forwardPattern[edge] !== 0 || backwardPattern[edge] !== 0) covered += length;
  });
  return all === 0 ? 0 : covered / all;
}

/** "waysCut" as "ways cut". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
